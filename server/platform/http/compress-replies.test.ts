import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { compressReplies } from './compress-replies.ts'

const rows = Array.from({ length: 120 }, (_, id) => ({ id, add: `18 de Julio ${id}`, note: 'ñandú' }))
const app = fastify()
await compressReplies(app)
app.get('/rows', () => ({ rows }))
app.get('/one', () => ({ rows: rows.slice(0, 40) }))
app.get('/page', (_request, reply) => reply.type('text/html; charset=utf-8').send('<p>calm</p>'.repeat(400)))
app.get('/tile', (_request, reply) => reply.type('application/x-protobuf').send(Buffer.alloc(5000)))
app.get('/packed', (_request, reply) =>
  reply.type('application/json').header('content-encoding', 'gzip').send(Buffer.alloc(5000)),
)
app.post('/sent', ({ body }) => ({ body }))
app.get('/differs', (_request, reply) => reply.header('vary', 'accept-language').send({ rows }))
afterAll(() => app.close())

const get = (url: string, encodings?: string) =>
  app.inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } })

it('compresses long replies with the best encoding the client accepts', async () => {
  const browser = await get('/rows', 'gzip, deflate, br, zstd')
  expect(browser.headers['content-encoding']).toBe('br')
  expect(JSON.parse(brotliDecompressSync(browser.rawPayload).toString())).toEqual({ rows })
  const older = await get('/rows', 'gzip;q=1.0, br;q=0')
  expect(older.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(older.rawPayload).toString())).toEqual({ rows })
  expect(Number(older.headers['content-length'] ?? older.rawPayload.length)).toBe(older.rawPayload.length)
  expect(older.rawPayload.length).toBeLessThan(JSON.stringify({ rows }).length / 3)
  expect((await get('/page', 'br')).headers['content-encoding']).toBe('br')
})

it('leaves short, binary and compressed replies alone, and clients that accept no encoding', async () => {
  for (const url of ['/one', '/tile']) expect((await get(url, 'br')).headers['content-encoding']).toBeUndefined()
  expect((await get('/packed', 'br')).rawPayload.length).toBe(5000)
  for (const none of [undefined, '', 'identity', 'gzip;q=0, br;q=0.0']) {
    const plain = await get('/rows', none)
    expect([none, plain.headers['content-encoding'], plain.json()]).toEqual([none, undefined, { rows }])
  }
})

it('marks compressed replies as dependent on the accepted encodings', async () => {
  expect((await get('/rows', 'br')).headers['vary']).toBe('accept-encoding')
  expect((await get('/differs', 'br')).headers['vary']).toBe('accept-language, accept-encoding')
  expect((await get('/one', 'br')).headers['vary']).toBeUndefined()
})

it('reads the header as browsers and tools write it', async () => {
  const encodings = ['BR', 'deflate, gzip', 'br;q=0.0, gzip;q=0.5']
  const answers = await Promise.all(encodings.map((accepted) => get('/rows', accepted)))
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', 'gzip'])
})

it('does not decompress request bodies', async () => {
  const body = gzipSync(JSON.stringify({ some: 'text' }))
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const answer = await app.inject({ method: 'POST', url: '/sent', headers, payload: body })
  expect(answer.statusCode).toBe(400)
})
