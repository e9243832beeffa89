import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { waitFor } from '@remis/server/testing/actors'
import { drop, pickup, requestOn } from '@remis/server/testing/test-city'
import { releaseTrips } from '@remis/server/testing/money'
import { sql } from 'kysely'
import { randomUUID as newId } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CrashCity } from './crash-city.ts'
import { counting, locked, nothing, sweepMs, untilOnce, type Story } from './story.ts'

const systemMoves = (city: CrashCity, id: string, move: string) =>
  counting(
    city,
    sql`select count(*)::int as count from booking_events where booking_id = ${id} and move = ${move} and actor_kind = 'system'`,
  )

const back = (column: string, hours: number) =>
  sql`${sql.ref(column)} = ${sql.ref(column)} - ${hours} * interval '1 hour'`

/** A paid booking looks as many hours older. */
export const endedBefore = async (city: CrashCity, id: string, hours: number): Promise<void> => {
  const times = ['booking_date', 'tripdate', 'accepted_at', 'driver_arrive_time', 'start_time', 'end_time']
  const columns = [...times, 'reached_at', 'paid_at'].map((column) => back(column, hours))
  await sql`update bookings set ${sql.join(columns)} where id = ${id}`.execute(city.db.request)
  const track = ['first_at', 'last_at'].map((column) => back(column, hours))
  await sql`update driven_tracks set ${sql.join(track)} where booking_id = ${id}`.execute(city.db.request)
}

/** A move that the server makes when it is due; `due` sets the booking's times back. */
const sweep = (
  name: string,
  move: string,
  book: (city: CrashCity) => Promise<string>,
  due: (city: CrashCity, id: string) => Promise<unknown>,
): Story => ({
  name: `sweep: ${name}`,
  points: locked(name),
  scheduled: true,
  prepare: async (city) => {
    const id = await book(city)
    const happened = systemMoves(city, id, move)
    return { due: () => due(city, id), go: nothing, again: () => untilOnce(happened), happened }
  },
})

export const bookLater = async (city: CrashCity): Promise<string> => {
  const type = await city.carType()
  const [rider] = [await city.person('rider'), await city.driver(type)]
  const tripdate = Date.now() + 3_600_000
  const asked = { pickup, drop, carType: type, bookLater: true, tripdate }
  const { quote } = await rider.call(quotesApi.create, { body: asked })
  const body = { ...requestOn(quote), bookLater: true, tripdate }
  return (await rider.call(bookingsApi.create, { body })).booking.id
}

