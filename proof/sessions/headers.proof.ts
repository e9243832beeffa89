import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAppContext, wire } from '@remis/server/app-context'
import { endpoints } from '@remis/server/endpoints'
import { makeBroadcaster } from '@remis/server/platform/live/broadcaster'
import { createHttpServer, type HttpServer } from '@remis/server/platform/http/http-server'
import { standInMaps } from '@remis/server/providers/maps/stand-in-maps'
import { makePerson } from '@remis/server/testing/make-person'
import { databaseFor } from '@remis/server/testing/test-database'
import { makePlatform } from '@remis/server/testing/test-platform'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { policy } from '../access/policy/policy.ts'
import { routesOf, type Route } from './routes.ts'

const database = await databaseFor(import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'remis-headers-'))
let server: HttpServer
let token: string

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><style nonce="__CSP_NONCE__"></style>')
  writeFileSync(join(folder, 'assets', 'main-abc.js'), 'export {}')
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *')
  const platform = makePlatform(database, { env: { PUBLIC_URL: 'https://taxi.example' } })
  const app = createAppContext(platform, standInMaps(), makeBroadcaster())
  const wired = wire(app)
  server = await createHttpServer(app, endpoints, { ...wired, webFolder: folder })
  await server.fastify.ready()
  token = (await makePerson(database.db, 'admin')).token
})
afterAll(async () => {
  await server.fastify.close()
  rmSync(folder, { recursive: true })
})

/** The routes beside the calls of the policy [design/api-3], listed manually: a new route has to be added here. */
const others = [
  'GET /',
  'GET /index.html',
  'GET /*',
  'GET /assets/main-abc.js',
  'GET /robots.txt',
  'GET /manifest.webmanifest',
  'GET /health',
  'GET /ready',
  'GET /metrics',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /maps/style-light.json',
  'GET /maps/style-dark.json',
  'GET /maps/tiles/:z/:x/:file',
  'GET /maps/fonts/:file',
  'GET /texts/:code/:version',
  // positions of a driver's companion app [design/tracking-31]
  'GET /tracker',
  'POST /tracker',
  // the answer of Apple [design/accounts-106]
  'POST /sign-in/apple',
  'POST /pay/:provider',
  'POST /pay/:provider/webhook',
  'GET /pay/:provider/return/:id',
  'POST /pay/:provider/return/:id',
  'POST /pay/:provider/submit/:id',
  'GET /pay/:provider/cancel/:id',
  // the test gateway's own pages, only in a trial
  'GET /pay/test/gateway/checkout/:id',
  'POST /pay/test/gateway/checkout/:id',
]

/** On every answer [design/access-16]. */
const always: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^strict-origin(-when-cross-origin)?$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /geolocation=\(self\)/,
  'strict-transport-security': /^max-age=31536000/,
  'x-request-id': /^[0-9a-f-]{36}$/,
}
/** What no policy may contain. */
const loose = /unsafe-inline|unsafe-eval|\*|http:|data:(?!.*blob:)/

const faultsOf = (name: string, headers: Readonly<Record<string, unknown>>): string[] => {
  const policyText = String(headers['content-security-policy'])
  return [
    ...Object.entries(always).flatMap(([header, wanted]) =>
      wanted.test(String(headers[header])) ? [] : [`${name}: ${header} is ${String(headers[header])}`],
    ),
    ...(policyText.includes("base-uri 'none'") ? [] : [`${name}: base-uri is free`]),
    ...(loose.test(policyText.replace("img-src 'self' data: blob:", ''))
      ? [`${name}: a loose policy: ${policyText}`]
      : []),
    ...(headers['server'] === undefined && headers['x-powered-by'] === undefined ? [] : [`${name}: says what it runs`]),
  ]
}

const nameOf = ({ method, path }: Route): string => `${method} ${path}`
const isAuthenticated = (name: string): boolean => policy[name] !== undefined && !('everybody' in policy[name].to)

describe('headers of every route, walked through the live router', () => {
  const routes = () => routesOf(server.fastify).filter(({ method }) => method !== 'HEAD')

  it('every route is a call of the policy or one of those named here', () => {
    expect(routes().map(nameOf).toSorted()).toEqual([...Object.keys(policy), ...others].toSorted())
  })

  it('the walk finds every mounted endpoint', () => {
    const walked = new Set(routes().map(nameOf))
    expect(endpoints.filter(({ endpoint }) => !walked.has(`${endpoint.method} ${endpoint.path}`))).toEqual([])
  })

  it('all of them on every route, served or refused, for a visitor and for an admin', async () => {
    const faults: string[] = []
    for (const { method, path } of routesOf(server.fastify)) {
      const url = path.replace(/:(\w+)/g, 'x')
      for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
        if (method === 'DELETE' && 'authorization' in headers) continue
        const answer = await server.fastify.inject({ method: method as 'GET', url, headers })
        const name = `${method} ${path} (${answer.statusCode})`
        faults.push(...faultsOf(name, answer.headers))
        if (isAuthenticated(`${method} ${path}`) && answer.headers['cache-control'] !== 'no-store')
          faults.push(`${name}: may be kept`)
        if (answer.statusCode >= 500 && answer.statusCode !== 503) faults.push(`${name}: ${answer.body}`)
      }
    }
    expect(faults).toEqual([])
  })

  it('also without a route, with a wrong method, without JSON, or with a body that is too large', async () => {
    const json = { 'content-type': 'application/json' }
    const strange = [
      { url: '/api/nothing' },
      { url: '/nothing', headers: { accept: 'text/html' } },
      { url: '/..%2f..%2fetc/passwd' },
      { url: '/api/bookings', method: 'PUT' },
      { url: '/api/sessions', method: 'POST', headers: json, payload: '{' },
      { url: '/api/sessions', method: 'POST', headers: json, payload: JSON.stringify({ email: 'x'.repeat(300_000) }) },
      { url: `/api/bookings/${'x'.repeat(500)}` },
    ] as const
    const faults: string[] = []
    for (const ask of strange) {
      const answer = await server.fastify.inject(ask as never)
      faults.push(...faultsOf(`${ask.url.slice(0, 40)} (${answer.statusCode})`, answer.headers))
    }
    expect(faults).toEqual([])
  })

  it('pages get a new nonce each time', async () => {
    const nonces = await Promise.all(
      ['/', '/bookings', '/api/docs', '/'].map(async (url) => {
        const answer = await server.fastify.inject({ url, headers: { accept: 'text/html' } })
        return /'nonce-([\w-]{22})'/.exec(String(answer.headers['content-security-policy']))?.[1]
      }),
    )
    expect(nonces).not.toContain(undefined)
    expect(new Set(nonces).size).toBe(4)
  })
})
