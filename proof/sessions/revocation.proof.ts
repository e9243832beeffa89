import { actorOf, type Link } from '@remis/server/testing/actors'
import { databaseFor } from '@remis/server/testing/test-database'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDoors, tokenOf, type Doors } from './doors.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let doors: Doors
beforeAll(async () => {
  doors = await openDoors(database)
})

interface Guest {
  readonly uid: string
  readonly account: { email: string; password: string; uid: string }
  readonly token: string
  readonly link: Link
}

const come = async (): Promise<Guest> => {
  const account = await doors.signUp()
  const token = tokenOf(await doors.signIn(account))
  return { uid: account.uid, account, token, link: await actorOf(doors.server.url, token).connect() }
}
const current = (token: string) => doors.send('GET', '/api/sessions/current', undefined, { token })

/** How a session ends, what the screen gets, and whether the account may sign in again. */
const ends: readonly [string, (guest: Guest) => Promise<unknown>, string][] = [
  ['signing out', ({ token }) => doors.send('DELETE', '/api/sessions/current', undefined, { token }), 'not_logged_in'],
  ['signing in again with the old session', ({ account, token }) => doors.signIn(account, { token }), 'not_logged_in'],
  [
    'ending it from the list of another session',
    async ({ account }) => {
      const token = tokenOf(await doors.signIn(account))
      const { rows } = JSON.parse((await doors.send('GET', '/api/sessions', undefined, { token })).text) as {
        rows: { id: string; current: boolean }[]
      }
      const id = rows.find(({ current: mine }) => !mine)?.id
      return doors.send('POST', '/api/sessions/end', { id }, { token })
    },
    'not_logged_in',
  ],
  [
    'signing out everywhere',
    async ({ account }) =>
      doors.send('DELETE', '/api/sessions', undefined, { token: tokenOf(await doors.signIn(account)) }),
    'not_logged_in',
  ],
  [
    'a change of password elsewhere',
    async ({ account }) =>
      doors.send(
        'POST',
        '/api/account/password',
        { current: account.password, password: 'other*4711' },
        { token: tokenOf(await doors.signIn(account)) },
      ),
    'not_logged_in',
  ],
  [
    'revocation',
    ({ uid }) => sql`update sessions set revoked_at = clock_timestamp() where user_id = ${uid}`.execute(db.request),
    'not_logged_in',
  ],
  [
    'expiry',
    ({ uid }) => sql`update sessions set expires_at = clock_timestamp() where user_id = ${uid}`.execute(db.request),
    'not_logged_in',
  ],
  [
    'an approval taken back',
    ({ uid }) => sql`update users set approved = false where id = ${uid}`.execute(db.request),
    'require_approval',
  ],
  [
    'suspension',
    ({ uid }) =>
      sql`update users set suspended_at = clock_timestamp(), suspension_reason = 'Complaints' where id = ${uid}`.execute(
        db.request,
      ),
    'account_suspended',
  ],
  [
    'deletion',
    ({ uid }) => sql`update users set deleted_at = clock_timestamp() where id = ${uid}`.execute(db.request),
    'not_logged_in',
  ],
]

describe('a session that has ended is refused everywhere [design/accounts-3] [design/live-10]', () => {
  it.each(ends)(
    '%s: the next call is refused, and the live link is cut within 2 s with the reason',
    async (how, end, key) => {
      const [guest, bystander] = [await come(), await come()]
      await end(guest)
      const since = performance.now()
      expect((await current(guest.token)).key).toBe('not_logged_in')
      await guest.link.until(() => guest.link.socket.disconnected, 2000)
      expect(performance.now() - since).toBeLessThan(2000)
      expect(guest.link.received).toContainEqual({
        name: 'bye',
        payload: { key, ...(how === 'deletion' && { gone: true }) },
      })
      await expect(actorOf(doors.server.url, guest.token).connect()).rejects.toThrow('not_logged_in')
      expect((await current(bystander.token)).status).toBe(200)
      expect(bystander.link.socket.connected).toBe(true)
      bystander.link.close()
    },
  )

  it('a change of role counts from the next call on, and cuts the link', async () => {
    const guest = await come()
    expect((await doors.send('GET', '/api/promos', undefined, { token: guest.token })).status).toBe(200)
    await sql`update users set usertype = 'driver' where id = ${guest.uid}`.execute(db.request)
    expect((await doors.send('GET', '/api/promos', undefined, { token: guest.token })).status).toBe(403)
    await guest.link.until(() => guest.link.socket.disconnected, 2000)
    const again = await actorOf(doors.server.url, guest.token).connect()
    expect(again.hello.reset).toBe(true)
    again.close()
  })

  it('another session of the same person survives a sign-out', async () => {
    const guest = await come()
    const other = tokenOf(await doors.signIn(guest.account))
    await doors.send('DELETE', '/api/sessions/current', undefined, { token: guest.token })
    expect([(await current(guest.token)).status, (await current(other)).status]).toEqual([401, 200])
    guest.link.close()
  })
})

describe('a session cannot be chosen for another person (fixation) [design/accounts-4]', () => {
  it('a token sent with the sign-in is neither used nor valid afterwards, as bearer or as cookie', async () => {
    const account = await doors.signUp()
    const brought = 'A'.repeat(43)
    for (const more of [
      { token: brought },
      { headers: { cookie: `remis=${brought}`, 'sec-fetch-site': 'same-origin' } },
    ]) {
      const answer = await doors.signIn(account, more)
      expect(answer.status).toBe(200)
      expect(tokenOf(answer)).not.toBe(brought)
      expect((await current(brought)).status).toBe(401)
    }
    const before = tokenOf(await doors.signIn(account))
    const cookie = { cookie: `remis=${before}`, 'sec-fetch-site': 'same-origin' }
    const after = await doors.signIn(account, { headers: cookie })
    expect((await current(before)).status).toBe(401)
    expect((await current(tokenOf(after))).status).toBe(200)
  })

  it('a token has 256 bits, no two are equal, and the database holds none of them [design/accounts-2]', async () => {
    const account = await doors.signUp()
    const tokens = []
    for (let n = 0; n < 5; n++) tokens.push(tokenOf(await doors.signIn(account)))
    expect(new Set(tokens).size).toBe(5)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { rows } = await sql<{ row: string }>`select to_jsonb(s)::text as row from sessions s`.execute(db.lists)
    for (const { row } of rows) for (const token of tokens) expect(row).not.toContain(token)
  })
})
