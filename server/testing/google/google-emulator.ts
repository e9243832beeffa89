import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { googlePrices } from '../../providers/maps/google/google-api.ts'
import {
  misbehave,
  type EmulatedRequest,
  type Fault,
  type ServiceEmulator,
} from '../../providers/maps/testing/service-emulator.ts'
import type { Point } from '../../providers/maps/maps-provider.ts'
import { answerPlaces, type GoogleSessions } from './emulated-places.ts'
import { answerRoads } from './emulated-roads.ts'
import { Refused, type EmulatedCall, type World } from './emulated-call.ts'

export interface GoogleEmulator extends ServiceEmulator {
  readonly key: string
  /** Every call that passed the check of the key, oldest first. */
  readonly calls: readonly EmulatedCall[]
  /** The next calls are answered with this. */
  failNext(status: number, body: string, times?: number): void
  /** Points that no road is near. */
  offRoad(is: (point: Point) => boolean): void
  /** Millionths of a US dollar by the rules of the price list, sessions included. */
  bill(): number
}

/**
 * Google's web services as documented, on loopback: Places (New), Geocoding v4, Routes and Roads. Their answers are
 * made of the maps of a test city. Checks the key, required field masks, limits and session tokens.
 */
export const startGoogleEmulator = async (world: World): Promise<GoogleEmulator> => {
  // The form of a real key, made up.
  const key = `AIza${'Emulated-key_0123456789'.padEnd(35, 'x')}`
  const calls: EmulatedCall[] = []
  const requests: EmulatedRequest[] = []
  let faults: (Fault | { status: number; body: string })[] = []
  const sessions: GoogleSessions = new Map()
  let spent = 0
  let isOffRoad: (point: Point) => boolean = () => false

  const answer = async (call: EmulatedCall): Promise<unknown> => {
    const charge = (price: number): void => void (spent += price)
    return (
      (await answerPlaces(world, sessions, call, charge)) ??
      (await answerRoads(world, call, charge, isOffRoad)) ??
      refuse(new Refused(404, 'NOT_FOUND', 'Method not found.'))
    )
  }

  const server = createServer((request, reply) => {
    const send = (status: number, body: string): void => {
      reply.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(body)
    }
    void (async () => {
      const call = await readCall(request)
      requests.push(requestOf(request, call))
      try {
        checkKey(call, key)
        calls.push(call)
        const fault = faults.shift()
        if (typeof fault === 'string') misbehave(fault, reply)
        else if (fault) send(fault.status, fault.body)
        else send(200, JSON.stringify(masked(await answer(call), call.fieldMask)))
      } catch (error) {
        const refused = error instanceof Refused ? error : new Refused(500, 'INTERNAL', 'Internal error encountered.')
        send(refused.code, JSON.stringify({ error: refused.body() }))
      }
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    calls,
    requests,
    fail: (fault, times = 1) => void (faults = Array.from({ length: times }, () => fault)),
    reset: () => {
      faults = []
      requests.length = 0
    },
    failNext: (status, body, times = 1) => void faults.push(...Array.from({ length: times }, () => ({ status, body }))),
    offRoad: (is) => void (isOffRoad = is),
    bill: () => spent + [...sessions.values()].reduce((sum, one) => sum + one.billed * googlePrices.autocomplete, 0),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const requestOf = ({ headers }: IncomingMessage, { method, path, query, body }: EmulatedCall): EmulatedRequest => ({
  method,
  path,
  query,
  headers,
  body: JSON.stringify(body),
})

const refuse = (refused: Refused): never => {
  throw refused
}

const readCall = async (request: IncomingMessage): Promise<EmulatedCall> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const url = new URL(request.url ?? '/', 'http://localhost')
  const text = Buffer.concat(parts).toString('utf8')
  const mask = request.headers['x-goog-fieldmask']
  return {
    method: request.method ?? 'GET',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    key: String(request.headers['x-goog-api-key'] ?? url.searchParams.get('key') ?? ''),
    fieldMask: typeof mask === 'string' ? mask.split(',') : undefined,
  }
}

const checkKey = (call: EmulatedCall, key: string): void => {
  if (call.key === '') throw new Refused(403, 'PERMISSION_DENIED', 'The request is missing a valid API key.')
  if (call.key !== key)
    throw new Refused(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', 'API_KEY_INVALID')
}

/** Only the fields of the mask, at each level. */
const masked = (answer: unknown, mask: readonly string[] | undefined): unknown => {
  if (mask === undefined || mask.includes('*')) return answer
  if (Array.isArray(answer)) return answer.map((one) => masked(one, mask))
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]) => {
      if (mask.includes(name)) return [[name, value]]
      const inner = mask.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))
      return inner.length === 0 ? [] : [[name, masked(value, inner)]]
    }),
  )
}
