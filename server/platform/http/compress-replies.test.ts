import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { compressReplies, encodingFor } from './compress-replies.ts'

const rows = Array.from({ length: 120 }, (_, id) => ({ id, add: `18 de Julio ${id}`, note: 'ñandú' }))
const app = fastify()
compressReplies(app)
app.get('/rows', () => ({ rows }))
app.get('/one', () => ({ rows: rows.slice(0, 40) }))
app.get('/page', (_request, reply) => reply.type('text/html; charset=utf-8').send('<p>calm</p>'.repeat(400)))
app.get('/tile', (_request, reply) => reply.type('application/x-protobuf').send(Buffer.alloc(5000)))
app.get('/packed', (_request, reply) =>
  reply.type('application/json').header('content-encoding', 'gzip').send(Buffer.alloc(5000)),
)
app.get('/differs', (_request, reply) => reply.header('vary', 'accept-language').send({ rows }))
afterAll(() => app.close())

const get = (url: string, encodings?: string) =>
  app.inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } })

it('packs long replies as the client takes them, and they say the same', async () => {
  const browser = await get('/rows', 'gzip, deflate, br, zstd')
  expect(browser.headers['content-encoding']).toBe('br')
  expect(JSON.parse(brotliDecompressSync(browser.rawPayload).toString())).toEqual({ rows })
  const older = await get('/rows', 'gzip;q=1.0, br;q=0')
  expect(older.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(older.rawPayload).toString())).toEqual({ rows })
  expect(Number(older.headers['content-length'])).toBe(older.rawPayload.length)
  expect(older.rawPayload.length).toBeLessThan(JSON.stringify({ rows }).length / 3)
  expect((await get('/page', 'br')).headers['content-encoding']).toBe('br')
})

it('leaves alone what is short, what is no text, what is packed, and who takes nothing', async () => {
  for (const url of ['/one', '/tile']) expect((await get(url, 'br')).headers['content-encoding']).toBeUndefined()
  expect((await get('/packed', 'br')).rawPayload.length).toBe(5000)
  const plain = await get('/rows')
  expect([plain.headers['content-encoding'], plain.json()]).toEqual([undefined, { rows }])
})

it('tells caches that the reply depends on what the client takes', async () => {
  expect((await get('/rows')).headers['vary']).toBe('accept-encoding')
  expect((await get('/differs', 'br')).headers['vary']).toBe('accept-language, accept-encoding')
  expect((await get('/one', 'br')).headers['vary']).toBeUndefined()
})

it('reads the header as browsers and tools write it', () => {
  expect([undefined, '', 'identity', '*;q=0', 'BR', 'deflate, gzip', 'br;q=0.0, gzip;q=0.5'].map(encodingFor)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    'br',
    'gzip',
    'gzip',
  ])
})
