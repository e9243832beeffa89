import { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { statementsApi } from '@remis/domain/reports/statements-api'
import { creditsApi } from '@remis/domain/wallet/credits-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { personPartsApi } from '@remis/domain/people/person-parts-api'
import type { AppContext } from '@remis/server/app-context'
import { endpoints } from '@remis/server/endpoints'
import type { Served } from '@remis/server/platform/http/use-case'
import { startTestApp } from '@remis/server/testing/app'
import { databaseFor } from '@remis/server/testing/test-database'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { untilSettled } from '../../business-digest.ts'
import { listenAs } from '../listeners.ts'
import { stageBooking } from '../stage/stage.ts'
import { callerAs } from '../callers.ts'
import { requests } from '../requests/requests.ts'
import type { World } from '../world.ts'
import { endpointsOf, nameOf, openCrawler, type Crawler } from './crawl.ts'
import { grouped, ownedRows, type OwnedRow } from './owned-rows.ts'
import { foundIn, secretWords, type SecretWords } from './secret-words.ts'
import { openTwoFleets, type Fleet, type TwoFleets } from './two-fleets.ts'

const database = await databaseFor(import.meta.url)
const permitted = endpointsOf('fleetadmin')

/** Rows that a crawl changes: when sessions were used, and what is counted or sent meanwhile. */
const restless = new Set(['sessions', 'notices', 'mail_queue'])

const idsOf = (rows: readonly OwnedRow[], owner: Fleet): string[] => {
  const own = rows.filter(({ owners }) => owners.size === 1 && owners.has(owner))
  // Two of each table: a call is refused by the kind of object, not by the single row.
  const kinds = grouped(own, ({ table, row }) => (table === 'users' ? `user ${String(row['usertype'])}` : table))
  return [...kinds.values()].flatMap((some) =>
    (some[0]?.table === 'bookings' ? some : some.slice(0, 2))
      .map(({ row }) => row['id'])
      .filter((id) => typeof id === 'string'),
  )
}

/** Names, contacts, plates and addresses of a driver and a rider of the other fleet, and ids. */
const wordsOf = (rows: readonly OwnedRow[], bookings: readonly string[]): string[] => {
  const people = rows.filter(({ table, owners }) => table === 'users' && owners.size === 1 && owners.has('theirs'))
  const texts = ['driver', 'rider'].flatMap((role) => {
    const row = people.find((one) => one.row['usertype'] === role)?.row ?? {}
    return ['first_name', 'last_name', 'email', 'mobile', 'vehicle_number', 'vehicle_model', 'id'].map((c) => row[c])
  })
  const drops = rows.filter(
    ({ table, row }) => table === 'bookings' && bookings.slice(0, 2).includes(String(row['id'])),
  )
  return [...texts, ...drops.map(({ row }) => row['drop_add']), ...bookings.slice(0, 3)].filter(
    (text) => typeof text === 'string',
  )
}

/** The calls that answer differently, with the place of the first difference. */
const changes = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] =>
  Object.entries(before).flatMap(([name, text]) => {
    const other = after[name] ?? ''
    let at = 0
    while (text[at] === other[at] && at < text.length) at++
    return text === other
      ? []
      : [`${name}: ${text.slice(Math.max(0, at - 60), at + 60)} | ${other.slice(Math.max(0, at - 60), at + 60)}`]
  })

/**
 * Times differ between two reads of the same state, and so does the number of the last event, which each live link gets
 * too.
 */
const withoutTimes = (text: string): string => text.replaceAll(/\b1\d{12}\b|(?<="seq":)\d+/g, 'T')

