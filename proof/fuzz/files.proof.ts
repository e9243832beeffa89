import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createAppContext, wire } from '@remis/server/app-context'
import { endpoints } from '@remis/server/endpoints'
import { makeBroadcaster } from '@remis/server/platform/live/broadcaster'
import { createHttpServer, type HttpServer } from '@remis/server/platform/http/http-server'
import { standInMaps } from '@remis/server/providers/maps/stand-in-maps'
import { databaseFor } from '@remis/server/testing/test-database'
import { makePlatform } from '@remis/server/testing/test-platform'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { many } from '../scale.ts'
import { explore } from './explore.ts'
import { commonFaultsOf } from './judge.ts'
import { unlimited } from './unlimited.ts'
import { watchOf } from './watch.ts'
import { send, sendBytes, type Answer, type Sent } from './wire.ts'

const database = await databaseFor(import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'remis-fuzz-'))
const canary = 'THE-FILE-BESIDE-THE-WEB-FOLDER'
let server: HttpServer
let base = ''

beforeAll(async () => {
  const web = join(folder, 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), canary)
  writeFileSync(join(web, '.hidden'), canary)
  writeFileSync(join(web, 'index.html'), '<!doctype html><style nonce="__CSP_NONCE__"></style>')
  const script = 'export const answer = 42\n'.repeat(100)
  writeFileSync(join(web, 'assets', 'main-abc.js'), script)
  writeFileSync(join(web, 'assets', 'main-abc.js.gz'), gzipSync(script))
  const app = createAppContext(makePlatform(database, { limits: unlimited }), standInMaps(), makeBroadcaster())
  const wired = wire(app)
  server = await createHttpServer(app, endpoints, {
    isDemo: wired.isDemo ?? (() => Promise.resolve(false)),
    ...(wired.relations ? { relations: wired.relations } : {}),
    ...(wired.mountMore ? { mountMore: wired.mountMore } : {}),
    webFolder: web,
  })
  const { port } = await server.listen()
  base = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await server.drain()
  rmSync(folder, { recursive: true, force: true })
})

const pieces = [
  'assets',
  'main-abc.js',
  'main-abc.js.gz',
  'index.html',
  'secret.txt',
  '.hidden',
  'maps',
  'tiles',
  'fonts',
  'noto-sans-latin-400-normal.woff2',
  'style-light.json',
  '12',
  '1398',
  '2447.mvt',
  '0',
  '-1',
  '99999999',
  '1e3',
  '..',
  '.',
  '%2e%2e',
  '..%2f',
  '%2F',
  '%5c..',
  '%00',
  '%',
  '%zz',
  '%c0%ae',
  '',
  '~',
  ';',
  '*',
  'api',
  'metrics',
  'health',
  'ready',
  'openapi.json',
  'docs',
  'bookings',
  'login',
  'socket.io',
  '__proto__',
  'con',
  'a'.repeat(300),
]
const headers: readonly Readonly<Record<string, string>>[] = [
  {},
  { accept: 'text/html' },
  { accept: '', 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'gzip;q=0, *;q=0' },
  { 'accept-encoding': 'br;q=NaN,,;' },
  { range: 'bytes=0-1' },
  { range: 'bytes=-0' },
  { range: 'bytes=99999999999999999999-' },
  { range: 'bytes=5-1,0-0,0-0,0-0' },
  { range: 'lines=1-2' },
  { range: 'bytes=0-1', 'accept-encoding': 'gzip', 'if-range': '"x"' },
  { 'if-none-match': '*' },
  { 'if-none-match': 'W/"",,,' },
  { 'if-match': '"x"' },
  { 'if-modified-since': 'Thu, 99 Foo 99999 25:61:61 GMT' },
  { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  { authorization: 'Bearer wrong' },
  { upgrade: 'h2c', connection: 'upgrade' },
]

const fileCase: fc.Arbitrary<Sent> = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND'),
    path: fc.oneof(
      fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
      fc.constantFrom(
        '/assets/main-abc.js',
        '/maps/tiles/12/1398/2447.mvt',
        '/maps/style-dark.json',
        '/',
        '//',
        '/api/docs',
      ),
    ),
    query: fc.constantFrom('', '?', '?v=1', '?v=1&v=2', '?%00', '?__proto__=x'),
    more: fc.constantFrom(...headers),
  })
  .map(({ method, path, query, more }) => ({ method, url: path + query, headers: more }))

