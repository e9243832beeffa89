import { bookingsApi } from '@remis/domain/booking/booking-api'
import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { beforeAll, expect, it } from 'vitest'
import { findBroken } from '../verify/verify.ts'
import { MapsError } from '../providers/maps/maps-provider.ts'
import { actorOf } from '../testing/actors.ts'
import { startTestApp } from '../testing/app.ts'
import { standInMaps } from '../providers/maps/stand-in-maps.ts'
import { databaseFor } from '../testing/test-database.ts'
import { seedPastTrips } from './seed-past-trips.ts'
import { seedTrialData } from './seed-trial-data.ts'
import { trialPassword } from './trial-people.ts'
import { trialTrips } from './trial-trips.ts'

const database = await databaseFor(import.meta.url)
const server = await startTestApp(database, { sweeps: false })
const { db } = database

const bookings = () => db.request.selectFrom('bookings').selectAll().orderBy('booking_date').execute()
const signIn = async (email: string) => {
  const { token } = await actorOf(server.url, undefined).call(accountsApi.signIn, {
    body: { email, password: trialPassword },
  })
  return actorOf(server.url, token)
}

beforeAll(() => seedTrialData(server.app))

it('a region without these streets leaves the city without past trips', async () => {
  const elsewhere = { ...standInMaps(), route: () => Promise.reject(new MapsError('OUT_OF_REGION', 'far away')) }
  await seedPastTrips({ ...server.app, maps: elsewhere })
  expect(await bookings()).toEqual([])
})

it('adds no past trips where the people of the city have other emails [design/accounts-18]', async () => {
  for (const name of ['admin.one', 'driver.two']) {
    const [email, other] = [`${name}@remis.example`, `${name}@taxi.example`]
    await db.request.updateTable('users').set({ email: other }).where('email', '=', email).execute()
    await seedPastTrips(server.app)
    expect(await bookings()).toEqual([])
    await db.request.updateTable('users').set({ email }).where('email', '=', other).execute()
  }
})

it('writes the trips once, also when two servers start at once, and every invariant holds', async () => {
  await Promise.all([seedPastTrips(server.app), seedPastTrips(server.app)])
  await seedPastTrips(server.app)
  const rows = await bookings()
  expect(rows).toHaveLength(trialTrips.taxi.length)
  expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['COMPLETE', 'PAID', 'CANCELLED']))
  expect(rows.every((row) => row.booking_date < Date.now() - 86_400_000)).toBe(true)
  expect(await findBroken(db.lists)).toEqual([])
})

it('balances equal the postings: cash drivers owe the fees, the rider owes the cancellation fee', async () => {
  const wallets = await db.request
    .selectFrom('wallets')
    .innerJoin('users', 'users.id', 'wallets.user_id')
    .select(['users.email', 'wallets.balance', 'wallets.owed'])
    .execute()
  const balance = (email: string) => wallets.find((wallet) => wallet.email === email)?.balance
  const rows = await bookings()
  const ofDriver = async (email: string) => {
    const user = await db.request.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    return rows.filter((row) => row.driver === user.id)
  }
  const fees = (await ofDriver('driver.one@remis.example')).reduce((sum, row) => sum + row.convenience_fees, 0)
  expect(fees).toBeGreaterThan(0)
  expect(balance('driver.one@remis.example')).toBe(-fees)
  expect(balance('rider.one@remis.example')).toBe(150_000)
  expect(wallets.find(({ email }) => email === 'rider.five@remis.example')).toMatchObject({ balance: 0, owed: 6000 })
  expect(balance('driver.seven@remis.example') ?? 0).toBe(0)
})

it("the rider's balance is under Credits and in the audit log [wallet-9]", async () => {
  const credits = await db.request
    .selectFrom('wallet_credits as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .innerJoin('ledger_transactions as l', 'l.id', 'c.transaction_id')
    .select(['u.email', 'c.amount', 'c.state', 'l.kind'])
    .execute()
  expect(credits).toEqual([
    { email: 'rider.one@remis.example', amount: 150_000, state: 'credited', kind: 'admin-credit' },
  ])
  const audited = await db.request
    .selectFrom('audit_log')
    .select('data')
    .where('action', '=', 'wallet.credit')
    .execute()
  expect(audited).toMatchObject([{ data: { amount: 150_000 } }])
})

it('ledger entries have the times of the trips', async () => {
  const settled = await db.request
    .selectFrom('ledger_transactions')
    .innerJoin('bookings', 'bookings.id', 'ledger_transactions.booking_id')
    .select(['ledger_transactions.at', 'bookings.paid_at'])
    .where('kind', '=', 'settlement')
    .execute()
  expect(settled.length).toBeGreaterThan(10)
  for (const row of settled) expect(row.at).toBe(row.paid_at)
})

it('the rider sees them with their fare and track, and no old notices are sent', async () => {
  const rider = await signIn('rider.one@remis.example')
  const { rows } = await rider.call(bookingsApi.list, { query: {} })
  expect(rows).toHaveLength(4)
  const trip = rows.find((row) => row.rating === 5)
  expect(trip?.fare?.charged).toBe('track')
  const { rows: track } = await rider.call(trackingApi.track, { params: { id: trip?.id ?? '' } })
  expect(track.length).toBeGreaterThan(10)
  expect(await db.request.selectFrom('notices').selectAll().execute()).toEqual([])
})

it('the next trip of a rated driver shows the rating', async () => {
  const driver = await db.request
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'driver.one@remis.example')
    .executeTakeFirstOrThrow()
  const trips = await db.request
    .selectFrom('bookings')
    .select(['driver_rating', 'rating'])
    .where('driver', '=', driver.id)
    .orderBy('booking_date')
    .execute()
  expect(trips[0]).toMatchObject({ driver_rating: null, rating: 5 })
  expect(trips[1]?.driver_rating).toBe(5)
})
