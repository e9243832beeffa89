import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Attempt } from '../../providers/payments/payments-provider.ts'
import type { Delivery, GatewayRig } from '../gateway-conformance.ts'

/** A call as the vendor's server sees it. */
export interface EmulatedCall {
  readonly method: string
  /** under the vendor's name, without the query */
  readonly path: string
  readonly query: URLSearchParams
  /** names in lower case */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

export interface EmulatedReply {
  readonly status: number
  /** an object is sent as JSON, a string as it is */
  readonly body?: object | string
  /** of a string; default text/html */
  readonly type?: string
  readonly location?: string
}

export type Fault = NonNullable<Parameters<GatewayRig['fail']>[1]>

/** The faults that a test sets, per attempt. */
export class Faults {
  readonly #set = new Map<string, Fault>()

  readonly fail = ({ id }: Pick<Attempt, 'id'>, what: Fault | null): Promise<void> => {
    if (what === null) this.#set.delete(id)
    else this.#set.set(id, what)
    return Promise.resolve()
  }

  /** forgets all of them, where a call does not name its attempt */
  clear(): void {
    this.#set.clear()
  }

  /** whether any attempt has it, for a call that does not name its attempt */
  has(what: Fault): boolean {
    return [...this.#set.values()].includes(what)
  }

  is(attemptId: string, what: Fault): boolean {
    return this.#set.get(attemptId) === what
  }
}

/**
 * The emulator of a vendor's documented contract, in this process on a separate port. It is strict as the vendor is:
 * wrong credentials, signatures and amounts are refused in the vendor's words. It shares no code with the adapter.
 */
export interface VendorEmulator extends Pick<
  GatewayRig,
  'approve' | 'decline' | 'leave' | 'fail' | 'slowRefunds' | 'orders' | 'chargeBack'
> {
  readonly url: string
  readonly webhook: (attempt: Attempt, clockSkewSeconds?: number) => Promise<Delivery>
  readonly stop: () => Promise<void>
}

const readBody = async (message: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const headersOf = (message: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )

/**
 * Serves a vendor on loopback under its name, as `PAYMENTS_URL` expects. For the reply `lost` the connection closes
 * without an answer.
 */
export const serveVendor = async (
  name: string,
  handle: (call: EmulatedCall) => EmulatedReply | 'lost' | Promise<EmulatedReply | 'lost'>,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> => {
  const answer = async (message: IncomingMessage): Promise<EmulatedReply | 'lost'> => {
    const { pathname, searchParams } = new URL(message.url ?? '/', 'http://vendor.invalid')
    if (!pathname.startsWith(`/${name}/`)) return { status: 404, body: 'Not here' }
    return handle({
      method: message.method ?? 'GET',
      path: pathname.slice(name.length + 1),
      query: searchParams,
      headers: headersOf(message),
      body: await readBody(message),
    })
  }
  const server = createServer((message, response) => {
    answer(message).then(
      (reply) => {
        if (reply === 'lost') {
          response.destroy()
          return
        }
        const { status, body = '', type = 'text/html; charset=utf-8', location } = reply
        response
          .writeHead(status, {
            'content-type': typeof body === 'string' ? type : 'application/json',
            ...(location === undefined ? {} : { location }),
          })
          .end(typeof body === 'string' ? body : JSON.stringify(body))
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
