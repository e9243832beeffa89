import fastify from 'fastify'
import pg from 'pg'
import { limits } from '../../server/platform/runtime/limits.ts'
import { openOurServer } from './our-server.ts'

/** A server in a separate process, so that the load does not run on its event loop; prints its address. */
export interface Options {
  /** `ours-still`: the queries of a reader of a booking are answered from memory */
  readonly kind: 'ours' | 'ours-still' | 'bare'
  readonly connection: pg.ClientConfig
  /** bare: the bytes it answers */
  readonly reply?: unknown
}

const readerQuery = /from unnest\(.* join sessions s|from \(select\) one left join bookings/is

/** Sends each such query to the database once, then answers it from memory. */
const answerFromMemory = (): void => {
  const known = new Map<string, unknown>()
  // oxlint-disable-next-line typescript/unbound-method -- applied to its own client below
  const query = pg.Client.prototype.query as (this: pg.Client, ...all: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...all: unknown[]): unknown {
    // A prepared statement comes with its name.
    const [asked, given] = all
    const { text, values } = typeof asked === 'object' ? (asked as pg.QueryConfig) : { text: asked, values: given }
    if (typeof text !== 'string' || !readerQuery.test(text)) return query.apply(this, all)
    const key = `${text} ${String(values)}`
    if (!known.has(key)) known.set(key, query.apply(this, all))
    return known.get(key)
  } as typeof pg.Client.prototype.query
}

/** Fastify as in its own benchmark; `/one/:id` first runs one prepared query. */
const bare = async ({ connection, reply }: Options): Promise<string> => {
  const pool = new pg.Pool({ ...connection, max: limits.database.requestPool })
  const server = fastify()
  server.get('/still', () => reply)
  server.get<{ Params: { id: string } }>('/one/:id', async ({ params }) => {
    await pool.query({ name: 'one', text: 'select * from bookings where id = $1', values: [params.id] })
    return reply
  })
  server.post('/still', () => reply)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on no port')
  return `http://127.0.0.1:${address.port}`
}

process.on('disconnect', () => process.exit(0))
process.once('message', (options: Options) => {
  if (options.kind === 'ours-still') answerFromMemory()
  const open = async () => (options.kind === 'bare' ? bare(options) : (await openOurServer(options.connection)).url)
  open().then(
    (url) => process.send?.({ url }),
    (error: unknown) => process.send?.({ failed: error instanceof Error ? error.stack : String(error) }),
  )
})