describe('a fleet admin and another fleet [design/people-10] [accounts-8] [people-6] [backoffice-30]', () => {
  let fleets: TwoFleets
  let world: World
  let rows: OwnedRow[]
  let secret: SecretWords
  let crawler: Crawler

  const readRows = () => ownedRows(database.db.request, fleets.people)
  const open = (server: World['actors']['city']['server']) =>
    openCrawler({
      world: { ...world, actors: { ...world.actors, city: { ...world.actors.city, server } } },
      person: fleets.watcher,
      secret,
      words: wordsOf(
        rows,
        world.own.map(({ id }) => id),
      ),
      foreignIds: idsOf(rows, 'theirs'),
      ownIds: [...idsOf(rows, 'own'), fleets.handedOn.to],
    })

  beforeAll(async () => {
    fleets = await openTwoFleets(database)
    world = fleets.world
    rows = await readRows()
    secret = secretWords(rows, 'theirs')
    crawler = open(world.actors.city.server)
  })

  it('the other fleet has texts in every table that says something about people', () => {
    const columns = new Set([...secret.values()].flatMap((some) => [...some]))
    const expected = `users.first_name users.last_name users.email users.mobile users.vehicle_number users.vehicle_make
      users.other_info users.bank_account users.id bookings.id bookings.driver bookings.customer bookings.customer_name bookings.driver_name
      bookings.drop_add bookings.feedback saved_addresses.description person_notes.text driver_documents.id files.id
      withdrawals.id payments.id notices.id sessions.id offers.booking_id driver_positions.driver_id
      wallets.user_id trip_reviews.booking_id`
    expect(expected.split(/\s+/).filter((column) => !columns.has(column))).toEqual([])
    expect(columns).not.toContain('bookings.status')
    // the trip that went from their driver to one of the watcher's is the watcher's to see, and the one before is not
    expect(secret.has(fleets.handedOn.to.toLowerCase())).toBe(false)
  })

  it.each(permitted.filter(({ method }) => method === 'GET').map((one) => [nameOf(one), one] as const))(
    '%s shows nothing of it',
    async (_name, endpoint) => {
      expect(await crawler.run(endpoint)).toEqual([])
    },
  )

  it('no write shows or changes anything of it', async () => {
    const stable = (all: readonly OwnedRow[]) =>
      all
        .filter(({ table, owners }) => owners.has('theirs') && !owners.has('own') && !restless.has(table))
        .map(({ table, row }) => `${table} ${JSON.stringify(row)}`)
        .toSorted()
    const before = stable(await readRows())
    const faults: string[] = []
    for (const endpoint of permitted.filter(({ method }) => method !== 'GET'))
      faults.push(...(await crawler.run(endpoint)))
    expect(faults).toEqual([])
    expect(stable(await readRows())).toEqual(before)
    expect(crawler.sent()).toBeGreaterThan(1000)
  })

  it('while it moves, neither a live event nor a sum or count of the watcher changes', async () => {
    const { actors } = world
    const { admin } = actors
    // the crawl may have ended its sessions
    const token = await actors.session(fleets.watcher.id)
    // the driver may count as silent by now, so the position is sent again
    await sql`update driver_positions set at = clock_timestamp()`.execute(database.db.request)
    const watcher = { ...fleets.watcher, token }
    const listener = await listenAs('the watcher', watcher)
    const own = await listenAs('its own fleet admin', fleets.theirs)
    const summaries = async (server: World['actors']['city']['server']) => {
      const found: Record<string, string> = {}
      for (const endpoint of permitted.filter(
        ({ method, path, file }) =>
          // car types are the same for everyone
          method === 'GET' && !path.includes(':') && !file && path !== '/api/car-types',
      )) {
        const { query = '' } = await requests[nameOf(endpoint)]!(
          world,
          callerAs('watcher', watcher, undefined),
          undefined,
          false,
        )
        const url = `${endpoint.path}?${query}`
        const { body } = await server.fastify.inject({ url, headers: { authorization: `Bearer ${token}` } })
        found[nameOf(endpoint)] = withoutTimes(body)
      }
      return found
    }
    const before = await summaries(actors.city.server)

    for (const status of ['COMPLETE', 'CANCELLED', 'STARTED'] as const)
      await stageBooking(actors, { status, customer: actors.rider, fleetAdmin: fleets.theirs })
    const { driver } = world.of('PAID')
    const params = { id: driver.id }
    await admin.call(peopleApi.update, { params, body: { vehicleModel: 'Changed' } })
    await admin.call(personPartsApi.addNote, { params, body: { text: 'Called about the licence' } })
    await admin.call(peopleApi.suspend, { params, body: { reason: 'Complaints', until: null } })
    await admin.call(peopleApi.unsuspend, { params })
    await admin.call(creditsApi.create, { params: { id: actors.rider.id }, body: { amount: 5, reason: 'Cash' } })
    await admin.call(peopleApi.addDriver, {
      body: { firstName: 'New', lastName: 'One', fleetadmin: fleets.theirs.id, email: 'new@zqnew.example.org' },
    })
    await untilSettled(database.db.lists)

    // a server without cached sums
    const fresh = await startTestApp(database, { sweeps: false })
    expect(changes(before, await summaries(fresh))).toEqual([])

    await stageBooking(actors, { status: 'PAID', customer: actors.otherRider, fleetAdmin: watcher })
    await untilSettled(database.db.lists)
    await expect.poll(() => listener.link.events.some(({ kind }) => kind === 'booking')).toBe(true)
    const now = secretWords(await readRows(), 'theirs')
    expect(foundIn(listener.drain().bytes, now)).toEqual([])
    // the same search finds them in what their own fleet admin received
    expect(foundIn(own.drain().bytes, now)).not.toEqual([])
    expect((await summaries(fresh))['GET /api/dashboard']).not.toEqual(before['GET /api/dashboard'])
  })

  it('a driver who came from it reveals none of its bookings and amounts [people-6] [design/money-65]', async () => {
    const { actors } = world
    const { admin } = actors
    const trip = await stageBooking(actors, { status: 'PAID', customer: actors.rider, fleetAdmin: fleets.theirs })
    const params = { id: trip.driver.id }
    await admin.call(creditsApi.create, { params, body: { amount: 74_313, reason: 'Cash' } })
    const body = { direction: 'back' as const, amount: 17, reason: 'A detour', withDriver: true }
    await admin.call(correctionsApi.correct, { params: { id: trip.id }, body })
    const [from, until] = [-2, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    const { statement } = await admin.call(statementsApi.of, { params, query: { from: from!, until: until! } })
    // Amounts that occur nowhere else: the credit, and the balances after it and after the correction.
    const amounts = statement.lines
      .flatMap(({ kind, amount, balance }) => (kind === 'settlement' ? [] : [amount, balance]))
      .map(String)
      .filter((amount) => amount.length >= 5)
    expect(amounts.length).toBeGreaterThanOrEqual(2)
    const secretOf = new Map([trip.id.toLowerCase(), ...amounts].map((word) => [word, new Set(['the fleet before'])]))
    await admin.call(peopleApi.update, { params, body: { fleetadmin: fleets.watcher.id } })
    const watcher = { ...fleets.watcher, token: await actors.session(fleets.watcher.id) }
    const moved = openCrawler({
      world,
      person: watcher,
      secret: secretOf,
      words: [trip.id, trip.driver.id],
      foreignIds: [trip.id],
      ownIds: [trip.driver.id],
    })
    const faults: string[] = []
    for (const endpoint of permitted.filter(({ method }) => method === 'GET'))
      faults.push(...(await moved.run(endpoint)))
    expect(faults).toEqual([])
    // The same search finds them in what an admin reads of the driver.
    expect(foundIn(JSON.stringify(statement), secretOf).length).toBeGreaterThanOrEqual(3)
  })

  it('the crawl finds a call that answers a fleet admin as an admin', async () => {
    const { admin } = world.actors
    const served = endpoints.map((one): Served<AppContext> =>
      one.endpoint.method === 'GET' && !one.endpoint.path.includes(':')
        ? {
            ...one,
            run: (app, call) =>
              one.run(app, { ...call, who: { ...call.who, id: admin.id, role: 'admin' } as typeof call.who }),
          }
        : one,
    )
    const weak = await startTestApp(database, { sweeps: false, features: { served } })
    const watcher = { ...fleets.watcher, token: await world.actors.session(fleets.watcher.id) }
    fleets = { ...fleets, watcher }
    for (const name of [
      'GET /api/drivers',
      'GET /api/bookings',
      'GET /api/reports/driver-earnings',
      'GET /api/drivers/export',
    ]) {
      const endpoint = permitted.find((one) => nameOf(one) === name)!
      expect(await open(weak).run(endpoint), name).not.toEqual([])
    }
  })
})
