import { Agent, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly body: string
}

/** Calls over a few connections that stay open; as light as Node's own client. */
export const openCaller = (base: string, connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' })
  const call = (method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> =>
    new Promise((done, fail) => {
      const sent = request(new URL(path, base), { method, agent, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => done({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }))
      })
      sent.on('error', fail)
      sent.end(body)
    })
  return { call, close: () => agent.destroy() }
}

/** Calls `work` with 0 to `count` - 1, at most `width` at a time. */
export const atOnce = async (width: number, count: number, work: (i: number) => Promise<void>): Promise<void> => {
  let next = 0
  const lane = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) await work(i)
  }
  await Promise.all(Array.from({ length: width }, lane))
}
