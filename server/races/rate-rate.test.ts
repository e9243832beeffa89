import { bookingsApi } from '@remis/domain/booking/booking-api'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { completeTrips } from '../booking/sweeps/tidy-bookings.ts'
import { ageBooking } from '../testing/money.ts'
import { keyOf, type TestActor } from '../testing/test-city.ts'
import { inOrder, stops } from './in-order.ts'
import { openRaces, reachedTrip } from './trip-facts.ts'

const { city, db, facts } = await openRaces(import.meta.url)

const rate = (rider: TestActor, id: string, rating: number) =>
  keyOf(rider.call(bookingsApi.rate, { params: { id }, body: { rating } }))
const paid = async () => {
  const trip = await reachedTrip(city)
  await trip.drive.receiveCash()
  return trip
}
const starsOf = ({ id }: TestActor) =>
  db.request.selectFrom('users').select(['rating_sum', 'rating_count']).where('id', '=', id).executeTakeFirstOrThrow()

describe('rate/rate: once per booking', () => {
  for (const at of stops)
    it(`stopped at ${at}: the first counts, the second is refused`, async () => {
      const { rider, driver, id } = await paid()
      const ends = await inOrder(
        city,
        `rate.${at}`,
        () => rate(rider, id, 2),
        () => rate(rider, id, 5),
      )
      expect(ends).toEqual(['ok', 'already_rated'])
      expect(await facts.row(id)).toMatchObject({ status: 'COMPLETE', rating: 2 })
      expect(await starsOf(driver)).toEqual({ rating_sum: 2, rating_count: 1 })
      expect((await facts.moves(id)).filter((move) => move === 'rate')).toHaveLength(1)
    })

  /** A trip paid a day ago without a rating. */
  const unrated = async () => {
    const trip = await paid()
    await ageBooking(db, trip.id, 25 * 60)
    const back = sql`interval '25 hours'`
    await sql`update driven_tracks set first_at = first_at - ${back}, last_at = last_at - ${back}
      where booking_id = ${trip.id}`.execute(db.request)
    await sql`update bookings set start_time = start_time - ${back}, reached_at = reached_at - ${back},
      paid_at = paid_at - ${back}, end_time = end_time - ${back} where id = ${trip.id}`.execute(db.request)
    return trip
  }

  it('rate/complete, the rating first: the sweep finds nothing to complete', async () => {
    const { rider, id } = await unrated()
    const ends = await inOrder(
      city,
      'rate.locked',
      () => rate(rider, id, 4),
      () => completeTrips(city.server.app),
    )
    expect(ends[0]).toBe('ok')
    await completeTrips(city.server.app)
    expect((await facts.moves(id)).slice(-2)).toEqual(['pay', 'rate'])
  })

  it('rate/complete, the sweep first: the rating is an annotation of the completed trip', async () => {
    const { rider, driver, id } = await unrated()
    const ends = await inOrder(
      city,
      'complete.locked',
      () => completeTrips(city.server.app),
      () => rate(rider, id, 4),
    )
    expect(ends[1]).toBe('ok')
    expect((await facts.moves(id)).slice(-2)).toEqual(['complete', 'rate'])
    expect(await starsOf(driver)).toEqual({ rating_sum: 4, rating_count: 1 })
  })
})
