import { messages } from '@remis/domain/messages/english'
import { endpoint } from '@remis/domain/kit/endpoint'
import { nothing, text } from '@remis/domain/kit/schema'
import { AppError } from '@remis/domain/messages/app-error'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makePerson, type TestPerson } from '../../testing/make-person.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { makePlatform } from '../../testing/test-platform.ts'
import { createHttpServer, type HttpServer } from './http-server.ts'
import type { RelationResolvers } from './check-relation.ts'
import { serve } from './use-case.ts'
import { makeVisitorToken } from '../sessions/visitor-token.ts'

const database = await databaseFor(import.meta.url)
const app = makePlatform(database, { limits: { floods: { lookup: { max: 3, windowSeconds: 60 } } } })

const base = { relation: 'none', rate: 'none', reply: z.object({ who: z.string() }) } as const
const api = {
  open: endpoint({ ...base, method: 'GET', path: '/api/open', summary: '', roles: ['anyone'] }),
  visitors: endpoint({ ...base, method: 'GET', path: '/api/visitors', summary: '', roles: ['visitor', 'rider'] }),
  admins: endpoint({ ...base, method: 'GET', path: '/api/admins', summary: '', roles: ['admin'] }),
  write: endpoint({
    ...base,
    relation: { object: 'booking', allow: ['customer'] },
    method: 'POST',
    path: '/api/write/:id',
    summary: '',
    roles: ['rider'],
    params: z.strictObject({ id: z.string().regex(/^[a-z]+$/) }),
    body: z.strictObject({ name: text(5), far: z.strictObject({ lat: z.number().max(90) }).optional() }),
  }),
  bare: endpoint({ ...base, method: 'POST', path: '/api/bare', summary: '', roles: ['anyone'], reply: nothing }),
  fails: endpoint({
    ...base,
    method: 'POST',
    path: '/api/fails',
    summary: '',
    roles: ['anyone'],
    body: z.strictObject({ how: text(20) }),
  }),
  optional: endpoint({
    ...base,
    method: 'POST',
    path: '/api/optional',
    summary: '',
    roles: ['anyone'],
    body: z.strictObject({ note: text(20).optional() }),
    reply: nothing,
  }),
  legacy: endpoint({ ...base, method: 'POST', path: '/legacy', summary: '', roles: ['anyone'], legacyError: true }),
  keyed: endpoint({
    ...base,
    relation: { object: 'booking', allow: ['customer', 'admin'] },
    method: 'POST',
    path: '/api/keyed/:id',
    summary: '',
    roles: ['rider', 'admin'],
    idempotent: true,
    refusedInDemo: true,
    params: z.strictObject({ id: text(20) }),
  }),
  limited: endpoint({ ...base, method: 'GET', path: '/api/limited', summary: '', roles: ['anyone'], rate: 'lookup' }),
}
/** Customers of the test's bookings, by booking id. */
const customers: Record<string, string | undefined> = {}
/** Objects the use-case ran with. */
const ran: string[] = []
/** Objects read before the caller was known. */
const readEarly: string[] = []
type Booking = RelationResolvers['booking']
const findBooking: Booking = (_, { id, who }) =>
  Promise.resolve([
    ...(id === 'abc' || customers[id] === who.id ? (['customer'] as const) : []),
    ...(customers[id] !== undefined && who.role === 'admin' ? (['admin'] as const) : []),
  ])
const relations: Partial<RelationResolvers> = {
  booking: Object.assign(findBooking, {
    ahead: (_: unknown, id: string) => {
      readEarly.push(id)
      if (id === 'broken') return Promise.reject(new Error('no database'))
      const customer = customers[id]
      return Promise.resolve((who: Parameters<Booking>[1]['who']) => [
        ...(id === 'abc' || customer === who.id ? (['customer'] as const) : []),
        ...(customer !== undefined && who.role === 'admin' ? (['admin'] as const) : []),
      ])
    },
  }),
}
const named = (who: { kind: string; id?: string }) => Promise.resolve({ who: who.id ?? who.kind, secret: 'dropped' })
const served = serve<typeof app, typeof api>(api, {
  open: (_, { who }) => named(who),
  visitors: (_, { who }) => named(who),
  admins: (_, { who }) => named(who),
  write: (_, { body }) => Promise.resolve({ who: body.name }),
  bare: () => Promise.resolve({}),
  optional: () => Promise.resolve({}),
  keyed: async (_, { who, params, commit }) => {
    ran.push(params.id)
    // The call itself ends the relationship, as a driver's cancellation does.
    return commit(() => {
      delete customers[params.id]
      return Promise.resolve({ who: who.id })
    })
  },
  limited: (_, { who }) => named(who),
  legacy: () => Promise.reject(new AppError(422, 'no_route_found')),
  fails: async (_, { body }) => {
    if (body.how === 'rule') throw new AppError(422, 'select_proper', { extra: { quote: 7 } })
    if (body.how === 'sql') await sql`select secret_column from nowhere`.execute(app.db.request)
    if (body.how === 'slow') await sql`set local statement_timeout = 1; select pg_sleep(1)`.execute(app.db.request)
    if (body.how === 'reply') return { who: 5 as unknown as string }
    throw new TypeError('the inside of the server')
  },
})

