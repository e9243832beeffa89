import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  openSocialDesk,
  type DeskApps,
  type SocialDesk,
  type SocialFaults,
} from '../../providers/social/stand-in/social-desk.ts'

export interface SocialEmulator {
  readonly desk: SocialDesk
  /** paths that were asked, in order */
  readonly asked: string[]
  readonly url: string
  /** answers in place of the desk */
  answer: ((path: string) => Response | Promise<Response> | undefined) | undefined
  close(): void
}

/** Facebook and Apple on a port of this machine. */
export const openSocialEmulator = async (apps: DeskApps, faults: SocialFaults = {}): Promise<SocialEmulator> => {
  const desk = await openSocialDesk(apps, Date.now, faults)
  const asked: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://emulator.invalid')
      asked.push(url.pathname)
      const body = parts.length === 0 ? {} : { body: Buffer.concat(parts) }
      const asRequest = new Request(url, { method: request.method ?? 'GET', ...body })
      void Promise.resolve(emulator.answer?.(url.pathname) ?? desk.handle(asRequest, url.pathname)).then(
        async (answer) => {
          response.writeHead(answer.status, Object.fromEntries(answer.headers))
          response.end(Buffer.from(await answer.arrayBuffer()))
        },
      )
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const emulator: SocialEmulator = {
    desk,
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: undefined,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return emulator
}
