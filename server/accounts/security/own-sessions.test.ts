import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { databaseFor } from '../../testing/test-database.ts'
import { accountsServer, newForm } from '../accounts-fixture.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const accounts = await accountsServer(database)
afterAll(accounts.close)

const bearer = (token: unknown) => ({ authorization: `Bearer ${String(token)}` })
const current = async (token: unknown) =>
  (await accounts.send('GET', '/api/sessions/current', undefined, bearer(token))).status
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const member = async (usertype = 'rider') => {
  const form = newForm()
  const { body } = await accounts.signUp(form)
  if (usertype !== 'rider')
    await sql`update users set usertype = ${usertype} where id = ${body.uid}`.execute(db.request)
  const signIn = async (more: Record<string, string> = {}) =>
    (await accounts.signIn(form.email, form.password, more)).body.token
  return { form, uid: String(body.uid), signIn }
}

interface Row {
  id: string
  device: string
  net: string
  current: boolean
}
const list = async (token: unknown) =>
  (await accounts.send('GET', '/api/sessions', undefined, bearer(token))).body as unknown as { rows: Row[] }

describe('own sessions [design/accounts-64]', () => {
  it('are listed with browser, system and network, without address and token', async () => {
    const who = await member()
    await who.signIn({ address: '203.0.113.9', 'user-agent': firefox })
    const token = await who.signIn({ address: '2001:db8:1:2::9', 'user-agent': 'curl/8.5.0' })
    const { rows } = await list(token)
    expect(rows).toMatchObject([
      { device: 'curl', net: '2001:db8:1:2::/64', current: true },
      { device: 'Firefox · Windows', net: '203.0.113.0/24', current: false },
    ])
    expect(JSON.stringify(rows)).not.toContain('203.0.113.9')
  })

  it('one is ended by its owner alone, and is then gone from the list', async () => {
    const [who, other] = [await member(), await member()]
    const [here, there, theirs] = [await who.signIn(), await who.signIn(), await other.signIn()]
    const id = (await list(here)).rows.find((row) => !row.current)?.id
    const end = (token: unknown) => accounts.post('/api/sessions/end', { id }, bearer(token))
    expect((await end(theirs)).status).toBe(404)
    expect(await current(there)).toBe(200)
    expect((await end(here)).status).toBe(200)
    expect((await end(here)).status).toBe(404)
    expect([await current(here), await current(there)]).toEqual([200, 401])
    expect((await list(here)).rows).toHaveLength(1)
  })

  it('all are ended at once, with the browsers that were known', async () => {
    const who = await member()
    const tokens = [await who.signIn(), await who.signIn(), await who.signIn()]
    const answer = await accounts.send('DELETE', '/api/sessions', undefined, bearer(tokens[0]))
    expect(answer.status).toBe(200)
    expect(answer.cookies).toMatchObject([{ name: 'remis', value: '' }])
    for (const token of tokens) expect(await current(token)).toBe(401)
    const known = await db.request.selectFrom('known_devices').selectAll().where('user_id', '=', who.uid).execute()
    expect(known).toEqual([])
  })
})

it('in demo mode lists only the current session and ends no other [design/accounts-145]', async () => {
  const who = await member()
  const [one, two] = [await who.signIn({ address: '203.0.113.9' }), await who.signIn({ address: '198.51.100.7' })]
  const other = (await list(one)).rows.find((row) => !row.current)?.id
  await accounts.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
  expect((await list(one)).rows).toMatchObject([{ net: '203.0.113.0/24', current: true }])
  expect((await list(two)).rows).toMatchObject([{ net: '198.51.100.0/24', current: true }])
  const refused = { status: 403, key: 'demo_mode' }
  expect(await accounts.post('/api/sessions/end', { id: other }, bearer(one))).toMatchObject(refused)
  expect(await accounts.send('DELETE', '/api/sessions', undefined, bearer(one))).toMatchObject(refused)
  expect([await current(one), await current(two)]).toEqual([200, 200])
  await accounts.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
})

describe('a session ends for good [design/accounts-61]', () => {
  it.each([
    ['admin', 12],
    ['fleetadmin', 12],
    ['rider', 90 * 24],
  ])('%s: after %i hours, however much it is used', async (usertype, hours) => {
    const who = await member(usertype)
    const token = await who.signIn()
    const used = async (ago: number) => {
      await sql`update sessions set seen_at = clock_timestamp() - interval '1 hour', expires_at = least(
        clock_timestamp() + interval '1 hour', ends_at - ${ago} * interval '1 hour'), ends_at = ends_at - ${ago} * interval '1 hour'
        where user_id = ${who.uid}`.execute(db.request)
      return current(token)
    }
    const left = async () => {
      const { rows } = await sql<{ hours: number }>`select
        extract(epoch from expires_at - clock_timestamp())::float8 / 3600 as hours from sessions
        where user_id = ${who.uid}`.execute(db.request)
      return rows[0]?.hours ?? 0
    }
    expect(await used(hours - 2)).toBe(200)
    // prolonged in the background, to its end and no further
    await expect.poll(left).toBeGreaterThan(1.9)
    expect(await left()).toBeLessThanOrEqual(2)
    expect(await used(2)).toBe(401)
  })
})

describe('changing the password [design/accounts-64]', () => {
  it('needs the current one, ends the other sessions, forgets the other browsers, and tells the owner', async () => {
    const who = await member()
    const [here, there] = [await who.signIn(), await who.signIn()]
    const change = (body: object, token = here) => accounts.post('/api/account/password', body, bearer(token))
    const next = 'other*4711'
    expect((await change({ current: 'wrong1', password: next })).key).toBe('password_wrong')
    expect((await change({ current: who.form.password, password: 'abc' })).key).toBe('password_alphaNumeric_check')
    expect((await change({ current: who.form.password, password: 'qwerty123' })).key).toBe('password_common')
    expect([await current(here), await current(there)]).toEqual([200, 200])
    expect((await change({ current: who.form.password, password: next })).status).toBe(200)
    expect([await current(here), await current(there)]).toEqual([200, 401])
    expect((await accounts.signIn(who.form.email, who.form.password)).key).toBe('login_error')
    expect((await accounts.signIn(who.form.email, next)).status).toBe(200)
    const notices = await db.request.selectFrom('notices').selectAll().where('user_id', '=', who.uid).execute()
    expect(notices).toMatchObject([{ message: 'notice_password_changed', screen: 'security' }])
    const audit = await db.request.selectFrom('audit_log').selectAll().where('actor_id', '=', who.uid).execute()
    expect(audit).toMatchObject([{ action: 'password.change' }])
  })

  it('a stolen session gets few guesses at the password, and does not delay the owner’s sign-in [design/accounts-67]', async () => {
    const who = await member()
    const token = await who.signIn()
    const keys = []
    for (let n = 0; n < 8; n++)
      keys.push((await accounts.post('/api/sessions/current/confirm', { password: 'wrong1' }, bearer(token))).key)
    expect(keys).toEqual([...Array(6).fill('password_wrong'), ...Array(2).fill('too_many_requests')])
    expect((await accounts.signIn(who.form.email, who.form.password)).status).toBe(200)
  })
})
