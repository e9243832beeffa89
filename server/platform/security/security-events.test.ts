import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountsServer, newForm } from '../../accounts/accounts-fixture.ts'
import { actorOf, waitFor } from '../../testing/actors.ts'
import { startTestApp } from '../../testing/app.ts'
import { makePerson } from '../../testing/make-person.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { createLogger } from '../runtime/logger.ts'
import { collectSecurityEvents, sweepSecurityEvents } from './security-events.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let lines: Record<string, unknown>[] = []
const log = createLogger(
  'debug',
  new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  }),
)
const accounts = await accountsServer(database, { log })
afterAll(() => accounts.close())

const written = async () => {
  await accounts.app.security.flush()
  return db.request.selectFrom('security_events').selectAll().orderBy('id').execute()
}
beforeEach(async () => {
  await written()
  await sql`delete from security_events`.execute(db.request)
  lines = []
})

describe('what an attacker leaves behind [design/access-77]', () => {
  it('sign-ins, failed ones and new devices are events of the account, with the address and no email', async () => {
    const form = newForm()
    await accounts.signUp(form)
    const from = (agent: string) => ({ address: '203.0.113.7', 'user-agent': agent })
    for (let tries = 0; tries < 3; tries++) await accounts.signIn(form.email, 'wrong1', from('one'))
    await accounts.signIn('unknown@example.org', 'wrong1', from('one'))
    for (const agent of ['one', 'one', 'two']) await accounts.signIn(form.email, form.password, from(agent))
    const user = await db.request.selectFrom('users').select('id').where('email', '=', form.email).executeTakeFirst()
    const rows = await written()
    const shown = rows.map(({ kind, user_id, address, user_agent, count }) => [
      kind,
      user_id,
      address,
      user_agent,
      count,
    ])
    expect(shown).toEqual([
      ['sign-in-failed', user?.id, '203.0.113.7', 'one', 3],
      ['sign-in-failed', null, '203.0.113.7', 'one', 1],
      ['sign-in', user?.id, '203.0.113.7', 'one', 2],
      ['new-device', user?.id, '203.0.113.7', 'one', 1],
      ['sign-in', user?.id, '203.0.113.7', 'two', 1],
      ['new-device', user?.id, '203.0.113.7', 'two', 1],
    ])
    expect(JSON.stringify(rows)).not.toContain('example.org')
  })

  it('a refused call is an event and a line of the log, with account, address and message key', async () => {
    const stranger = { address: '203.0.113.8' }
    const body = { email: 'a@example.org', password: 'x' }
    await accounts.send('GET', '/api/sessions/current', undefined, stranger)
    await accounts.send('POST', '/api/sessions', body, { ...stranger, origin: 'https://evil.example' })
    await accounts.send('GET', '/no/such/page', undefined, stranger)
    const calls = lines.filter(({ msg }) => msg === 'call')
    expect(calls.map(({ status, address, key }) => [status, address, key])).toEqual([
      [401, '203.0.113.8', 'not_logged_in'],
      [403, '203.0.113.8', 'origin_refused'],
      [404, '203.0.113.8', 'not_found'],
    ])
    expect((await written()).map(({ kind, message_key, route }) => [kind, message_key, route])).toEqual([
      ['refused', 'not_logged_in', 'GET /api/sessions/current'],
      ['refused', 'origin_refused', 'POST /api/sessions'],
    ])
  })

  it('a write from our own page that PUBLIC_URL refuses is one warning with both addresses [design/access-116]', async () => {
    const body = { email: 'a@example.org', password: 'x' }
    for (const origin of ['https://evil.example', 'https://localhost', 'https://localhost:4433'])
      expect((await accounts.send('POST', '/api/sessions', body, { origin })).status).toBe(403)
    const warnings = lines.filter(({ msg }) => String(msg).startsWith('origin_refused'))
    expect(warnings).toMatchObject([{ level: 40, origin: 'https://localhost', publicUrl: 'http://localhost:0' }])
  })

  it('a flood is one row with a count, and the metrics count all of it', async () => {
    const events = collectSecurityEvents(db, log)
    for (let n = 0; n < 9; n++) events.record({ kind: 'too-many-requests', address: '10.0.0.1' })
    for (let n = 0; n < 5000; n++) events.record({ kind: 'refused', address: `10.0.${n >> 8}.${n & 255}` })
    await events.flush()
    await events.flush()
    const rows = await written()
    expect(rows).toHaveLength(2000)
    expect(rows[0]).toMatchObject({ kind: 'too-many-requests', count: 9 })
    expect(Object.fromEntries(events.counts())).toEqual({ refused: 5000, 'too-many-requests': 9 })
  })

  it('refusals of one network are at most 20 rows and one for the rest of each kind', async () => {
    const events = collectSecurityEvents(db, log)
    const refuse = (n: number, address: string) => events.record({ kind: 'refused', address, route: `GET /${n}` })
    for (let n = 0; n < 50; n++) refuse(n, `2001:db8:1:2::${n.toString(16)}`)
    for (let n = 0; n < 3; n++)
      events.record({ kind: 'too-many-requests', address: '2001:db8:1:2::1', route: `POST /${n}` })
    refuse(0, '10.0.0.1')
    await events.flush()
    const rows = await written()
    const shown = rows
      .slice(19)
      .map(({ kind, address, route, user_id, count }) => [kind, address, route, user_id, count])
    expect(shown).toEqual([
      ['refused', '2001:db8:1:2::13', 'GET /19', null, 1],
      ['refused', '2001:db8:1:2::/64', '', null, 30],
      ['too-many-requests', '2001:db8:1:2::/64', '', null, 3],
      ['refused', '10.0.0.1', 'GET /0', null, 1],
    ])
    refuse(50, '2001:db8:1:2::1')
    await events.flush()
    expect((await written()).at(-1)).toMatchObject({ route: 'GET /50' })
  })

  it('limits the rows of refusals and failed sign-ins of a day, and keeps place for sign-ins', async () => {
    const few = { waiting: 4, ofNet: 20, perDay: 6 }
    const events = collectSecurityEvents(db, log, { refusals: few, failedSignIns: few, others: { ...few, perDay: 99 } })
    const flood = () => {
      for (let n = 0; n < 9; n++)
        for (const kind of ['refused', 'sign-in-failed'] as const) events.record({ kind, address: `10.0.0.${n}` })
    }
    for (let flushes = 0; flushes < 3; flushes++) {
      flood()
      events.record({ kind: 'sign-in', address: '10.0.0.1' })
      await events.flush()
    }
    const kinds = (await written()).map(({ kind }) => kind)
    const number = (kind: string) => kinds.filter((one) => one === kind).length
    expect([number('refused'), number('sign-in-failed'), number('sign-in')]).toEqual([6, 6, 3])
    expect(events.counts().get('refused')).toBe(27)
    expect(lines.filter(({ msg }) => String(msg).startsWith('too many security events'))).toHaveLength(2)
    vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] })
    flood()
    vi.useRealTimers()
    await events.flush()
    expect(await written()).toHaveLength(15 + 8)
  })

  it('is deleted after its retention', async () => {
    await sql`insert into security_events (kind, address, at) values
      ('refused', 'old', clock_timestamp() - interval '91 days'),
      ('refused', 'young', clock_timestamp() - interval '89 days')`.execute(db.request)
    await sweepSecurityEvents(db, accounts.app.config.limits.securityEventDays)
    expect((await written()).map(({ address }) => address)).toEqual(['young'])
  })
})

