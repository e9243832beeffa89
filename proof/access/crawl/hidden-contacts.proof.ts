import { databaseFor } from '@remis/server/testing/test-database'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../actors.ts'
import { endpointsOf, nameOf, openCrawler } from './crawl.ts'
import { grouped, ownedRows, type OwnedRow } from './owned-rows.ts'
import { openTwoFleets, type TwoFleets } from './two-fleets.ts'

const database = await databaseFor(import.meta.url)

/** Emails and numbers of everyone but the reader. */
const contactsFor = (rows: readonly OwnedRow[], reader: Person): Map<string, Set<string>> =>
  new Map(
    rows
      .filter(({ table, row }) => table === 'users' && row['id'] !== reader.id)
      .flatMap(({ row }) =>
        (['email', 'mobile'] as const).flatMap((column) =>
          typeof row[column] === 'string' ? [[row[column].toLowerCase(), new Set([`users.${column}`])] as const] : [],
        ),
      ),
  )

/** Two ids of each table. */
const someIds = (rows: readonly OwnedRow[]): string[] =>
  [...grouped(rows, ({ table, row }) => (table === 'users' ? String(row['usertype']) : table)).values()]
    .flatMap((some) => some.slice(0, 2).map(({ row }) => row['id']))
    .filter((id) => typeof id === 'string')

let fleets: TwoFleets
let rows: OwnedRow[]
beforeAll(async () => {
  fleets = await openTwoFleets(database)
  rows = await ownedRows(database.db.request, fleets.people)
})

const network = '198.51.100.0/24'

const crawl = (reader: Person) => {
  const contacts = contactsFor(rows, reader).set(network, new Set(['sessions.net']))
  const { rider } = fleets.world.actors
  const ids = someIds(rows)
  const words = [rider.name, rider.email, rider.mobile, ...rider.name.split(' '), ...ids]
  return openCrawler({
    world: fleets.world,
    person: reader,
    secret: contacts,
    words,
    foreignIds: [],
    ownIds: [...ids, ...fleets.world.own.map(({ id }) => id)],
  })
}

const readsOf = (role: Person['role']) => endpointsOf(role).filter(({ method }) => method === 'GET')

describe('AllowCalls off: no number of rider or receiver reaches the driver of the trip [design/chat-12]', () => {
  /** one word, which the crawl can find */
  const receiver = '+59829001234'

  /** The numbers that the driver of a trip with a receiver reads; at most so many are looked for. */
  const crawlAsDriver = async (most = Infinity): Promise<Set<string>> => {
    const { id, driver, customer } = fleets.world.own.at(-1)!
    const db = database.db.request
    await sql`update bookings set delivery_person_phone = ${receiver} where id = ${id}`.execute(db)
    const crawler = openCrawler({
      world: fleets.world,
      person: driver,
      secret: new Map([
        [customer.mobile, new Set(['rider'])],
        [receiver, new Set(['receiver'])],
      ]),
      words: [customer.mobile, receiver, customer.id],
      foreignIds: [],
      ownIds: [id],
    })
    const read = new Set<string>()
    for (const endpoint of readsOf('driver')) {
      for (const fault of await crawler.run(endpoint)) read.add(/\((\w+)\)$/.exec(fault)?.[1] ?? fault)
      if (read.size === most) break
    }
    return read
  }

  it('on: the driver reads both numbers', async () => {
    expect(await crawlAsDriver(2)).toEqual(new Set(['rider', 'receiver']))
  })

  it('off: the driver reads neither in lists, pages, searches and files', async () => {
    const { settings } = fleets.world.actors.city.server.app
    await settings.change({ AllowCalls: false }, null)
    expect(await crawlAsDriver()).toEqual(new Set())
    await settings.change({ AllowCalls: true }, null)
  })
})

describe('demo mode: no contact and no network of another person reaches the office [people-15] [people-16] [settings-17] [backoffice-33] [design/access-12] [design/accounts-145]', () => {
  it('with critical edits on, the crawl of an admin finds them [settings-18] [people-17]', async () => {
    const crawler = crawl(fleets.world.actors.admin)
    const bookings = endpointsOf('admin').find((one) => nameOf(one) === 'GET /api/bookings')!
    expect(await crawler.run(bookings)).not.toEqual([])
  })

  it.each(['admin', 'fleetadmin'] as const)('off: lists, pages, searches and files of an %s', async (role) => {
    await fleets.world.actors.city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    const reader = role === 'admin' ? fleets.world.actors.admin : fleets.theirs
    await sql`update sessions set net = ${network} where user_id <> ${reader.id}`.execute(database.db.request)
    const crawler = crawl(reader)
    const faults: string[] = []
    for (const endpoint of readsOf(role)) faults.push(...(await crawler.run(endpoint)))
    expect(faults).toEqual([])
    expect(crawler.sent()).toBeGreaterThan(200)
  })
})
