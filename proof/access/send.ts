import { randomUUID } from 'node:crypto'
import type { Caller } from './callers.ts'
import type { Query } from './requests/request.ts'
import { canariesOf, leaks, type Canary } from './canaries.ts'
import type { World } from './world.ts'

export interface Answer {
  /** headers and body as sent, without the length of the body: five digits, as a trip code */
  readonly bytes: string
  readonly status: number
  readonly text: string
  readonly body: unknown
}

export interface Sender {
  send(name: string, caller: Caller, ask: Query): Promise<Answer>
  /** Searches the answer for canaries this caller must not get. */
  inspect(name: string, caller: Caller, answer: Answer): void
  /** Rebuilds the canaries after bookings have moved. */
  refreshCanaries(): void
  /** leaks found so far */
  readonly leaked: string[]
}

/** A file is represented by its name. */
const bodyOf = (answer: { readonly body: string; readonly headers: object; json<T>(): T }): unknown => {
  if (answer.body === '') return undefined
  const { 'content-disposition': header } = answer.headers as { readonly 'content-disposition'?: string }
  const name = /^attachment; filename="(.*)"$/.exec(header ?? '')?.[1]
  return name === undefined ? answer.json<unknown>() : { file: name }
}

/** Sends calls to the running server and checks every byte of the answers. */
export const makeSender = (world: World): Sender => {
  const { fastify } = world.actors.city.server
  let canaries: readonly Canary[] = canariesOf(world)
  const leaked: string[] = []
  return {
    leaked,
    inspect: (name, { name: reader, role, id }, { bytes }) => {
      for (const what of leaks(canaries, { role, id, call: name }, bytes)) leaked.push(`${name} → ${reader}: ${what}`)
    },
    refreshCanaries: () => (canaries = canariesOf(world)),
    send: async (name, caller, { id = '', query, body, picture, token = caller.token, cookie }) => {
      const [method = '', path = ''] = name.split(' ')
      const answer = await fastify.inject({
        method: method as 'GET',
        url: path.replace(':id', id) + (query === undefined ? '' : `?${query}`),
        headers: {
          'idempotency-key': randomUUID(),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(cookie === undefined ? {} : { cookie }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(picture === undefined ? {} : { 'content-type': 'image/png' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        ...(picture === undefined ? {} : { payload: picture }),
      })
      const { 'content-length': _length, ...headers } = answer.headers
      return {
        bytes: JSON.stringify(headers) + answer.body,
        status: answer.statusCode,
        text: answer.body,
        body: bodyOf(answer),
      }
    },
  }
}
