import { randomUUID } from 'node:crypto'
import { makeCall } from '@remis/domain/kit/call'
import type { Contract, Input, Reply } from '@remis/domain/kit/endpoint'

/** A call with the key of its first attempt, so that it can be repeated. */
export interface Act {
  readonly endpoint: Contract
  readonly input: unknown
  readonly key: string
}

export const makeAct = <E extends Contract>(endpoint: E, input: Input<E>): Act => ({
  endpoint,
  input,
  key: randomUUID(),
})

/** An API client with numbered calls: an acknowledged call can be repeated. */
export interface Client {
  readonly id: string
  readonly token: string
  readonly call: <E extends Contract>(endpoint: E, input: Input<E>) => Promise<Reply<E>>
  /** Makes the act, the first time or again. */
  readonly make: (act: Act) => Promise<unknown>
}

/** Every call that was answered with 2xx, with the answer. */
export type Acknowledged = { readonly client: Client; readonly act: Act; readonly reply: unknown }[]

/** A call that a fault keeps from ending counts as lost. */
const callMs = 20_000

export const openClient = (
  base: string,
  { id, token }: { readonly id: string; readonly token: string },
  acknowledged: Acknowledged = [],
): Client => {
  const patient: typeof fetch = (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(callMs) })
  const send = makeCall({ fetch: patient, base, token: () => token, newKey: randomUUID })
  const client: Client = {
    id,
    token,
    call: async (endpoint, input) => {
      const act = makeAct(endpoint, input)
      const reply = await send(endpoint, input, { key: act.key })
      if (endpoint.idempotent) acknowledged.push({ client, act, reply })
      return reply
    },
    make: (act) => send(act.endpoint, act.input as never, { key: act.key }),
  }
  return client
}
