import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CallMessage, ReplyMessage } from './calls-process.ts'

/** An answer of the server; `ms` from sending the call until its last byte arrived. */
export interface TimedAnswer {
  readonly status: number
  readonly ms: number
  json(): Promise<unknown>
}

export interface Calls {
  readonly pid: number
  /** Like `fetch`; rejects without an answer within 15 s. */
  send(
    url: string,
    init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
  ): Promise<TimedAnswer>
  stop(): void
}

interface Waiting {
  readonly answer: (answer: TimedAnswer) => void
  readonly fail: (error: Error) => void
}

/**
 * Makes the calls of a load run in a separate process. A process that also serves the links of hundreds of drivers
 * would read answers late and measure its own delay as the server's.
 */
export const startCalls = (): Calls => {
  const child = fork(fileURLToPath(new URL('./calls-process.ts', import.meta.url)))
  if (child.pid === undefined) throw new Error('could not start the process of the calls')
  const waiting = new Map<number, Waiting>()
  let last = 0
  child.on('message', (message) => {
    const reply = message as ReplyMessage
    const one = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) one?.fail(new Error(reply.error))
    else one?.answer({ status: reply.status, ms: reply.ms, json: async () => JSON.parse(reply.text) as unknown })
  })
  child.on('exit', (code) => {
    for (const { fail } of waiting.values()) fail(new Error(`the process of the calls ended (${code})`))
    waiting.clear()
  })
  return {
    pid: child.pid,
    send: (url, { method, headers, body }) =>
      new Promise((answer, fail) => {
        const id = ++last
        waiting.set(id, { answer, fail })
        const call: CallMessage = { id, url, method, headers, ...(body === undefined ? {} : { body }) }
        child.send(call, (error) => {
          if (error === null) return
          waiting.delete(id)
          fail(error)
        })
      }),
    stop: () => void child.kill(),
  }
}
