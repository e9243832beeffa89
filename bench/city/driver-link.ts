import { WebSocket } from 'ws'
import { tokenOf } from './rides.ts'

/** A driver's device on the raw protocol, to use little processor time: one position per frame. */
export interface DriverLink {
  readonly driver: number
  /** Of the last position that was sent. */
  readonly last: { readonly seq: number; readonly at: number; readonly lat: number }
  /** Sends its current position; resolves when the server has it. A plain server does not acknowledge. */
  send(): Promise<void>
  close(): void
}

export interface LinkOptions {
  readonly url: string
  readonly driver: number
  /** The server only parses: no session, no answers. */
  readonly plain: boolean
}

/** Moves 22 m back and forth: the jitter of a device at a traffic light. */
const stepDegrees = 0.0002

export const openDriverLink = ({ url, driver, plain }: LinkOptions): Promise<DriverLink> =>
  new Promise((done, fail) => {
    const socket = new WebSocket(plain ? url : `${url}/socket.io/?EIO=4&transport=websocket`)
    const waiting = new Map<number, () => void>()
    const home = -34.9 + (driver % 100) * 0.0001
    let last = { seq: 0, at: 0, lat: home }
    const link: DriverLink = {
      driver,
      get last() {
        return last
      },
      send: () => {
        const seq = last.seq + 1
        // The fixes of a device have distinct times.
        last = { seq, at: Math.max(Date.now(), last.at + 1), lat: home + (seq % 2) * stepDegrees }
        const fix = { ...last, lng: -56.19, accuracy: 8, heading: 90, speed: 7.5 }
        const words = JSON.stringify(['positions', { fixes: [fix] }])
        if (plain) {
          socket.send(words)
          return Promise.resolve()
        }
        socket.send(`42${seq}${words}`)
        return new Promise((had) => waiting.set(seq, had))
      },
      close: () => socket.terminate(),
    }
    socket.on('error', fail)
    if (plain) socket.on('open', () => done(link))
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (text.startsWith('43')) {
        const seq = Number(/^43(\d+)/.exec(text)?.[1])
        // Without a right answer it waits forever, and the bench reports it.
        if (text.includes(`{"lastSeq":${seq},"dropped":0}`)) waiting.get(seq)?.()
        waiting.delete(seq)
      } else if (text === '2') socket.send('3')
      else if (text.startsWith('0{')) socket.send(`40{"token":"${tokenOf(driver)}"}`)
      else if (text.startsWith('44')) fail(new Error(`refused: ${text}`))
      else if (text.includes('"hello"')) done(link)
    })
  })
