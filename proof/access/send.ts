import { randomUUID } from 'node:crypto'
import type { Caller } from './callers.ts'
import type { Query } from './requests.ts'
import { canariesOf, leaks, type Canary } from './canaries.ts'
import type { World } from './world.ts'

export interface Answer {
  /** headers and body as they left */
  readonly bytes: string
  readonly status: number
  readonly text: string
  readonly body: unknown
}

export interface Sender {
  send(name: string, caller: Caller, ask: Query): Promise<Answer>
  /** Looks for what this caller must not have been sent. */
  inspect(name: string, caller: Caller, answer: Answer): void
  /** Bookings have moved: who may know what is another. */
  look(): void
  /** what reached whom and should not have, so far */
  readonly leaked: string[]
}

/** A file has no fields: its name stands for it. */
const bodyOf = (answer: { readonly body: string; readonly headers: object; json<T>(): T }): unknown => {
  if (answer.body === '') return undefined
  const { 'content-disposition': header } = answer.headers as { readonly 'content-disposition'?: string }
  const name = /^attachment; filename="(.*)"$/.exec(header ?? '')?.[1]
  return name === undefined ? answer.json<unknown>() : { file: name }
}

/** Sends calls straight into the running server and looks at every byte that comes back. */
export const makeSender = (world: World): Sender => {
  const { fastify } = world.actors.city.server
  let canaries: readonly Canary[] = canariesOf(world)
  const leaked: string[] = []
  return {
    leaked,
    inspect: (name, { name: whom, role, id }, { bytes }) => {
      for (const what of leaks(canaries, { role, id, call: name }, bytes)) leaked.push(`${name} → ${whom}: ${what}`)
    },
    look: () => (canaries = canariesOf(world)),
    send: async (name, caller, { id = '', query, body, token = caller.token }) => {
      const [method = '', path = ''] = name.split(' ')
      const answer = await fastify.inject({
        method: method as 'GET',
        url: path.replace(':id', id) + (query === undefined ? '' : `?${query}`),
        headers: {
          'idempotency-key': randomUUID(),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      return {
        bytes: JSON.stringify(answer.headers) + answer.body,
        status: answer.statusCode,
        text: answer.body,
        body: bodyOf(answer),
      }
    },
  }
}
