import { bookingsApi } from '@remis/domain/booking/booking-api'
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
import { faultsOf, listenAs, type Heard, type Listener } from './listeners.ts'
import { stageBooking, type Staged } from './stage.ts'

const database = await databaseFor(import.meta.url)
const { db } = database

const pickup = { lat: -34.9058, lng: -56.1913, add: 'Avenida 18 de Julio 1234, Montevideo' }

/** A ride that goes on step by step while everybody listens. */
interface Scene {
  readonly actors: Actors
  readonly ride: Staged
  readonly planted: { actors: Actors; demo: boolean; all: Staged[] }
  readonly listeners: readonly Listener[]
  /** Does a step, waits until it has come through, and says who heard what; what is wrong with it is in `faults`. */
  readonly step: (work: () => Promise<unknown>) => Promise<Map<string, Heard>>
  readonly faults: string[]
}

const openScene = async (actors: Actors, demo: boolean): Promise<Scene> => {
  const { rider, otherRider, otherDriver, fleetAdmin, otherFleetAdmin, admin } = actors
  const ride = await stageBooking(actors, { status: 'NEW', customer: rider, fleetAdmin })
  // The ride itself is booked again below, by the people who now listen; this one only brings them together.
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

  /** Everything that is in the outbox has been numbered, rendered and sent. */
  const settled = async () => {
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from outbox where seq is null`.execute(
      db.lists,
    )
    return rows[0]?.open === 0
  }
  /** Events come in their order: who has heard one of their own that was added last has heard all there was to hear. */
  const endings = async (): Promise<Map<string, number>> => {
    const own = listeners.map(({ person: { id } }) => ({ kind: 'wallet', subject: id, audience: [room.user(id)] }))
    await db.transact((tx) => addToOutbox(tx, ...own))
    await waitFor(settled)
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
    // positions have no number
    await sleep(250)
    const row = db.lists.selectFrom('bookings').select(['status', 'otp', 'driver']).where('id', '=', ride.id)
    const { status, otp, driver } = await row.executeTakeFirstOrThrow()
    Object.assign(ride, { status, otp: otp ?? '', taken: driver !== null })
    const heard = new Map(listeners.map((listener) => [listener.name, listener.take()]))
    for (const listener of listeners) faults.push(...faultsOf(planted, listener, heard.get(listener.name)!))
    return heard
  }
  return { actors, ride, planted, listeners, step, faults }
}

/** Who heard events of this kind about this subject. */
const whoHeard = (heard: Map<string, Heard>, kind: string, subject?: string): string[] =>
  [...heard].flatMap(([name, { events }]) =>
    events.some((event) => event.kind === kind && (subject === undefined || event.subject === subject)) ? [name] : [],
  )
const whoSaw = (heard: Map<string, Heard>): string[] =>
  [...heard].flatMap(([name, { positions }]) => (positions.length > 0 ? [name] : []))

const moved = (heard: Map<string, Heard>) => whoHeard(heard, 'booking')
/** Everybody who may hear of a ride that has a driver (design §9). */
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

const tellStory = async (scene: Scene): Promise<void> => {
  const { actors, ride, step } = scene
  const booked = await step(() => bookAgain(scene))
  expect(moved(booked)).toEqual(['rider', 'admin'])
  expect(whoHeard(booked, 'offer')).toEqual(['driver', 'driver who passes'])
  const drive = drives(ride.driver, ride.id)

  const waiting = await step(() => move(ride.driver))
  expect(whoSaw(waiting), 'a driver without a trip is shown to nobody').toEqual([])

  const accepted = await step(drive.accept)
  expect(moved(accepted)).toEqual(parties)
  expect(whoHeard(accepted, 'offer')).toEqual(['driver', 'driver who passes'])
  expect(whoHeard(accepted, 'notice')).toEqual(['rider'])

  const onTheWay = await step(() => move(ride.driver))
  expect(whoSaw(onTheWay), 'a driver on the way is shown to the ride’s own').toEqual(['rider', 'fleet admin', 'admin'])

  expect(moved(await step(drive.arrive))).toEqual(parties)
  expect(moved(await step(() => drive.start(ride.otp)))).toEqual(parties)
  expect(moved(await step(drive.reach))).toEqual(parties)
  const paid = await step(drive.receiveCash)
  expect(moved(paid)).toEqual(parties)
  expect(whoHeard(paid, 'wallet', ride.driver.id)).toEqual(['driver'])
  expect(whoHeard(paid, 'wallet').filter((name) => name !== 'driver')).toEqual([])

  const after = await step(() => move(ride.driver))
  expect(whoSaw(after), 'after the trip a driver is shown to nobody').toEqual([])

  const rated = await step(() =>
    actors.rider.call(bookingsApi.rate, { params: { id: ride.id }, body: { rating: 5, feedback: 'Kind' } }),
  )
  expect(moved(rated)).toEqual(parties)
}

describe('what reaches whom over the live link (design §9, trust-and-speed §1.8)', () => {
  let actors: Actors
  let marks: Map<string, { epoch: string; seq: number }>
  let scene: Scene
  beforeAll(async () => {
    actors = await openActors(database)
    scene = await openScene(actors, false)
    marks = new Map(scene.listeners.map(({ name, link: { hello } }) => [name, { epoch: hello.epoch, seq: hello.seq }]))
  })

  it('a whole ride: each hears what is theirs, with exactly their fields', async () => {
    await tellStory(scene)
    expect(scene.faults).toEqual([])
  })

  it('whoever comes back hears what they missed as they may see it now', async () => {
    for (const { name, person } of scene.listeners) {
      const again = await listenAs(name, person, marks.get(name) ?? null)
      const toldOfRide = () => again.link.events.some(({ kind }) => kind === 'booking')
      await (parties.includes(name) ? waitFor(toldOfRide) : sleep(150))
      const heard = again.take()
      expect(faultsOf(scene.planted, again, heard), name).toEqual([])
      const told = heard.events.some(({ kind }) => kind === 'booking')
      expect(told, name).toBe(parties.includes(name))
      again.link.close()
    }
  })

  it('a driver who is taken off a ride hears no more of it, though still in the audience of the row', async () => {
    const ride = await stageBooking(actors, {
      status: 'ACCEPTED',
      customer: actors.rider,
      fleetAdmin: actors.fleetAdmin,
    })
    const old = await listenAs('the driver before', ride.driver)
    const tell = () =>
      db.transact((tx) =>
        addToOutbox(tx, {
          kind: 'booking',
          subject: ride.id,
          audience: [`user:${ride.driver.id}`, `user:${actors.rider.id}`],
        }),
      )
    const rider = scene.listeners[0]!
    const heardByRider = () => rider.link.events.filter(({ subject }) => subject === ride.id).length
    await tell()
    await waitFor(() => old.link.events.length > 0)
    old.take()
    rider.take()
    await sql`update bookings set driver = ${ride.passed.id} where id = ${ride.id}`.execute(db.request)
    await tell()
    await waitFor(() => heardByRider() > 0)
    await move(ride.driver)
    await sleep(200)
    expect(old.take().events).toEqual([])
    await sql`update bookings set driver = ${ride.driver.id} where id = ${ride.id}`.execute(db.request)
  })

  it('nobody joins a room by asking, and only drivers send positions', async () => {
    const listener = scene.listeners.find(({ name }) => name === 'other rider')!
    for (const name of ['join', 'subscribe', 'room', 'event'])
      listener.link.socket.emit(name, 'role:admin', `user:${actors.rider.id}`)
    await stageBooking(actors, { status: 'ACCEPTED', customer: actors.rider, fleetAdmin: actors.fleetAdmin })
    await sleep(200)
    expect(listener.take()).toMatchObject({ events: [], positions: [] })
    for (const { person, link } of scene.listeners.filter(({ person: { role } }) => role !== 'driver'))
      expect(await link.send('positions', { fixes: [] }), person.role).toMatchObject({ error: { key: 'forbidden' } })
  })

  it('a link is opened for living sessions alone', async () => {
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

  it('in demo mode the office hears no number and no mail address', async () => {
    await actors.city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    const demo = await openScene(actors, true)
    await tellStory(demo)
    expect(demo.faults).toEqual([])
  })
})
