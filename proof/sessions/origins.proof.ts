import { endpoints } from '@remis/server/endpoints'
import { databaseFor } from '@remis/server/testing/test-database'
import { io } from 'socket.io-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDoors, tokenOf, type Doors } from './doors.ts'

const database = await databaseFor(import.meta.url)
const publicUrl = 'https://taxi.example'
const open = { max: 1_000_000, windowSeconds: 60 }
const floods = {
  read: open,
  write: open,
  maps: open,
  lookup: open,
  'sign-in': open,
  'sign-up': open,
  token: open,
  position: open,
}

let doors: Doors
let token: string
beforeAll(async () => {
  doors = await openDoors(database, { env: { PUBLIC_URL: publicUrl }, limits: { floods } })
  token = tokenOf(await doors.signIn(await doors.signUp()))
})

const foreign = [
  'https://evil.example',
  'https://taxi.example.evil.example',
  'https://evil-taxi.example',
  'http://taxi.example',
  'https://taxi.example:8443',
  'https://www.taxi.example',
  'null',
  'file://',
  '',
]
const cookie = () => ({ cookie: `__Host-remis=${token}` })
const writes = endpoints
  .filter(({ endpoint: { method } }) => method !== 'GET')
  .map(({ endpoint: { method, path } }): [string, string] => [method, path.replace(':id', 'ZZZZZZZZZZ')])

const files = endpoints.flatMap(({ endpoint: { file, path } }) =>
  file === undefined ? [] : [path.replace(':id', '00000000-0000-4000-8000-000000000000')],
)

describe('files that a page of another site opens in the reader’s browser [design/access-119]', () => {
  it.each(files)('GET %s is refused', async (url) => {
    const from = async (site?: string) =>
      (
        await doors.send('GET', url, undefined, {
          headers: { ...cookie(), ...(site ? { 'sec-fetch-site': site } : {}) },
        })
      ).key
    for (const site of ['cross-site', 'same-site']) expect(await from(site), site).toBe('origin_refused')
    for (const site of ['same-origin', 'none', undefined]) expect(await from(site), site).not.toBe('origin_refused')
  })
})

describe('the cookie [design/accounts-2]', () => {
  it('is bound to this host and to https, hidden from scripts, and not sent by other sites', async () => {
    const answer = await doors.signIn(await doors.signUp())
    const [header = '', device = ''] = answer.headers['set-cookie'] as string[]
    const [pair = '', ...flags] = header.split('; ')
    expect(pair).toBe(`__Host-remis=${tokenOf(answer)}`)
    expect(flags.map((flag) => flag.split('=')[0] ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
      'Expires',
      'HttpOnly',
      'Path',
      'SameSite',
      'Secure',
    ])
    expect(flags).toContain('Path=/')
    expect(flags).toContain('SameSite=Lax')
    // thirty days unused [design/accounts-3]
    const expires = Date.parse(flags.find((flag) => flag.startsWith('Expires='))!.slice(8))
    expect(Math.round((expires - Date.now()) / 86_400_000)).toBe(30)
    // the one by which accounts recognise the browser [design/accounts-60]
    expect(device).toMatch(/^__Host-remis-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('has another name and is not Secure where the address is http, since no browser would keep it', async () => {
    const plain = await openDoors(database)
    const header = String((await plain.signIn(await plain.signUp())).headers['set-cookie'])
    expect(header).toMatch(/^remis=[\w-]{43}; /)
    expect(header).toContain('; HttpOnly; SameSite=Lax')
    expect(header).not.toContain('Secure')
  })

  it('is not used beside an invalid bearer token', async () => {
    const answer = await doors.send('GET', '/api/sessions/current', undefined, {
      token: 'x'.repeat(43),
      headers: cookie(),
    })
    expect(answer.status).toBe(401)
  })
})

describe('writes that a page of another site makes with the reader’s cookie [design/api-27]', () => {
  it.each(writes)('%s %s is refused', async (method, url) => {
    for (const origin of foreign) {
      const answer = await doors.send(method, url, {}, { headers: { ...cookie(), origin } })
      expect([answer.status, answer.key], `from ${origin || 'an empty origin'}`).toEqual([403, 'origin_refused'])
    }
    // A browser too old for Origin: refused unless Sec-Fetch-Site says same-origin.
    for (const site of ['cross-site', 'same-site', 'none', undefined]) {
      const answer = await doors.send(
        method,
        url,
        {},
        { headers: { ...cookie(), ...(site ? { 'sec-fetch-site': site } : {}) } },
      )
      expect(answer.key, `sec-fetch-site ${site}`).toBe('origin_refused')
    }
    // these would end the session that the next calls use
    const endsSession = method === 'DELETE' || url === '/api/account-data/deletion'
    for (const headers of [{ origin: publicUrl }, { 'sec-fetch-site': 'same-origin' }])
      if (!endsSession)
        expect((await doors.send(method, url, {}, { headers: { ...cookie(), ...headers } })).key).not.toBe(
          'origin_refused',
        )
  })

  it('starting to pay too', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const origin of foreign)
      expect(
        (await doors.send('POST', '/pay/test', undefined, { headers: { ...form, ...cookie(), origin } })).key,
      ).toBe('origin_refused')
  })

  it('a form of another site cannot send JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
      const headers = { ...cookie(), origin: publicUrl, ...(type === '' ? {} : { 'content-type': type }) }
      const answer = await doors.server.fastify.inject({
        method: 'POST',
        url: '/api/wallet/top-ups',
        headers: { ...headers, 'idempotency-key': 'k' },
        payload: '{"amount":10}',
      })
      expect(answer.statusCode, type || 'no type').toBe(400)
    }
  })

  it('no answer can be read by another site', async () => {
    for (const [method, url] of [
      ['GET', '/api/sessions/current'],
      ['OPTIONS', '/api/bookings'],
      ['GET', '/api/settings/public'],
    ] as const) {
      const headers = { ...cookie(), origin: 'https://evil.example', 'access-control-request-method': 'POST' }
      const answer = await doors.send(method, url, undefined, { headers })
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
    }
  })
})

describe('the live link', () => {
  const opens = (extraHeaders: Record<string, string>, auth: object = {}) =>
    new Promise<string>((done) => {
      const socket = io(doors.server.url, {
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        extraHeaders,
        auth,
      })
      socket.once('hello', () => (socket.close(), done('open')))
      socket.once('connect_error', () => (socket.close(), done('refused')))
    })

  it('is not opened by a page of another site, with the cookie or with a token', async () => {
    for (const origin of foreign.filter((one) => one !== '')) {
      expect(await opens({ ...cookie(), origin }), origin).toBe('refused')
      expect(await opens({ origin }, { token }), origin).toBe('refused')
    }
    expect(await opens(cookie()), 'a cookie without an origin').toBe('refused')
    expect(await opens({ ...cookie(), origin: publicUrl })).toBe('open')
    expect(await opens({}, { token }), 'a client that is no browser').toBe('open')
  })
})
