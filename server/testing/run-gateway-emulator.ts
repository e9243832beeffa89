import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testFaults, type Scenario } from '../providers/payments/test-gateway/gateway-faults.ts'
import { openDesk } from '../providers/payments/test-gateway/gateway-desk.ts'
import { memoryBook } from '../providers/payments/test-gateway/gateway-order.ts'

/**
 * The test gateway as a separate process on another origin, with a control API for tests under `/__ctl`. Prints its
 * port. Ends when its standard input closes, so that it ends with the test.
 */
const secret = process.env['TEST_GATEWAY_SECRET'] ?? ''
const faults = testFaults()
const book = memoryBook()
let skewMs = 0
const desk = openDesk({
  secret,
  book,
  faults,
  now: () => Date.now() + skewMs,
  laterMs: Number(process.env['TEST_GATEWAY_LATER_MS'] ?? 500),
  send: async (url, init) => (await fetch(url, init)).status,
})

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

interface Control {
  readonly attempt: string
  readonly scenario?: Scenario | null
  readonly action?: string
  readonly skewMs?: number
}

const control = async (path: string, body: Control): Promise<unknown> => {
  switch (path) {
    case '/__ctl/scenario':
      faults.set(body.attempt, body.scenario ?? null)
      return {}
    case '/__ctl/clock':
      skewMs = body.skewMs ?? 0
      return {}
    case '/__ctl/decide':
      return desk.decide(body.attempt, body.action ?? '')
    case '/__ctl/order':
      return book.findByAttempt(body.attempt)
    case '/__ctl/webhook': {
      const order = await book.findByAttempt(body.attempt)
      return order === null ? null : desk.webhookOf(order)
    }
    default:
      throw new Error(`no such control: ${path}`)
  }
}

const server = createServer((request, response) => {
  void (async () => {
    const body = await bodyOf(request)
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    if (path.startsWith('/__ctl/')) {
      const answer = await control(path, JSON.parse(body.toString('utf8')) as Control)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
      return
    }
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
    const asked = new Request(`http://gateway.invalid${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    })
    const answer = await desk.handle(asked, path)
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })().catch((error: unknown) => response.writeHead(500).end(String(error)))
})

server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
process.stdin.on('end', () => process.exit(0)).resume()