const faultsOf = (asked: Sent, answer: Answer): string[] => {
  const faults = commonFaultsOf(answer)
  if (answer.text.includes(canary)) faults.push('a file was sent that must not be served')
  const isMissing = answer.status >= 300 && answer.status < 400 && answer.headers['location'] !== undefined
  if (isMissing && !String(answer.headers['location']).startsWith('/')) faults.push('the redirect leads elsewhere')
  return asked.method === 'OPTIONS' && answer.status === 204 ? [] : faults
}

describe('routes that are no endpoints', () => {
  it('files, tiles, fonts, pages: any path, range and condition', async () => {
    await explore({
      name: 'files',
      base,
      runs: many(200, 20_000),
      cases: () => fileCase,
      faults: faultsOf,
      mayChange: () => false,
      watch: await watchOf(database.db.request),
    })
  })
})

const line = (text: string) => `${text} HTTP/1.1\r\nhost: remis\r\nconnection: close\r\n`
const wires: readonly (readonly [string, string])[] = [
  ['a header with CR and LF in it', `${line('GET /health')}x: a\r\nset-cookie: remis=stolen\r\n\r\n`],
  [
    'a path with CR and LF in it',
    'GET /pay/test/return/x%0d%0aset-cookie:%20a=b?k=1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  ],
  ['a bare LF', 'GET /health HTTP/1.1\nhost: x\nconnection: close\n\n'],
  ['a header line that is folded', `${line('GET /health')}x: a\r\n b\r\n\r\n`],
  ['no host', 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['two hosts', `${line('GET /health')}host: other\r\n\r\n`],
  [
    'length and chunks',
    `${line('POST /api/sessions')}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
  ],
  ['a negative length', `${line('POST /api/sessions')}content-length: -1\r\n\r\n`],
  ['a length above every number', `${line('POST /api/sessions')}content-length: 99999999999999999999\r\n\r\n`],
  [
    'a chunk above every number',
    `${line('POST /api/sessions')}transfer-encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n`,
  ],
  ['no chunk', `${line('POST /api/sessions')}transfer-encoding: chunked\r\n\r\nzz\r\n`],
  ['another address', 'GET http://evil.example/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ['a star', 'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['HTTP/0.9', 'GET /health\r\n\r\n'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['raw bytes in the path', 'GET /\xff\xfe\x01 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ['a path of 20 kB', `${line(`GET /${'a'.repeat(20_000)}`)}\r\n`],
  ['a thousand headers', `${line('GET /health')}${'a: b\r\n'.repeat(1000)}\r\n`],
  ['an upgrade to an unknown protocol', 'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: nothing\r\n\r\n'],
  [
    'an invalid upgrade of the live link',
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\nsec-websocket-version: 99\r\n\r\n',
  ],
  ['a cookie set by a name', `${line('GET /api/sessions/current')}cookie: ${'a=b;'.repeat(900)}\r\n\r\n`],
]

describe('bytes on the wire', () => {
  it.each(wires)('%s', async (_, bytes) => {
    const reply = await sendBytes(base, Buffer.from(bytes, 'latin1'))
    expect(reply).not.toMatch(/^HTTP\/1\.\d 5/m)
    expect(reply.toLowerCase()).not.toContain('\nset-cookie: remis=stolen')
    expect(reply).not.toContain(canary)
    expect((await send(base, { method: 'GET', url: '/health', headers: {} })).status).toBe(200)
  })

  it('a valid request with any of its bytes changed', async () => {
    const good = Buffer.from(
      `${line('POST /api/sessions')}content-type: application/json\r\ncontent-length: 2\r\n\r\n{}`,
    )
    const spoilt = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(spoilt, async (changes) => {
        const bytes = Buffer.from(good)
        for (const [at, value] of changes) bytes[at] = value
        expect(await sendBytes(base, bytes, 150)).not.toMatch(/^HTTP\/1\.\d 5/m)
      }),
      { seed: 1, numRuns: many(30, 2000) },
    )
    expect((await send(base, { method: 'GET', url: '/health', headers: {} })).status).toBe(200)
  })
})
