import type { FareExplanation } from '@remis/domain/booking/booking'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { beforeAll, expect, it } from 'vitest'
import { checkCategory, markInstallation } from '../platform/database/installation-mark.ts'
import { actorOf } from '../testing/actors.ts'
import { startTestApp } from '../testing/app.ts'
import { createTestDatabase, databaseFor } from '../testing/test-database.ts'
import { findBroken } from '../verify/verify.ts'
import { seedPastTrips } from './seed-past-trips.ts'
import { seedTomorrow } from './seed-tomorrow.ts'
import { seedTrialData } from './seed-trial-data.ts'
import { offerTrialAccounts } from './trial-accounts.ts'
import { trialPassword } from './trial-people.ts'
import { trialTrips } from './trial-trips.ts'

const database = await databaseFor(import.meta.url)
const server = await startTestApp(database, { sweeps: false, env: { APP_CATEGORY: 'delivery' } })
const { db } = database

beforeAll(async () => {
  await seedTrialData(server.app)
  await seedPastTrips(server.app)
  await seedTomorrow(server.app)
})

it('has senders, couriers and vehicles, some with parcel types and options [design/delivery-3] [delivery-1]', async () => {
  const offered = await offerTrialAccounts(server.app.config, db).list()
  expect(offered.map(({ label }) => label)).toEqual([
    'Admin One',
    'Fleet Admin One',
    'Sender One',
    'Sender Two',
    'Courier One',
  ])
  const vehicles = await db.request.selectFrom('car_types').selectAll().orderBy('position').execute()
  expect(
    vehicles.map(({ name, parcel_types, options }) => [name, parcel_types.length > 0, options.length > 0]),
  ).toEqual([
    ['Bicycle', false, false],
    ['Motorbike', true, true],
    ['Van', true, true],
  ])
  expect(await db.request.selectFrom('promos').selectAll().execute()).toEqual([])
})

it('has past deliveries with receivers, parcels and extras at the quoted fare, and every invariant holds', async () => {
  const rows = await db.request.selectFrom('bookings').selectAll().where('book_later', '=', false).execute()
  expect(rows).toHaveLength(trialTrips.delivery.length)
  expect(rows.every((row) => row.delivery_person !== null && row.delivery_person_phone !== null)).toBe(true)
  const driven = rows.filter(({ status }) => status !== 'CANCELLED')
  expect(driven.every((row) => row.trip_cost === row.estimate)).toBe(true)
  expect(driven.filter((row) => ((row.fare as FareExplanation).final?.lines.parcel ?? 0) > 0).length).toBeGreaterThan(2)
  expect(await findBroken(db.lists)).toEqual([])
})

it('a sender sees them, with the parcel', async () => {
  const { token } = await actorOf(server.url, undefined).call(accountsApi.signIn, {
    body: { email: 'sender.one@remis.example', password: trialPassword },
  })
  const { rows } = await actorOf(server.url, token).call(bookingsApi.list, { query: {} })
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.map(({ parcelTypeSelected }) => parcelTypeSelected?.description)).toContain('Envelope')
})

it('starts again as deliveries only; production without a booking may still change [design/delivery-2]', async () => {
  await checkCategory(db.request, 'trial', 'delivery')
  await expect(checkCategory(db.request, 'trial', 'taxi')).rejects.toThrow('Start it with --category delivery')
  await db.transact((tx) => markInstallation(tx, 'production', { appcat: 'delivery' }))
  await expect(checkCategory(db.request, 'production', 'taxi')).rejects.toThrow('bookings of APP_CATEGORY=delivery')
  const empty = await createTestDatabase('without-bookings')
  try {
    await empty.db.transact((tx) => markInstallation(tx, 'production', { appcat: 'delivery' }))
    await checkCategory(empty.db.request, 'production', 'taxi')
  } finally {
    await empty.drop()
  }
})