let server: HttpServer
let demo = false
const people: Record<string, TestPerson> = {}
const as = (role: string) => ({ authorization: `Bearer ${people[role]?.token}` })
beforeAll(async () => {
  server = await createHttpServer(app, served, { relations, isDemo: () => Promise.resolve(demo) })
  for (const role of ['rider', 'driver', 'admin', 'fleetadmin'] as const)
    people[role] = await makePerson(database.db, role)
})
afterAll(() => server.fastify.close())

const get = (url: string, headers: Record<string, string> = {}) => server.fastify.inject({ url, headers })
const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  server.fastify.inject({
    method: 'POST',
    url,
    headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  })

describe('admission to an endpoint', () => {
  it('admits the roles the endpoint names and refuses all others', async () => {
    const table: [string, Record<string, string>, number][] = [
      ['/api/open', {}, 200],
      ['/api/visitors', {}, 401],
      ['/api/visitors', as('rider'), 200],
      ['/api/visitors', as('driver'), 403],
      ['/api/admins', {}, 401],
      ['/api/admins', as('rider'), 403],
      ['/api/admins', as('fleetadmin'), 403],
      ['/api/admins', as('admin'), 200],
      ['/api/admins', { authorization: 'Bearer forged' }, 401],
      ['/api/admins', { authorization: `Bearer ${'x'.repeat(43)}` }, 401],
    ]
    for (const [url, headers, status] of table)
      expect([url, (await get(url, headers)).statusCode]).toEqual([url, status])
  })

  it('accepts visitor tokens where visitors may call, and no forged or expired ones', async () => {
    const { token } = makeVisitorToken(app.secret, 600, Date.now())
    const old = makeVisitorToken(app.secret, 600, Date.now() - 601_000).token
    expect((await get('/api/visitors', { authorization: `Bearer ${token}` })).statusCode).toBe(200)
    expect((await get('/api/admins', { authorization: `Bearer ${token}` })).statusCode).toBe(401)
    expect((await get('/api/visitors', { authorization: `Bearer ${old}` })).statusCode).toBe(401)
    const forged = token.replace(/\.\d+\./, '.9999999999.')
    expect((await get('/api/visitors', { authorization: `Bearer ${forged}` })).statusCode).toBe(401)
  })

  it('refuses sessions that are revoked, expired, or of an unapproved or deleted account', async () => {
    const spoil = {
      revoked: sql`update sessions set revoked_at = now() where id = `,
      expired: sql`update sessions set expires_at = now() where id = `,
      unapproved: sql`update users set approved = false where id = (select user_id from sessions where id = `,
      deleted: sql`update users set deleted_at = now() where id = (select user_id from sessions where id = `,
    }
    for (const [name, change] of Object.entries(spoil)) {
      const person = await makePerson(database.db, 'admin')
      const headers = { authorization: `Bearer ${person.token}` }
      expect((await get('/api/admins', headers)).statusCode).toBe(200)
      const close = name === 'revoked' || name === 'expired' ? sql`` : sql`)`
      await sql`${change}${person.sessionId}${close}`.execute(database.db.request)
      expect([name, (await get('/api/admins', headers)).statusCode]).toEqual([name, 401])
    }
  })

  it('extends the expiry and sends the cookie again, at most once a minute', async () => {
    const person = await makePerson(database.db, 'admin')
    await sql`update sessions set seen_at = now() - interval '2 minutes' where id = ${person.sessionId}`.execute(
      database.db.request,
    )
    const cookie = { cookie: `remis=${person.token}` }
    const first = await get('/api/admins', cookie)
    expect(first.headers['set-cookie']).toContain(person.token)
    expect(first.headers['set-cookie']).toContain('HttpOnly')
    expect((await get('/api/admins', cookie)).headers['set-cookie']).toBeUndefined()
    const row = await database.db.request
      .selectFrom('sessions')
      .select('expires_at')
      .where('id', '=', person.sessionId)
      .executeTakeFirstOrThrow()
    expect(row.expires_at - Date.now()).toBeGreaterThan(29 * 86_400_000)
  })
})

