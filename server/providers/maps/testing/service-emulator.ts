import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface EmulatedRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface EmulatedReply {
  readonly status: number
  readonly json: unknown
}

/** Faults of the next requests. `slow`: no answer within the timeout. `cut`: the connection ends in the reply. */
export type Fault = '500' | '429' | 'slow' | 'garbage' | 'foreign' | 'huge' | 'cut' | 'redirect'

export interface ServiceEmulator {
  /** http://127.0.0.1:port */
  readonly url: string
  readonly requests: readonly EmulatedRequest[]
  /** The next `times` requests fail so. */
  fail(fault: Fault, times?: number): void
  /** No faults, no requests. */
  reset(): void
  close(): Promise<void>
}

/** An HTTP service on loopback; each emulator of a provider answers as its documentation says. */
export const emulateService = async (answer: (request: EmulatedRequest) => EmulatedReply): Promise<ServiceEmulator> => {
  const requests: EmulatedRequest[] = []
  let faults: Fault[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://emulator')
      const asked = {
        method: request.method ?? '',
        path: decodeURIComponent(pathname),
        query: searchParams,
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      }
      requests.push(asked)
      const fault = faults.shift()
      if (fault !== undefined) misbehave(fault, response)
      else {
        const { status, json } = answer(asked)
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (fault, times = 1) => void (faults = Array.from({ length: times }, () => fault)),
    reset: () => {
      faults = []
      requests.length = 0
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}

/** Answers one request with a fault. */
export const misbehave = (fault: Fault, response: ServerResponse): unknown => {
  const json = { 'content-type': 'application/json' }
  switch (fault) {
    case '500':
      return response.writeHead(500).end('<h1>Internal Server Error</h1>')
    case '429':
      return response.writeHead(429, json).end('{}')
    case 'slow':
      return setTimeout(() => response.destroy(), 5000).unref()
    case 'garbage':
      return response.writeHead(200, json).end('{"code":"Ok","routes":[{"dist')
    case 'foreign':
      return response.writeHead(200, json).end('{"hello":["world"]}')
    case 'huge':
      return response.writeHead(200, json).end(`{"filler":"${'x'.repeat(600_000)}"}`)
    case 'cut':
      return response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"code"', () => response.destroy())
    case 'redirect':
      return response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
  }
}
