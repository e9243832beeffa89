import pg from 'pg'
import { acceptBooking } from '../../server/booking/moves/accept-booking.ts'
import { createAppContext } from '../../server/app-context.ts'
import { makeBroadcaster } from '../../server/platform/live/broadcaster.ts'
import { makeCommit } from '../../server/platform/http/commit-call.ts'
import { connectDatabase } from '../../server/platform/database/database.ts'
import { limits } from '../../server/platform/runtime/limits.ts'
import { createLogger } from '../../server/platform/runtime/logger.ts'
import { secretBox } from '../../server/platform/security/secret-box.ts'
import { standInMaps } from '../../server/providers/maps/stand-in-maps.ts'
import { makePlatform } from '../../server/testing/test-platform.ts'
import { bookingOf, driverOf } from './rides.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /**
   * how many answers the server had waited for before sending this; statements with the same number are sent together
   */
  readonly turn: number
}

const keyOf = (i: number): string => `bench-key-${bookingOf(i)}`

/** Records the statements of our accept of ride `i`, from begin to commit. The ride really is accepted. */
export const recordAccept = async (connection: pg.PoolConfig, i: number): Promise<Statement[]> => {
  const db = connectDatabase({ connection, limits: limits.database, log: createLogger('silent') })
  const app = createAppContext(makePlatform({ db }), standInMaps(), makeBroadcaster())
  await app.settings.current()
  const received: Statement[] = []
  let unanswered = 0
  let turn = 0
  // oxlint-disable-next-line typescript/unbound-method -- applied to its own client below
  const query = pg.Client.prototype.query as (this: pg.Client, ...all: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...all: unknown[]): unknown {
    const [text, values] = all
    if (typeof text !== 'string') return query.apply(this, all)
    if (unanswered === 0) turn++
    received.push({ text, values: (values as unknown[] | undefined) ?? [], turn })
    unanswered++
    return (query.apply(this, all) as Promise<unknown>).finally(() => unanswered--)
  } as typeof pg.Client.prototype.query
  try {
    const box = secretBox(Buffer.alloc(32))
    const id = { owner: `user:${driverOf(i)}`, endpoint: 'accept', key: keyOf(i), bodyHash: Buffer.alloc(32), box }
    const commit = makeCommit(app, { endpoint: 'accept', id, shape: (reply) => reply })
    await acceptBooking(app, {
      params: { id: bookingOf(i) },
      query: undefined,
      body: {},
      who: { kind: 'person', id: driverOf(i), role: 'driver', sessionId: driverOf(i) },
      requestId: 'bench',
      address: '127.0.0.1',
      userAgent: 'bench',
      commit,
      cookie: { set: () => undefined, clear: () => undefined },
    } as unknown as Parameters<typeof acceptBooking>[1])
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
    await db.close()
  }
  const begin = received.findIndex(({ text }) => /^(begin|start transaction)/i.test(text))
  const end = received.findIndex(({ text }, place) => place > begin && /^commit/i.test(text))
  if (begin === -1 || end === -1) throw new Error('no transaction was recorded')
  return received.slice(begin, end + 1)
}

const freshId = /\b(?!01900000-)[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/

/** The same statements for another ride; generated ids are generated again. */
export const sayAgain = (statements: readonly Statement[], from: number, to: number): Statement[] => {
  const drawn = new Map<string, string>()
  const draw = (id: string): string => {
    if (!drawn.has(id)) drawn.set(id, `${id.slice(0, 24)}${to.toString(16).padStart(12, '0')}`)
    return drawn.get(id)!
  }
  const again = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(again)
    if (typeof value !== 'string') return value
    return value
      .replaceAll(bookingOf(from), bookingOf(to))
      .replaceAll(driverOf(from), driverOf(to))
      .replace(new RegExp(freshId, 'g'), draw)
  }
  return statements.map(({ values, ...one }) => ({ ...one, values: values.map(again) }))
}

/** The statements that are sent together, round trip by round trip. */
export const inTurns = (statements: readonly Statement[]): Statement[][] => {
  const turns = new Map<number, Statement[]>()
  for (const one of statements) turns.set(one.turn, [...(turns.get(one.turn) ?? []), one])
  return [...turns.values()]
}

/** pgbench takes a colon before a letter for a variable, also inside a literal. */
const quoted = (text: string): string => {
  const safe = isJson(text) ? text.replaceAll(':', ': ') : text.replace(/:(?=[a-z_])/gi, ":'||'")
  return safe.includes("'||'") ? `('${safe}')` : `'${safe.replaceAll("'", "''")}'`
}
const isJson = (text: string): boolean => /^[[{]/.test(text)

const literal = (value: unknown, i: number): string => {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return `${quoted(value.toISOString())}::timestamptz`
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'::bytea`
  if (Array.isArray(value)) return `array[${value.map((one) => literal(one, i)).join(', ')}]::text[]`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text === bookingOf(i)) return 'bench_booking(:ride_no)'
  if (text === driverOf(i)) return 'bench_driver(:ride_no)'
  if (freshId.test(text) && text.length === 36) return 'gen_random_uuid()'
  let words = quoted(text)
  if (text.includes(bookingOf(i))) words = `replace(${words}, '${bookingOf(i)}', bench_booking(:ride_no))`
  if (text.includes(driverOf(i))) words = `replace(${words}, '${driverOf(i)}', bench_driver(:ride_no)::text)`
  return words.startsWith('replace') && isJson(text) ? `(${words})::jsonb` : words
}

/** For pgbench: each run takes the next ride of the sequence `rides`, and each round trip is a pipeline. */
export const pgbenchScript = (statements: readonly Statement[], i: number): string =>
  [
    `select nextval('rides') as ride_no \\gset`,
    ...inTurns(statements).flatMap((turn) => [
      '\\startpipeline',
      ...turn.map(
        ({ text, values }) =>
          `${text.replace(/\$(\d+)/g, (_, place: string) => literal(values[Number(place) - 1], i)).replace(/\s+/g, ' ')};`,
      ),
      '\\endpipeline',
    ]),
  ].join('\n')
