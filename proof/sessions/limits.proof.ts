import type { RateClass } from '@remis/domain/kit/endpoint'
import { actorOf, waitFor, type Link } from '@remis/server/testing/actors'
import { databaseFor } from '@remis/server/testing/test-database'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDoors, password, tokenOf, type Doors, type Answer } from './doors.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let doors: Doors
beforeAll(async () => {
  doors = await openDoors(database)
})
beforeEach(() => db.request.deleteFrom('rate_counters').execute())

const refused = (answer: Answer): void => {
  expect(answer).toMatchObject({ status: 429, key: 'too_many_requests' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(answer.headers['cache-control']).toBe('no-store')
}

/** Sets a guard's counter as if this many had tried already: the next try counts. */
const triedAlready = (className: string, subject: string, count: number) =>
  db.request
    .insertInto('rate_counters')
    .values({ class: className, subject, window_start: new Date(), count })
    .execute()

/** One call of each class that is refused before anything is looked up, and its limit per minute. */
const floods: readonly [RateClass, number, string, string][] = [
  ['read', 600, 'GET', '/api/bookings'],
  // the holder of a link [design/access-101]
  ['read', 600, 'POST', '/api/guest-links/follow'],
  ['write', 120, 'POST', '/api/bookings'],
  ['maps', 240, 'POST', '/googleapis-getroute'],
  ['tracks', 20, 'POST', '/googleapis-getmultiloctime'],
  ['lookup', 60, 'POST', '/check_user_exists'],
  ['sign-in', 60, 'POST', '/api/sessions'],
  ['sign-up', 30, 'POST', '/user_signup'],
  ['token', 30, 'POST', '/api/visitor-tokens'],
  ['position', 600, 'POST', '/api/drivers/me/positions'],
]

describe('floods of one address, with the real limits [design/api-25]', () => {
  it.each(floods)('%s: %i a minute (%s %s)', async (_name, most, method, url) => {
    const address = `203.0.113.${floods.findIndex((row) => row[3] === url) + 10}`
    // An unknown key: refused by the schema or the roles, after it was counted.
    const send = (from = address) => doors.send(method, url, method === 'GET' ? undefined : { x: 1 }, { address: from })
    const statuses = new Set<number>()
    for (let n = 0; n < most; n++) statuses.add((await send()).status)
    expect(statuses).not.toContain(429)
    refused(await send())
    expect((await send('203.0.113.250')).status, 'another address is not concerned').not.toBe(429)
  })

  it('people are counted one by one, not by the address they share', async () => {
    const [one, other] = [await doors.signUp(), await doors.signUp()]
    const [first, second] = [tokenOf(await doors.signIn(one)), tokenOf(await doors.signIn(other))]
    const write = (token: string) => doors.send('POST', '/api/bookings', { x: 1 }, { token, address: '203.0.113.99' })
    for (let n = 0; n < 120; n++) await write(first)
    refused(await write(first))
    expect((await write(second)).status).toBe(400)
  })

  it('6000 a minute from one address, of any kind, counted before anything is looked up', async () => {
    const from = { address: '203.0.113.200' }
    const ask = (more = from) => doors.send('POST', '/check_user_exists', { x: 1 }, more)
    // Of one kind, which is soon over its own limit: they count all the same.
    for (let n = 0; n < 5999; n++) await doors.send('GET', '/api/bookings', undefined, from)
    expect((await ask()).status, 'the last that is let in').toBe(400)
    refused(await ask())
    refused(await doors.send('POST', '/api/visitor-tokens', {}, from))
    const token = tokenOf(await doors.signIn(await doors.signUp()))
    refused(await doors.send('GET', '/api/sessions/current', undefined, { ...from, token }))
    expect((await ask({ address: '203.0.113.201' })).status, 'another address is not concerned').toBe(400)
  })

  it('starting to pay: 20 a minute and payer', async () => {
    const token = tokenOf(await doors.signIn(await doors.signUp()))
    const start = () =>
      doors.send('POST', '/pay/test', undefined, {
        token,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    for (let n = 0; n < 20; n++) expect((await start()).status).toBe(404)
    refused(await start())
  })

  it('returns and webhooks: 600 a minute from one address', async () => {
    const bring = (address: string) => doors.send('POST', '/pay/test/webhook', { x: 1 }, { address })
    const statuses = new Set<number>()
    for (let n = 0; n < 600; n++) statuses.add((await bring('203.0.113.150')).status)
    expect(statuses).not.toContain(429)
    refused(await bring('203.0.113.150'))
    expect((await bring('203.0.113.151')).status).not.toBe(429)
  })
})

describe('guards of accounts are rows, per account and address [design/accounts-13]', () => {
  it('20 wrong passwords for an account from unknown networks delay the next, and 5 from one network', async () => {
    const account = await doors.signUp()
    const wrong = (address: string) => doors.signIn({ ...account, password: 'wrong1' }, { address })
    for (let n = 0; n < 6; n++) expect((await wrong(`203.0.113.${n + 1}`)).key).toBe('login_error')
    refused(await wrong('203.0.113.7'))
    for (let n = 0; n < 15; n++) expect((await wrong(`203.${n}.114.1`)).key).toBe('login_error')
    refused(await doors.signIn(account, { address: '203.0.115.77' }))
  })

  it('an account that does not exist is delayed in the same way, with the same answer', async () => {
    const account = await doors.signUp()
    const answers = async (email: string) => {
      const answers: Answer[] = []
      for (let n = 0; n < 8; n++)
        answers.push(await doors.signIn({ email, password: 'wrong1' }, { address: `203.0.114.${n + 1}` }))
      return answers.map(({ status, text }) => `${status} ${text.replace(/"retryAfter":\d+/, '')}`)
    }
    expect(await answers('nobody.at.all@example.org')).toEqual(await answers(account.email))
  })

  it('100 tries from an address in 15 minutes, for any account', async () => {
    await triedAlready('sign-in-address', '203.0.113.5', 99)
    const account = await doors.signUp()
    const from = { address: '203.0.113.5' }
    expect((await doors.signIn({ email: 'one@example.org', password }, from)).key).toBe('login_error')
    refused(await doors.signIn({ email: 'two@example.org', password }, from))
    refused(await doors.signIn(account, from))
    expect((await doors.signIn(account, { address: '203.0.113.6' })).status).toBe(200)
  })

  it('30 registrations and 120 lookups an hour from an address, both kinds of lookups together', async () => {
    await triedAlready('lookup', '203.0.113.8', 119)
    const from = { address: '203.0.113.8' }
    expect((await doors.send('POST', '/check_user_exists', { email: 'a@example.org' }, from)).status).toBe(200)
    refused(await doors.send('POST', '/validate_referrer', { referralId: 'rider1000' }, from))
    await triedAlready('sign-up', '203.0.113.9', 30)
    const regData = { firstName: 'A', lastName: 'B', email: 'late@example.org', password, mobile: '+59891999999' }
    refused(await doors.send('POST', '/user_signup', { regData }, { address: '203.0.113.9' }))
  })
})

describe('the live link [design/live-11]', () => {
  it('10 links a person: an eleventh ends the oldest', async () => {
    const token = tokenOf(await doors.signIn(await doors.signUp()))
    const actor = actorOf(doors.server.url, token)
    const links: Link[] = []
    for (let n = 0; n < 11; n++) links.push(await actor.connect())
    await waitFor(() => links[0]!.socket.disconnected, 2000)
    expect(links.filter(({ socket }) => socket.connected)).toHaveLength(10)
  })

  it('20 messages a second', async () => {
    const token = tokenOf(await doors.signIn(await doors.signUp()))
    const link = await actorOf(doors.server.url, token).connect()
    const answers = await Promise.all(Array.from({ length: 50 }, () => link.send('positions', { fixes: [] })))
    const keys = answers.map((answer) => (answer as { error: { key: string } }).error.key)
    expect(new Set(keys)).toEqual(new Set(['forbidden', 'too_many_requests']))
  })
})
