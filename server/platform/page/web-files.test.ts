import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { endpoint } from '@remis/domain/kit/endpoint'
import { nothing } from '@remis/domain/kit/schema'
import { AppError } from '@remis/domain/messages/app-error'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseFor } from '../../testing/test-database.ts'
import { makePlatform } from '../../testing/test-platform.ts'
import { createHttpServer, type HttpServer } from '../http/http-server.ts'
import { serve } from '../http/use-case.ts'

const app = makePlatform(await databaseFor(import.meta.url), {
  env: { MAPS_STYLE_URL: 'https://tiles.example/{theme}.json', MAPS_STYLE_ORIGINS: 'https://fonts.example' },
})
const folder = mkdtempSync(join(tmpdir(), 'remis-web-'))
const spanish = {
  view: {
    id: 'es',
    langName: 'Español',
    langLocale: 'es',
    dateLocale: 'es',
    changes: null,
    default: true,
    createdAt: '',
  },
  texts: {},
  changed: {},
}
const script = 'console.log(1)'.repeat(200)
let server: HttpServer

const api = {
  refused: endpoint({
    method: 'GET',
    path: '/api/refused',
    summary: '',
    roles: ['anyone'],
    relation: 'none',
    rate: 'none',
    reply: nothing,
  }),
}
const served = serve<typeof app, typeof api>(api, {
  refused: () => Promise.reject(new AppError(422, 'no_route_found')),
})

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__CSP_NONCE__"><title>Remis</title>')
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), script)
  writeFileSync(join(folder, 'assets', 'main-abc123.js.gz'), gzipSync(script))
  writeFileSync(join(folder, 'robots.txt'), 'none')
  server = await createHttpServer(app, served, {
    webFolder: folder,
    formOrigins: ['https://gateway.example'],
    pageData: () =>
      Promise.resolve({
        appName: 'Taxis del Sur',
        company: '',
        email: '',
        languages: [spanish],
        carTypes: [],
      }),
  })
})
afterAll(async () => {
  await server.fastify.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.fastify.inject({ url, headers })
const nonceOf = (page: { headers: Record<string, unknown> }) =>
  /'nonce-([\w-]+)'/.exec(String(page.headers['content-security-policy']))?.[1]

it('sends the page with a new nonce for the root and every screen', async () => {
  const html = { accept: 'text/html,*/*' }
  const pages = await Promise.all([get('/', html), get('/bookings', html), get('/trips/7K3M9QX2AB?from=mail', html)])
  for (const page of pages) {
    expect([page.statusCode, page.headers['cache-control'], page.headers['vary']]).toEqual([
      200,
      'no-cache',
      'cookie, accept-language',
    ])
    expect(page.body).toContain(`nonce="${nonceOf(page)}"`)
    expect(page.body).not.toContain('__CSP_NONCE__')
    // a browser applies form-action to the redirect to a card gateway too
    expect(page.headers['content-security-policy']).toContain(`form-action 'self' https://gateway.example;`)
    // [design/maps-80]: the operator's map style
    expect(page.headers['content-security-policy']).toContain(
      `connect-src 'self' https://tiles.example https://fonts.example;`,
    )
  }
  expect(new Set(pages.map(nonceOf)).size).toBe(3)
})

it('allows the hosts of Google’s map only where Google draws the maps [design/maps-98]', async () => {
  const policyOf = async (from: HttpServer) => {
    const { headers } = await from.fastify.inject({ url: '/', headers: { accept: 'text/html' } })
    return String(headers['content-security-policy'])
  }
  expect(await policyOf(server)).not.toMatch(/google|gstatic|ggpht/)
  const { config } = app
  const drawing = { ...app, config: { ...config, maps: { ...config.maps, drawing: 'google' as const } } }
  const other = await createHttpServer(drawing, served, { webFolder: folder })
  const policy = await policyOf(other)
  await other.fastify.close()
  expect(policy).toContain(`script-src 'self' https://maps.googleapis.com;`)
  expect(policy).toMatch(/img-src [^;]*https:\/\/maps\.gstatic\.com/)
  expect(policy).not.toMatch(/unsafe|https:\/\/\*\.google/)
  // a worker of ours needs none of them
  expect(String((await get('/assets/main-abc123.js')).headers['content-security-policy'])).not.toContain('google')
})

it('answers 404 in JSON for unknown files and calls, and for paths outside the folder', async () => {
  const html = { accept: 'text/html' }
  for (const url of [
    '/api/none',
    '/assets/none.js',
    '/package.json',
    '/..%2f..%2fpackage.json',
    '/assets/../../x.js',
  ]) {
    const answer = await get(url, html)
    expect([url, answer.statusCode]).toEqual([url, 404])
    expect(answer.json().error.key).toBe('not_found')
  }
  expect((await server.fastify.inject({ method: 'POST', url: '/bookings', headers: html })).statusCode).toBe(404)
})

it('caches hashed files for a year, serves their compressed form, and lets a worker load tiles', async () => {
  const plain = await get('/assets/main-abc123.js')
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plain.headers['content-security-policy']).toContain(
    `connect-src 'self' https://tiles.example https://fonts.example;`,
  )
  expect(plain.body).toBe(script)
  const small = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip' })
  expect([small.headers['content-encoding'], Number(small.headers['content-length']) < 200]).toEqual(['gzip', true])
  expect((await get('/robots.txt')).headers['cache-control']).toBe('no-cache')
})

it('answers refusals of the API unchanged beside the web app', async () => {
  const answer = await get('/api/refused')
  expect(answer.statusCode).toBe(422)
  expect(answer.json().error.key).toBe('no_route_found')
})

it('answers a failed condition and a range past the end in the error shape of the API', async () => {
  const file = '/assets/main-abc123.js'
  const old = await get(file, { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })
  const past = await get(file, { range: 'bytes=99999-' })
  expect([old.statusCode, past.statusCode]).toEqual([412, 416])
  for (const answer of [old, past]) {
    expect(answer.json().error.key).toBe('invalid_input')
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  expect((await get(file, { range: 'bytes=0-1' })).statusCode).toBe(206)
})

it('puts the app name of the operator into the manifest', async () => {
  const answer = await get('/manifest.webmanifest')
  expect(answer.headers['content-type']).toContain('application/manifest+json')
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.json()).toMatchObject({ name: 'Taxis del Sur', lang: 'es', start_url: '/', display: 'standalone' })
  // too long for the label of an icon
  expect(answer.json()).not.toHaveProperty('short_name')
  for (const { src } of answer.json().icons as { src: string }[])
    expect([src, existsSync(join(import.meta.dirname, '../../../web/public', src))]).toEqual([src, true])
})