describe('a running server', () => {
  let url: string
  const call = (path: string, token?: string) =>
    fetch(`${url}${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
  beforeAll(async () => {
    const server = await startTestApp(database, {
      log,
      sweeps: false,
      env: { REMIS_MODE: 'production', METRICS_TOKEN: 'metrics-token-of-ours' },
      limits: { live: { handshakesPerAddress: { max: 3, windowSeconds: 60 } } },
    })
    url = server.url
  })

  it('logs the account of a refused call, and counts the event in the metrics', async () => {
    const { token, id } = await makePerson(db, 'rider')
    expect((await call('/api/settings', token)).status).toBe(403)
    await waitFor(() => lines.some(({ msg }) => msg === 'call'))
    expect(lines.find(({ msg }) => msg === 'call')).toMatchObject({ status: 403, accountId: id, key: 'forbidden' })
    expect(await (await call('/metrics', 'metrics-token-of-ours')).text()).toMatch(
      /remis_security_events\{kind="refused"\} [1-9]/,
    )
  })

  it('shows the pages of the API in production to admins only [design/access-78]', async () => {
    const [rider, admin] = [await makePerson(db, 'rider'), await makePerson(db, 'admin')]
    for (const path of ['/api/docs', '/api/openapi.json']) {
      expect((await call(path)).status).toBe(404)
      expect((await call(path, rider.token)).status).toBe(404)
      expect((await call(path, admin.token)).status).toBe(200)
    }
  })

  it('limits the live connections that an address opens [design/access-79]', async () => {
    const { token } = await makePerson(db, 'rider')
    const actor = actorOf(url, token)
    for (let n = 0; n < 3; n++) await actor.connect()
    await expect(actor.connect()).rejects.toThrow()
  })

  it('a client that leaves in the middle of its request is no error', async () => {
    const head =
      'POST /api/sessions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 900'
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(`${head}\r\n\r\n{`)
    await new Promise((done) => setTimeout(done, 200))
    socket.destroy()
    await waitFor(() => lines.some(({ msg }) => msg === 'the client has left'))
    expect(lines.filter(({ level }) => Number(level) >= 40 || level === 'error')).toEqual([])
  })
})