/** What the server does without a call: sweeps of bookings and stream consumers. */
export const ownStories: readonly Story[] = [
  sweep('release', 'release', bookLater, (city, id) =>
    sql`update bookings set ${back('release_at', 1)}, ${back('booking_date', 1)}, tripdate = tripdate - interval '41 minutes'
      where id = ${id}`.execute(city.db.request),
  ),
  sweep(
    'take-up',
    'search-again',
    async (city) => (await city.ride('NEW')).id,
    async (city, id) => {
      await sql`update offers set outcome = 'closed', closed_at = clock_timestamp() where booking_id = ${id}`.execute(
        city.db.request,
      )
      await sql`update bookings set search_started_at = null, search_until = null where id = ${id}`.execute(
        city.db.request,
      )
    },
  ),
  sweep(
    'complete',
    'complete',
    async (city) => (await city.ride('PAID')).id,
    (city, id) => endedBefore(city, id, 25),
  ),
  sweep(
    'expire',
    'expire',
    async (city) => (await city.ride('NEW')).id,
    (city, id) =>
      sql`update bookings set ${sql.join(
        ['booking_date', 'tripdate', 'release_at', 'released_at', 'search_started_at', 'search_until'].map((column) =>
          back(column, 2),
        ),
      )} where id = ${id}`.execute(city.db.request),
  ),
  {
    name: 'confirm the arrival',
    points: locked('confirm-arrival'),
    passes: ['positions.committed'],
    scheduled: true,
    prepare: async (city) => {
      const { driver, id } = await city.ride('ARRIVED')
      await sql`update bookings set arrival_confirmed_at = null where id = ${id}`.execute(city.db.request)
      const happened = systemMoves(city, id, 'confirm-arrival')
      let seq = 100
      const send = () =>
        driver.call(trackingApi.send, {
          body: { fixes: [{ seq: seq++, at: Date.now(), lat: pickup.lat, lng: pickup.lng, accuracy: 8 }] },
        })
      // as the app does, the driver sends the position again until the server has it
      const again = async () => {
        while ((await happened()) === 0) await send().catch(() => undefined)
      }
      // the first positions after the restart may be too far from the last one to be believed
      const go = async (): Promise<never> => {
        for (;;) await send().then(() => sleep(300))
      }
      return { go, again, happened }
    },
  },
  {
    name: 'sweep: renew the offer',
    points: locked('sweep'),
    scheduled: true,
    prepare: async (city) => {
      const { id } = await city.ride('NEW')
      const happened = counting(
        city,
        sql`select count(*)::int as count from offers where booking_id = ${id} and shown = 2`,
      )
      return {
        due: () =>
          sql`update offers set offered_at = offered_at - interval '21 seconds', expires_at = expires_at - interval '21 seconds'
            where booking_id = ${id}`.execute(city.db.request),
        go: nothing,
        again: () => untilOnce(happened),
        happened,
      }
    },
  },
  {
    name: 'sweep: send a mail',
    points: ['mail.rendered', 'mail.accepted'],
    scheduled: true,
    prepare: async (city) => {
      const address = `${newId()}@example.org`
      // Sent, and in the mailbox once, however often it was handed over [design/mail-4].
      const happened = counting(
        city,
        sql`select count(*)::int as count from mail_queue q join trial_mailbox m on m.address = q.address
          where q.address = ${address} and q.state = 'sent'`,
      )
      return {
        go: () =>
          sql`insert into mail_queue (id, channel, address, template, params, next_try_at)
            values (${newId()}, 'mail', ${address}, 'driver_approved', '{"link": "/drive"}', clock_timestamp())`.execute(
            city.db.request,
          ),
        again: async () => {
          const endLease = (seconds: number) =>
            sql`update mail_queue set next_try_at = clock_timestamp() where address = ${address} and state = 'waiting'
              and next_try_at < clock_timestamp() + ${seconds} * interval '1 second'`.execute(city.db.request)
          // Ends the lease of the killed server, then that of a send that failed 30 s ago on a loaded machine.
          await endLease(120)
          await waitFor(async () => {
            await endLease(90)
            return (await happened()) > 0
          }, sweepMs)
        },
        happened,
      }
    },
  },
  {
    name: 'sweep: learn traffic from a trip',
    points: ['traffic.matched', 'traffic.before_commit'],
    scheduled: true,
    prepare: async (city) => {
      const { id } = await city.ride('REACHED')
      const queued = counting(city, sql`select count(*)::int as count from traffic_queue where booking_id = ${id}`)
      // A sweep may have taken it already: it is queued once more.
      let isDue = false
      const happened = async () => (isDue ? 1 - (await queued()) : 0)
      return {
        due: async () => {
          await sql`insert into traffic_queue (booking_id) values (${id}) on conflict do nothing`.execute(
            city.db.request,
          )
          isDue = true
        },
        go: nothing,
        again: () => untilOnce(happened),
        happened,
      }
    },
  },
  {
    name: 'referral bonus',
    points: ['consumer.referrals.handled'],
    scheduled: true,
    prepare: async (city) => {
      const { driver, rider, id } = await city.ride('REACHED')
      await releaseTrips(city.db)
      const referrer = await city.person('rider')
      await sql`update users set signup_via_referral = ${referrer.id} where id = ${rider.id}`.execute(city.db.request)
      const happened = counting(
        city,
        sql`select count(*)::int as count from ledger_transactions where kind = 'referral' and reference = ${rider.id}`,
      )
      return {
        go: () => driver.call(bookingsApi.pay, { params: { id }, body: { payment_mode: 'cash' } }),
        again: () => untilOnce(happened),
        happened,
      }
    },
  },
]
