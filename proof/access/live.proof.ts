import { bookingsApi } from '@remis/domain/booking/booking-api'
import { chatApi } from '@remis/domain/chat/chat-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { room } from '@remis/domain/live/live-events'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { actorOf, waitFor } from '@remis/server/testing/actors'
import { databaseFor } from '@remis/server/testing/test-database'
import { drives, requestOn } from '@remis/server/testing/test-city'
import { addToOutbox } from '@remis/server/platform/live/outbox'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { openActors, type Actors, type Person } from './actors.ts'
import { faultsOf, listenAs, type Received, type Listener } from './listeners.ts'
import { chatTextOf, stageBooking, type Staged } from './stage/stage.ts'

const database = await databaseFor(import.meta.url)
const { db } = database

const pickup = { lat: -34.9058, lng: -56.1913, add: 'Avenida 18 de Julio 1234, Montevideo' }

/** Every outbox row is numbered. */
const allNumbered = async () => {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from outbox where seq is null`.execute(
    db.lists,
  )
  return rows[0]?.open === 0
}

/** A ride that advances step by step while all people are connected. */
interface Scene {
  readonly actors: Actors
  readonly ride: Staged
  readonly planted: { actors: Actors; demo: boolean; all: Staged[] }
  readonly listeners: readonly Listener[]
  /** Runs a step, waits until its events are sent, and returns what each person received; adds to `faults`. */
  readonly step: (work: () => Promise<unknown>) => Promise<Map<string, Received>>
  readonly faults: string[]
}

const openScene = async (actors: Actors, demo: boolean): Promise<Scene> => {
  const { rider, otherRider, otherDriver, fleetAdmin, otherFleetAdmin, admin } = actors
  const ride = await stageBooking(actors, { status: 'NEW', customer: rider, fleetAdmin })
  // This booking only finds the people; the ride is booked again below while they are connected.
  const names: [string, Person][] = [
    ['rider', rider],
    ['other rider', otherRider],
    ['driver', ride.driver],
    ['driver who passes', ride.passed],
    ['other driver', otherDriver],
    ['fleet admin', fleetAdmin],
    ['other fleet admin', otherFleetAdmin],
    ['admin', admin],
  ]
  const listeners = await Promise.all(names.map(([name, person]) => listenAs(name, person)))
  const planted = { actors, demo, all: [ride] }
  const faults: string[] = []

  /** Adds one event per person: events arrive in order, so a person who received it has received all earlier ones. */
  const endings = async (): Promise<Map<string, number>> => {
    const own = listeners.map(({ person: { id } }) => ({ kind: 'wallet', subject: id, audience: [room.user(id)] }))
    await db.transact((tx) => addToOutbox(tx, ...own))
    await waitFor(allNumbered)
    const { rows } = await sql<{ subject: string; seq: number }>`
      select subject, max(seq)::int as seq from outbox where kind = 'wallet' group by subject`.execute(db.lists)
    return new Map(rows.map(({ subject, seq }) => [subject, seq]))
  }
  const step: Scene['step'] = async (work) => {
    await work()
    const last = await endings()
    const ending = ({ person: { id }, link: { events } }: Listener) =>
      events.findIndex((event) => event.seq === last.get(id))
    await waitFor(() => listeners.every((listener) => ending(listener) >= 0))
    for (const listener of listeners) listener.link.events.splice(ending(listener), 1)
    // positions have no sequence number
    await sleep(250)
    const row = db.lists.selectFrom('bookings').select(['status', 'otp', 'driver']).where('id', '=', ride.id)
    const { status, otp, driver } = await row.executeTakeFirstOrThrow()
    Object.assign(ride, { status, otp: otp ?? '', taken: driver !== null })
    const received = new Map(listeners.map((listener) => [listener.name, listener.drain()]))
    for (const listener of listeners) faults.push(...faultsOf(planted, listener, received.get(listener.name)!))
    return received
  }
  return { actors, ride, planted, listeners, step, faults }
}

/** The people who received events of this kind and subject. */
const receiversOf = (received: Map<string, Received>, kind: string, subject?: string): string[] =>
  [...received].flatMap(([name, { events }]) =>
    events.some((event) => event.kind === kind && (subject === undefined || event.subject === subject)) ? [name] : [],
  )
const receiversOfPositions = (received: Map<string, Received>): string[] =>
  [...received].flatMap(([name, { positions }]) => (positions.length > 0 ? [name] : []))

const moved = (received: Map<string, Received>) => receiversOf(received, 'booking')
/** The audience of a ride with a driver [design/live-1]. */
const parties = ['rider', 'driver', 'fleet admin', 'admin']

let seq = 5000
const move = (driver: Person) => {
  const place = { lat: pickup.lat + 0.0041, lng: pickup.lng, accuracy: 5, heading: 10 }
  return driver.call(trackingApi.send, { body: { fixes: [{ seq: seq++, at: Date.now() - 100, ...place }] } })
}

const bookAgain = async ({ actors: { rider }, ride }: Scene) => {
  const { quote } = await rider.call(quotesApi.create, { body: { pickup, drop: ride.drop, carType: ride.carType } })
  const { booking } = await rider.call(bookingsApi.create, { body: requestOn(quote) })
  Object.assign(ride, { id: booking.id })
}

const runRide = async (scene: Scene): Promise<void> => {
  const { actors, ride, step } = scene
  const booked = await step(() => bookAgain(scene))
  expect(moved(booked)).toEqual(['rider', 'admin'])
  expect(receiversOf(booked, 'offer')).toEqual(['driver', 'driver who passes'])
  const drive = drives(ride.driver, ride.id)

  const waiting = await step(() => move(ride.driver))
  expect(receiversOfPositions(waiting), 'a driver without a trip is shown to no one').toEqual([])

  const accepted = await step(drive.accept)
  expect(moved(accepted)).toEqual(parties)
  expect(receiversOf(accepted, 'offer')).toEqual(['driver', 'driver who passes'])
  expect(receiversOf(accepted, 'notice')).toEqual(['rider'])

  const clientId = '00000000-0000-4000-8000-000000000001'
  const chatted = await step(() =>
    actors.rider.call(chatApi.send, {
      params: { id: ride.id },
      body: { clientId, type: 'text', message: chatTextOf(ride.id) },
    }),
  )
  expect(receiversOf(chatted, 'chat'), 'a message reaches rider and driver alone').toEqual(['rider', 'driver'])
  const read = await step(() =>
    ride.driver.call(chatApi.mark, { params: { id: ride.id }, body: { delivered: 1, read: 1 } }),
  )
  expect(receiversOf(read, 'chat')).toEqual(['rider', 'driver'])

  const unfollowed = await step(() => move(ride.driver))
  expect(receiversOfPositions(unfollowed), 'pages of the office that show another thing').toEqual(['rider'])
  for (const { link } of scene.listeners) await link.send('follow', { bookingIds: [ride.id] })
  const onTheWay = await step(() => move(ride.driver))
  expect(receiversOfPositions(onTheWay), 'a driver on the way is shown to the ride’s own, whoever follows').toEqual([
    'rider',
    'fleet admin',
    'admin',
  ])

  expect(moved(await step(drive.arrive))).toEqual(parties)
  expect(moved(await step(() => drive.start(ride.otp)))).toEqual(parties)
  expect(moved(await step(drive.reach))).toEqual(parties)
  const paid = await step(drive.receiveCash)
  expect(moved(paid)).toEqual(parties)
  expect(receiversOf(paid, 'wallet', ride.driver.id)).toEqual(['driver'])
  expect(receiversOf(paid, 'wallet').filter((name) => name !== 'driver')).toEqual([])

  const after = await step(() => move(ride.driver))
  expect(receiversOfPositions(after), 'after the trip a driver is shown to no one').toEqual([])

  const rated = await step(() =>
    actors.rider.call(bookingsApi.rate, { params: { id: ride.id }, body: { rating: 5, feedback: 'Kind' } }),
  )
  expect(moved(rated)).toEqual(parties)
}

describe('what each person receives over the live connection', () => {
  let actors: Actors
  let marks: Map<string, { epoch: string; seq: number }>
  let scene: Scene
  beforeAll(async () => {
    actors = await openActors(database)
    scene = await openScene(actors, false)
    marks = new Map(scene.listeners.map(({ name, link: { hello } }) => [name, { epoch: hello.epoch, seq: hello.seq }]))
  })

  it('a whole ride: each person receives their events with exactly their fields', async () => {
    await runRide(scene)
    expect(scene.faults).toEqual([])
  })

  it('a client that reconnects receives missed events in its present view', async () => {
    for (const { name, person } of scene.listeners) {
      const again = await listenAs(name, person, marks.get(name) ?? null)
      const toldOfRide = () => again.link.events.some(({ kind }) => kind === 'booking')
      await (parties.includes(name) ? waitFor(toldOfRide) : sleep(150))
      const received = again.drain()
      expect(faultsOf(scene.planted, again, received), name).toEqual([])
      const told = received.events.some(({ kind }) => kind === 'booking')
      expect(told, name).toBe(parties.includes(name))
      again.link.close()
    }
  })

  it('a driver removed from a ride receives no more of it, though still in the audience of the row', async () => {
    const ride = await stageBooking(actors, {
      status: 'ACCEPTED',
      customer: actors.rider,
      fleetAdmin: actors.fleetAdmin,
    })
    const old = await listenAs('the driver before', ride.driver)
    /** Sends an event of the ride to both, and waits until the rider has received it. */
    const tell = async (): Promise<number> => {
      await db.transact((tx) =>
        addToOutbox(tx, {
          kind: 'booking',
          subject: ride.id,
          audience: [`user:${ride.driver.id}`, `user:${actors.rider.id}`],
        }),
      )
      await waitFor(allNumbered)
      const { rows } = await sql<{ seq: number }>`
        select max(seq)::int as seq from outbox where kind = 'booking' and subject = ${ride.id}`.execute(db.lists)
      const told = rows[0]?.seq ?? 0
      await waitFor(() => rider.link.events.some((event) => event.seq === told))
      return told
    }
    const rider = scene.listeners[0]!
    const first = await tell()
    // the events of the staging come earlier
    await waitFor(() => old.link.events.some((event) => event.seq === first))
    old.drain()
    await sql`update bookings set driver = ${ride.passed.id} where id = ${ride.id}`.execute(db.request)
    await tell()
    await move(ride.driver)
    await sleep(200)
    expect(old.drain().events).toEqual([])
    await sql`update bookings set driver = ${ride.driver.id} where id = ${ride.id}`.execute(db.request)
  })

  it('a fleet admin who follows a ride gets no position of it once it is another fleet’s [design/live-73]', async () => {
    const { fleetAdmin, otherFleetAdmin, rider } = actors
    const ride = await stageBooking(actors, { status: 'ACCEPTED', customer: rider, fleetAdmin })
    const [own, other] = [await listenAs('own', fleetAdmin), await listenAs('other', otherFleetAdmin)]
    for (const { link } of [own, other]) await link.send('follow', { bookingIds: [ride.id] })
    const toldOf = async () => {
      await move(ride.driver)
      await sleep(200)
      return [own, other].map((listener) => listener.drain().positions.length)
    }
    expect(await toldOf()).toEqual([1, 0])
    await sql`update bookings set fleetadmin = ${otherFleetAdmin.id} where id = ${ride.id}`.execute(db.request)
    expect(await toldOf()).toEqual([0, 1])
    for (const { link } of [own, other]) link.close()
    await sql`update bookings set fleetadmin = ${fleetAdmin.id} where id = ${ride.id}`.execute(db.request)
  })

  it('a client cannot join a room by name, and only drivers send positions', async () => {
    const listener = scene.listeners.find(({ name }) => name === 'other rider')!
    for (const name of ['join', 'subscribe', 'room', 'event'])
      listener.link.socket.emit(name, 'role:admin', `user:${actors.rider.id}`)
    const { id } = await stageBooking(actors, {
      status: 'ACCEPTED',
      customer: actors.rider,
      fleetAdmin: actors.fleetAdmin,
    })
    const { link: office } = scene.listeners.find(({ name }) => name === 'admin')!
    await waitFor(() => office.events.some(({ kind, subject }) => kind === 'booking' && subject === id))
    await sleep(200)
    expect(listener.drain()).toMatchObject({ events: [], positions: [] })
    for (const bookingIds of [['role:admin'], [`user:${actors.rider.id}`], 'role:admin'])
      expect(await listener.link.send('follow', { bookingIds })).toMatchObject({ error: { key: 'invalid_input' } })
    for (const { person, link } of scene.listeners.filter(({ person: { role } }) => role !== 'driver'))
      expect(await link.send('positions', { fixes: [] }), person.role).toMatchObject({ error: { key: 'forbidden' } })
  })

  it('only live sessions can connect', async () => {
    const { url } = actors.city.server
    const { token } = (await (
      await fetch(`${url}/api/visitor-tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    ).json()) as { token: string }
    for (const [what, worthless] of Object.entries({ ...actors.dead, nobody: undefined, visitor: token }))
      await expect(actorOf(url, worthless).connect(), what).rejects.toThrow('not_logged_in')
  })

  it('in demo mode the office receives no phone number and no email address', async () => {
    await actors.city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    const demo = await openScene(actors, true)
    await runRide(demo)
    expect(demo.faults).toEqual([])
  })
})
