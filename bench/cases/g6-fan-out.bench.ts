import type { ChildProcess } from 'node:child_process'
import { WebSocket } from 'ws'
import type { FanOptions } from '../city/fan.ts'
import { tokenOf } from '../city/rides.ts'
import { nextMessage, startProgram } from '../city/start-program.ts'
import { insist, ratiosOf, ROUNDS, spreadOf } from '../pairs.ts'
import type { Row } from '../report/row.ts'
import type { Found } from '../report/found.ts'
import { withRides } from '../with-postgres.ts'

/** G6: the server's processor time per position that reaches a screen, to 400 screens. */
const SCREENS = 400
const EVENTS = 500

interface Fan {
  readonly child: ChildProcess
  readonly sockets: readonly WebSocket[]
  received: number
}

/** Listens as a screen does, on the raw protocol, to use as little processor time as possible. */
const listen = (fan: { received: number }, url: string, way: FanOptions['way'], i: number): Promise<WebSocket> =>
  new Promise((done, fail) => {
    const socket = new WebSocket(way === 'ws' ? url : `${url}/socket.io/?EIO=4&transport=websocket`)
    socket.on('error', fail)
    if (way === 'ws') socket.on('open', () => done(socket))
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (text.includes('"position"')) fan.received++
      else if (text === '2') socket.send('3')
      else if (text.startsWith('0{')) socket.send(way === 'ours' ? `40{"token":"${tokenOf(i)}"}` : '40')
      else if (text.startsWith('44')) fail(new Error(`refused: ${text}`))
      else if (way === 'ours' ? text.includes('"hello"') : text.startsWith('40')) done(socket)
    })
  })

const openFan = async (way: FanOptions['way'], connection: FanOptions['connection']): Promise<Fan> => {
  const child = await startProgram('fan')
  child.send({ way, connection } satisfies FanOptions)
  const { url } = await nextMessage<{ url: string }>(child)
  const fan = { child, sockets: [] as WebSocket[], received: 0 }
  for (let i = 0; i < SCREENS; i++) fan.sockets.push(await listen(fan, url, way, i))
  return fan
}

/** Microseconds of the server per delivery; fails unless all deliveries arrived. */
const measure = async (fan: Fan): Promise<number> => {
  fan.received = 0
  fan.child.send({ events: EVENTS })
  const { micros } = await nextMessage<{ micros: number }>(fan.child)
  for (let wait = 0; wait < 200 && fan.received < EVENTS * SCREENS; wait++)
    await new Promise((done) => setTimeout(done, 50))
  insist(fan.received >= EVENTS * SCREENS * 0.99, `${fan.received} of ${EVENTS * SCREENS} positions came`)
  return micros / fan.received
}

export const fanOutBench = (): Promise<Found> =>
  withRides(SCREENS, async (connection) => {
    const ways = ['ours', 'ws', 'socket.io'] as const
    const fans = new Map<FanOptions['way'], Fan>()
    for (const way of ways) fans.set(way, await openFan(way, connection))
    const micros = { ours: [] as number[], ws: [] as number[], 'socket.io': [] as number[] }
    try {
      for (const fan of fans.values()) await measure(fan)
      for (let round = 0; round < ROUNDS; round++)
        for (const way of ways) micros[way].push(await measure(fans.get(way)!))
    } finally {
      for (const { child, sockets } of fans.values()) {
        for (const socket of sockets) socket.terminate()
        child.kill('SIGKILL')
      }
    }
    const row = (peer: 'ws' | 'socket.io', atMost: number): Row => ({
      goal: 'G6',
      what: `processor time per position to ${SCREENS} screens`,
      peer: peer === 'ws' ? 'a plain loop over ws' : 'socket.io as it comes',
      ours: `${spreadOf(micros.ours).median.toFixed(1)} µs`,
      theirs: `${spreadOf(micros[peer]).median.toFixed(1)} µs`,
      ratio: spreadOf(ratiosOf(micros.ours, micros[peer])),
      target: { atMost },
    })
    return { rows: [row('ws', 1.15), row('socket.io', 0.95)] }
  })
