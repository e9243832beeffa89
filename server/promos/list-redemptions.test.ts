import { bookingsApi } from '@remis/domain/booking/booking-api'
import { promosApi } from '@remis/domain/promos/promos-api'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { bookWith, emptyStreets, quoteWith } from '../testing/money.ts'
import { cityFor, keyOf } from '../testing/test-city.ts'

const { city } = await cityFor(import.meta.url)
const admin = await city.person('admin')
beforeEach(async () => {
  await emptyStreets(city)
  await city.driver()
})

const addPromo = async (promo_name: string) => {
  const body = {
    promo_name,
    promo_discount_type: 'percentage' as const,
    promo_discount_value: 10,
    max_promo_discount_value: 500,
    min_order: 0,
    promo_validity: '2099-12-31',
    promo_usage_limit: 100,
  }
  return (await admin.call(promosApi.create, { body })).promo
}
const use = async (promo: string) => {
  const rider = await city.person('rider')
  const { id } = await bookWith(rider, await quoteWith(rider, city.economy, promo))
  return { rider, id }
}
const usesOf = (id: string, query: { limit?: number; cursor?: string } = {}) =>
  admin.call(promosApi.redemptions, { params: { id }, query })

describe('the uses of a promo [promos-10]', () => {
  it('lists riders with their bookings, newest first, by pages; not those of other promos or of cancelled bookings', async () => {
    const promo = await addPromo('USES')
    await use((await addPromo('OTHER')).promo_name)
    const [first, second, cancelled, third] = [
      await use('USES'),
      await use('USES'),
      await use('USES'),
      await use('USES'),
    ]
    await cancelled.rider.call(bookingsApi.cancel, { params: { id: cancelled.id }, body: { reason: city.reason } })
    const row = ({ rider, id }: typeof first) => ({
      bookingId: id,
      rider: rider.id,
      riderName: rider.name,
      at: expect.any(Number) as number,
    })
    const page = await usesOf(promo.id, { limit: 2 })
    expect(page.rows).toEqual([row(third), row(second)])
    expect(await usesOf(promo.id, { limit: 2, cursor: page.next ?? '' })).toEqual({ rows: [row(first)], next: null })
    // The uses that count are as many as the table says.
    const { rows } = await admin.call(promosApi.listAll, { query: { search: 'USES' } })
    expect(rows).toMatchObject([{ user_avail: 3 }])
  })

  it('of a deleted promo too, for admins alone; one that does not exist is 404', async () => {
    const promo = await addPromo('GONE')
    const { rider, id } = await use('GONE')
    await admin.call(promosApi.remove, { params: { id: promo.id } })
    expect((await usesOf(promo.id)).rows).toMatchObject([{ bookingId: id, riderName: rider.name }])
    expect(await keyOf(usesOf(randomUUID()))).toBe('not_found')
    for (const who of [rider, await city.person('driver'), await city.person('fleetadmin')])
      expect(await keyOf(who.call(promosApi.redemptions, { params: { id: promo.id }, query: {} }))).toBe('forbidden')
  })
})
