import { AppError, errorStatusOf } from '../messages/app-error.ts'
import type { MessageKey } from '../messages/english.ts'
import type { Contract, Input, Reply } from './endpoint.ts'

interface Answer {
  readonly status: number
  json(): Promise<unknown>
}

/** The client's side of a call: fetch, the server's address, the token, and a source of idempotency keys. */
export interface Transport {
  fetch(
    url: string,
    init: {
      method: string
      headers: Record<string, string>
      body?: string
      credentials: 'same-origin'
      /** of the options */
      within?: number
    },
  ): Promise<Answer>
  readonly base: string
  token(): string | undefined
  newKey(): string
}

export interface CallOptions {
  /** The key of the first try, for a repeated call: the server sends the stored answer again [design/api-19]. */
  readonly key?: string
  /** The longest wait for the answer, ms; without it the transport decides. */
  readonly within?: number
}

export type CallFunction = <E extends Contract>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
) => Promise<Reply<E>>

/**
 * The typed client of the API. Throws AppError for every answer that is not 2xx, and `fetch_call_error` (503) when the
 * network fails [places-8].
 */
export const makeCall =
  (transport: Transport): CallFunction =>
  async (endpoint, input, options = {}) => {
    const url = transport.base + pathOf(endpoint.path, input.params) + queryOf(input.query)
    const token = transport.token()
    const headers: Record<string, string> = {}
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`
    if (endpoint.idempotent) headers['idempotency-key'] = options.key ?? transport.newKey()
    const body = input.body === undefined ? undefined : JSON.stringify(input.body)
    if (body !== undefined) headers['content-type'] = 'application/json'
    let answer: Answer
    let reply: unknown
    try {
      answer = await transport.fetch(url, {
        method: endpoint.method,
        headers,
        credentials: 'same-origin',
        ...(body === undefined ? {} : { body }),
        ...(options.within === undefined ? {} : { within: options.within }),
      })
      reply = await answer.json()
    } catch (cause) {
      throw new AppError(503, 'fetch_call_error', { cause })
    }
    if (answer.status >= 200 && answer.status < 300) return reply as Reply<typeof endpoint>
    throw errorOf(answer.status, reply)
  }

const pathOf = (path: string, params: unknown): string =>
  path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string> | undefined)?.[name] ?? ''),
  )

const queryOf = (query: unknown): string => {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  return pairs.length === 0
    ? ''
    : '?' + pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')
}

/** Only the form is checked: a newer server may send keys that this client has no text for. */
const isKey = (key: unknown): key is MessageKey => typeof key === 'string' && /^\w+$/.test(key)

const errorOf = (status: number, reply: unknown): AppError => {
  const { error, ...extra } = (reply ?? {}) as { error?: unknown; key?: unknown }
  const known = errorStatusOf(status)
  if (typeof error === 'object' && error !== null && 'key' in error) {
    const fields = (error as { fields?: Record<string, string> }).fields
    return new AppError(known, isKey(error.key) ? error.key : 'server_error', { extra, ...(fields ? { fields } : {}) })
  }
  // the calls of the host root answer `{ error: text, key }` [design/api-11]
  const key = extra['key'] ?? error
  return new AppError(known, isKey(key) ? key : 'server_error', { extra })
}