describe('writes with a cookie', () => {
  const own = () => ({ cookie: `remis=${people['rider']?.token}` })
  it('are accepted from our own pages only', async () => {
    const from = async (headers: Record<string, string>) =>
      (await post('/api/write/abc', { name: 'x' }, { ...own(), ...headers })).statusCode
    expect(await from({ origin: 'http://localhost:0' })).toBe(200)
    expect(await from({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await from({ origin: 'https://evil.example' })).toBe(403)
    expect(await from({ origin: 'null' })).toBe(403)
    expect(await from({})).toBe(403)
    expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  })
  it('need no origin header with a bearer token, but JSON', async () => {
    expect((await post('/api/write/abc', { name: 'x' }, as('rider'))).statusCode).toBe(200)
    const form = { ...own(), origin: 'http://localhost:0', 'content-type': 'application/x-www-form-urlencoded' }
    const sent = await post('/api/write/abc', 'name=x', form)
    expect([sent.statusCode, sent.json().error.key]).toEqual([400, 'invalid_input'])
    expect((await post('/api/write/abc', '{"name":"x"}', { ...form, 'content-type': 'text/plain' })).statusCode).toBe(
      400,
    )
  })
  it('are refused to another site even without a session (sign-in by a foreign page)', async () => {
    expect((await post('/api/fails', { how: 'rule' }, { origin: 'https://evil.example' })).statusCode).toBe(403)
  })
})

describe('input', () => {
  it('is refused with the names of the invalid fields', async () => {
    const bad: [unknown, string][] = [
      [{ name: 'x', more: 1 }, 'more'],
      [{ name: 'toolong' }, 'name'],
      [{ name: 'a\0b' }, 'name'],
      [{ name: '\ud800' }, 'name'],
      [{ name: 'x', far: { lat: 91 } }, 'far.lat'],
      [{}, 'name'],
      ['[]', 'body'],
      ['null', 'body'],
      [undefined, 'name'],
      ['{"name":', 'body'],
      ['{"name":"x","__proto__":{}}', 'body'],
      // deeper than a recursive reader's stack
      [`{"name":"x","far":${'['.repeat(60_000)}${']'.repeat(60_000)}}`, 'body'],
    ]
    for (const [body, field] of bad) {
      const answer = await post('/api/write/abc', body, as('rider'))
      expect([body, answer.statusCode, answer.json().error.key]).toEqual([body, 400, 'invalid_input'])
      expect(Object.keys(answer.json().error.fields)).toContain(field)
    }
    expect((await post('/api/write/ABC', { name: 'x' }, as('rider'))).json().error.fields).toHaveProperty('id')
    expect((await post('/api/bare', { some: 1 })).statusCode).toBe(400)
    expect((await post('/api/bare', {})).statusCode).toBe(200)
  })
  it('is limited in size', async () => {
    const answer = await post('/api/write/abc', { name: 'x'.repeat(300_000) }, as('rider'))
    expect([answer.statusCode, answer.json().error.key]).toEqual([413, 'body_too_large'])
  })
})

describe('answers', () => {
  it('contain only declared fields and are not cached', async () => {
    const answer = await get('/api/open')
    expect(answer.json()).toEqual({ who: 'anyone' })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    expect(answer.headers['content-security-policy']).toContain(`default-src 'none'`)
  })
  it('map errors to one shape without internal details', async () => {
    const how = async (name: string) => {
      const answer = await post('/api/fails', { how: name })
      return [answer.statusCode, answer.json()]
    }
    expect(await how('rule')).toEqual([
      422,
      { error: { key: 'select_proper', message: messages.select_proper }, quote: 7 },
    ])
    for (const name of ['type', 'sql', 'reply']) {
      const [status, body] = await how(name)
      expect([name, status, body.error.key]).toEqual([name, 500, 'server_error'])
      expect(JSON.stringify(body)).not.toMatch(/inside|secret_column|nowhere|declared/)
    }
    const slow = await post('/api/fails', { how: 'slow' })
    expect([slow.statusCode, slow.json().error.key, slow.headers['retry-after']]).toEqual([503, 'busy_try_again', '1'])
  })
  it('use the legacy error shape where declared', async () => {
    expect((await post('/legacy', undefined)).json()).toEqual({ error: 'No Route Found', key: 'no_route_found' })
    expect((await post('/legacy', '{')).json().error).toBeTypeOf('string')
  })
  it('are 404 in JSON for an unknown path', async () => {
    const answer = await get('/api/nothing')
    expect([answer.statusCode, answer.json().error.key]).toEqual([404, 'not_found'])
  })
  it('carry Retry-After after too many calls', async () => {
    for (let call = 0; call < 3; call++) expect((await get('/api/limited')).statusCode).toBe(200)
    const answer = await get('/api/limited')
    expect([answer.statusCode, answer.json().error.key]).toEqual([429, 'too_many_requests'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await get('/api/limited', as('rider'))).statusCode).toBe(200)
  })
  it('count the addresses of an IPv6 network together: one subscriber has 2⁶⁴ of them', async () => {
    const from = async (remoteAddress: string) =>
      (await server.fastify.inject({ method: 'GET', url: '/api/limited', remoteAddress })).statusCode
    for (let call = 1; call <= 3; call++) expect(await from(`2001:db8:7:1::${call}`)).toBe(200)
    expect(await from('2001:db8:7:1:ffff::4')).toBe(429)
    expect(await from('2001:db8:7:2::1')).toBe(200)
  })
})

describe('the relation of the caller to the object', () => {
  const call = (id: string, key: string, headers = as('rider')) =>
    post(`/api/keyed/${id}`, undefined, { ...headers, 'idempotency-key': key })
  const outcome = async (answer: ReturnType<typeof call>) => {
    const { statusCode, json } = await answer
    return [statusCode, json<{ error?: { key: string } }>().error?.key]
  }

  it('answers 404 to a stranger and for an absent object alike, and runs no use-case', async () => {
    customers['theirs'] = 'someone else'
    const [stranger, absent] = [await call('theirs', 'k1'), await call('absent', 'k2')]
    expect([stranger.statusCode, absent.statusCode]).toEqual([404, 404])
    expect(stranger.json().error).toEqual(absent.json().error)
    expect(ran).toEqual([])
  })

  it('lets in each relationship the endpoint allows', async () => {
    customers['mine'] = people['rider']?.id
    customers['theirs'] = 'someone else'
    expect(await outcome(call('mine', 'k3'))).toEqual([200, undefined])
    expect(await outcome(call('theirs', 'k4', as('admin')))).toEqual([200, undefined])
    expect(await outcome(call('absent', 'k5', as('admin')))).toEqual([404, 'not_found'])
  })

  it('is checked after session, role, demo mode and input', async () => {
    expect(await outcome(call('absent', 'k6', {} as never))).toEqual([401, 'not_logged_in'])
    expect(await outcome(call('absent', 'k6', as('driver')))).toEqual([403, 'forbidden'])
    demo = true
    expect(await outcome(call('absent', 'k6'))).toEqual([403, 'demo_mode'])
    demo = false
    expect(await outcome(post('/api/keyed/absent', undefined, as('rider')))).toEqual([400, 'idempotency_key_missing'])
  })

  it('reads the object beside the session, once, and only for a caller with a token [design/api-13]', async () => {
    customers['early'] = people['rider']?.id
    readEarly.length = 0
    expect(await outcome(call('early', 'k9', {} as never))).toEqual([401, 'not_logged_in'])
    expect(readEarly).toEqual([])
    expect(await outcome(call('early', 'k9', { authorization: 'Bearer forged' }))).toEqual([401, 'not_logged_in'])
    expect(await outcome(call('early', 'k9'))).toEqual([200, undefined])
    expect(readEarly).toEqual(['early', 'early'])
    // an id that is none of ours is read after parsing, and a failed read fails the call, not the server
    readEarly.length = 0
    expect(await outcome(call('a%00b', 'k10'))).not.toEqual([200, undefined])
    expect(readEarly).toEqual([])
    expect((await outcome(call('broken', 'k11')))[0]).toBe(500)
    expect(await outcome(call('broken', 'k11', as('driver')))).toEqual([403, 'forbidden'])
  })

  it('answers a repeated call as before, though the first one ended the relationship', async () => {
    customers['once'] = people['rider']?.id
    const first = await call('once', 'k7')
    const times = ran.length
    const again = await call('once', 'k7')
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect(ran).toHaveLength(times)
    expect(await outcome(call('once', 'k8'))).toEqual([404, 'not_found'])
  })
})

describe('a call without a body [design/api-6]', () => {
  const send = (url: string, headers: Record<string, string> = {}) =>
    server.fastify.inject({ method: 'POST', url, headers })

  it('is accepted where no field is required, with a content type or without', async () => {
    expect((await send('/api/optional')).statusCode).toBe(200)
    expect((await send('/api/optional', { 'content-type': 'application/json' })).statusCode).toBe(200)
  })

  it('is refused with the names of the missing fields', async () => {
    const answer = await send('/api/fails', { 'content-type': 'application/json' })
    expect([answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([400, ['how']])
  })

  it("is refused with the header that is wrong, not with the framework's code", async () => {
    const headers = { 'content-type': 'text/csv' }
    const answer = await server.fastify.inject({ method: 'POST', url: '/api/optional', headers, payload: 'a,b' })
    expect([answer.statusCode, answer.json().error.fields]).toEqual([
      400,
      { 'content-type': 'this call takes application/json' },
    ])
  })
})
