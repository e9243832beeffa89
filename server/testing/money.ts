import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import { quotesApi, type QuoteView } from '@remis/domain/fare/quotes-api'
import { walletApi } from '@remis/domain/wallet/wallet-api'
import { adminCredit } from '@remis/domain/wallet/postings'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Database } from '../platform/database/database.ts'
import { findBroken } from '../verify/verify.ts'
import { post } from '../wallet/post.ts'
import { cityFor, drives, drop, pickup, requestOn, tripCodeOf, type City, type TestActor } from './test-city.ts'

/** Credits a wallet as an admin would, major units. */
export const credit = (db: Database, { id }: { readonly id: string }, major: number): Promise<unknown> =>
  db.transact((tx) => post(tx, [adminCredit(id, major * 100)], { actorId: null, currency: 'UYU' }))

/** Minor units, from the wallet row. */
export const balanceOf = async (db: Database, { id }: { readonly id: string }): Promise<number> =>
  (await db.request.selectFrom('wallets').select('balance').where('user_id', '=', id).executeTakeFirst())?.balance ?? 0

export const walletOf = async (actor: TestActor) => (await actor.call(walletApi.read, {})).wallet

/** The open prepayment of a booking, minor units. */
export const prepaidFor = async (db: Database, booking: string): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(amount), 0)::bigint as total from ledger_entries where account = 'prepayments' and holder = ${booking}`.execute(
    db.request,
  )
  return rows[0]?.total ?? 0
}

export const quoteWith = async (rider: TestActor, carType: string, promo?: string): Promise<QuoteView> =>
  (await rider.call(quotesApi.create, { body: { pickup, drop, carType, ...(promo === undefined ? {} : { promo }) } }))
    .quote

export const bookWith = async (
  rider: TestActor,
  quote: QuoteView,
  payment_mode: 'cash' | 'wallet' = 'cash',
): Promise<BookingView> =>
  (await rider.call(bookingsApi.create, { body: { ...requestOn(quote), paymentPacket: { payment_mode } } })).booking

/** Moves a booking's times back. */
export const ageBooking = async (db: Database, id: string, minutes: number): Promise<void> => {
  const back = (column: string) => sql`${sql.ref(column)} - ${minutes} * interval '1 minute'`
  await sql`update bookings set booking_date = ${back('booking_date')}, tripdate = ${back('tripdate')},
    accepted_at = ${back('accepted_at')}, driver_arrive_time = ${back('driver_arrive_time')},
    arrival_confirmed_at = ${back('arrival_confirmed_at')} where id = ${id}`.execute(db.request)
}

/** Drives a booking to its drop; a trip of no time and without positions is charged the minimum fare. */
export const driveToDrop = async (rider: TestActor, driver: TestActor, id: string): Promise<BookingView> => {
  const drive = drives(driver, id)
  await drive.accept()
  await drive.arrive()
  await drive.start(await tripCodeOf(rider, id))
  return (await drive.reach()).booking
}

/** Sets the drivers of earlier tests offline, who would also be offered these rides. */
export const emptyStreets = async (city: City): Promise<void> => {
  const earlier = await city.database.db.request.selectFrom('driver_positions').select('driver_id').execute()
  for (const { driver_id } of earlier) city.server.app.drivers.remove(driver_id)
}

/** A trip without time and track waits for the office: as if an admin had looked at all of them. */
export const releaseTrips = async (db: Database): Promise<void> => {
  await sql`update trip_reviews set released_at = clock_timestamp(), released_by = driver_id
    where released_at is null`.execute(db.request)
}

export const bank = { bankName: 'Bank One', bankCode: '11', bankAccount: '001-445566' }

/** A city with an admin for tests of withdrawals; each test begins with the same settings and no drivers. */
export const withdrawalCity = async (file: string) => {
  const { city, db } = await cityFor(file)
  beforeEach(async () => {
    city.server.failpoint.clear()
    await emptyStreets(city)
    await city.server.app.settings.change({ RiderWithDraw: false, bank_fields: false }, null)
  })
  return {
    city,
    db,
    admin: await city.person('admin'),
    ask: async (who: TestActor, amount: number, more: object = {}) =>
      (await who.call(withdrawalsApi.request, { body: { amount, ...more } })).withdrawal,
    process: (who: TestActor, id: string) => who.call(withdrawalsApi.process, { params: { id }, body: {} }),
    reject: (who: TestActor, id: string, reason = 'The account is not yours') =>
      who.call(withdrawalsApi.reject, { params: { id }, body: { reason } }),
    /** A person with money in the wallet. */
    rich: async (role: 'driver' | 'rider', major = 100) => {
      const person = await city.person(role)
      await credit(db, person, major)
      return person
    },
  }
}

/** Opens a city with two admins and these settings. After each test, resets the settings and checks all invariants. */
export const officeCity = async (file: string, usual: Parameters<City['server']['app']['settings']['change']>[0]) => {
  const { city, db } = await cityFor(file)
  await city.server.app.settings.change(usual, null)
  afterEach(async () => {
    await city.server.app.settings.change(usual, null)
    expect(await findBroken(db.lists)).toEqual([])
  })
  return { city, db, admin: await city.person('admin'), other: await city.person('admin') }
}
