import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { expireBookings } from '../booking/sweeps/tidy-bookings.ts'
import { waitFor } from '../testing/actors.ts'
import { drives, keyOf } from '../testing/test-city.ts'
import { waiting } from './in-order.ts'
import { openRaces } from './trip-facts.ts'

const { city, db, facts } = await openRaces(import.meta.url)

describe('a sweep and a locked booking', () => {
  it('skips it without waiting: the other bookings of the turn end at once', async () => {
    const [one, two] = [await city.driver(), await city.driver()]
    const held = await city.book(await city.person('rider'))
    const other = await city.book(await city.person('rider'))
    await sql`update bookings set booking_date = booking_date - interval '2 hours', tripdate = tripdate - interval '2 hours',
      release_at = release_at - interval '2 hours', released_at = released_at - interval '2 hours',
      search_started_at = search_started_at - interval '2 hours', search_until = search_until - interval '2 hours'
      where id in (${held.id}, ${other.id})`.execute(db.request)
    const stop = city.server.failpoint.pause('accept.locked')
    const accepting = keyOf(drives(one, held.id).accept())
    await stop.reached
    let ended = false
    const sweeping = expireBookings(city.server.app).finally(() => (ended = true))
    await waitFor(async () => ended || (await waiting(city)) > 0)
    expect(ended, 'the sweep does not wait').toBe(true)
    await sweeping
    expect((await facts.row(other.id)).status).toBe('CANCELLED')
    stop.release()
    expect(await accepting).toBe('ok')
    expect(await keyOf(drives(two, other.id).accept())).toBe('booking_moved_on')
  })
})
