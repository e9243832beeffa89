import { limits } from '@remis/server/platform/runtime/limits'
import { startTestApp, type TestApp, type TestAppOptions } from '@remis/server/testing/app'
import type { TestDatabase } from '@remis/server/testing/test-database'
import { randomUUID } from 'node:crypto'

/** What a call is sent with beside its body. */
export interface With {
  readonly headers?: Readonly<Record<string, string>>
  /** the address it comes from */
  readonly address?: string
  readonly token?: string
}

export interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly cookies: readonly { readonly name: string; readonly value: string }[]
  /** message key of a refusal, in either shape */
  readonly key: unknown
}

export interface Doors {
  readonly server: TestApp
  send(method: string, url: string, body?: unknown, more?: With): Promise<Answer>
  signUp(form?: Readonly<Record<string, unknown>>): Promise<{ email: string; password: string; uid: string }>
  signIn(account: { email: string; password: string }, more?: With): Promise<Answer>
}

export const password = 'Abc*4711'
let people = 0

/** Registration counts per address too: each person here has a separate address. */
const addressOf = (n: number): string => `198.18.${Math.floor(n / 250)}.${(n % 250) + 1}`

/** Sends a call to a server in this process. */
export const sendTo =
  (server: TestApp): Doors['send'] =>
  async (method, url, body, { headers = {}, address, token } = {}) => {
    const answer = await server.fastify.inject({
      method: method as 'GET',
      url,
      headers: {
        'idempotency-key': randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      ...(address === undefined ? {} : { remoteAddress: address }),
    })
    return {
      status: answer.statusCode,
      text: answer.body,
      headers: answer.headers,
      cookies: answer.cookies,
      key: keyOf(answer.body),
    }
  }

/** The whole server with its real limits, which the other tests remove. */
export const openDoors = async (database: TestDatabase, wishes: TestAppOptions = {}): Promise<Doors> => {
  const real = { floods: limits.floods, floodPerAddress: limits.floodPerAddress }
  const server = await startTestApp(database, { sweeps: false, ...wishes, limits: { ...real, ...wishes.limits } })

  const send = sendTo(server)
  return {
    server,
    send,
    signUp: async (form = {}) => {
      const n = ++people
      const regData = {
        firstName: 'Person',
        lastName: String(n),
        email: `person.${n}.${randomUUID().slice(0, 8)}@example.org`,
        password,
        mobile: `+5989${String(1_000_000 + n)}`,
        ...form,
      }
      const answer = await send('POST', '/user_signup', { regData }, { address: addressOf(n) })
      if (answer.status !== 200) throw new Error(`the registration failed: ${answer.text}`)
      return { email: regData.email, password, uid: (JSON.parse(answer.text) as { uid: string }).uid }
    },
    signIn: ({ email, password: secret }, more) => send('POST', '/api/sessions', { email, password: secret }, more),
  }
}

const keyOf = (text: string): unknown => {
  try {
    const body = JSON.parse(text) as { key?: unknown; error?: { key?: unknown } }
    return body.key ?? body.error?.key
  } catch {
    return undefined
  }
}

export const tokenOf = ({ text }: Answer): string => (JSON.parse(text) as { token: string }).token
