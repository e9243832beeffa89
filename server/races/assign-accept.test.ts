import { assignApi } from '@remis/domain/dispatch/assign-api'
import { describe, expect, it } from 'vitest'
import { drives, keyOf, type TestActor } from '../testing/test-city.ts'
import { inOrder, stops } from './in-order.ts'
import { openRaces } from './trip-facts.ts'

const { city, db, facts } = await openRaces(import.meta.url)
const admin = await city.person('admin')
await city.server.app.settings.change({ autoDispatch: false }, null)

const ask = (id: string, driver: TestActor) =>
  admin.call(assignApi.assign, { params: { id }, body: { driver: driver.id } })
const assign = (id: string, driver: TestActor) => keyOf(ask(id, driver))
const accept = (driver: TestActor, id: string) => keyOf(drives(driver, id).accept())

/** A booking that waits for the office, assigned to one of two drivers. */
const asked = async () => {
  const [one, two] = [await city.driver(), await city.driver()]
  const { id } = await city.book(await city.person('rider'))
  expect(await facts.offers(id)).toEqual({})
  expect(await assign(id, one)).toBe('ok')
  return { one, two, id }
}

describe('assign/accept [design/dispatch-20]', () => {
  for (const at of stops) {
    it(`assign first (stopped at ${at}): the other driver gets an offer too, then the accept closes it`, async () => {
      const { one, two, id } = await asked()
      const ends = await inOrder(
        city,
        `assign.${at}`,
        () => assign(id, two),
        () => accept(one, id),
      )
      expect(ends).toEqual(['ok', 'ok'])
      expect(await facts.row(id)).toMatchObject({ status: 'ACCEPTED', driver: one.id, version: 1 })
      expect(await facts.offers(id)).toEqual({ [one.id]: 'accepted', [two.id]: 'closed' })
      expect(await accept(two, id)).toBe('booking_taken')
    })

    it(`accept first (stopped at ${at}): a driver is no longer assigned`, async () => {
      const { one, two, id } = await asked()
      const ends = await inOrder(
        city,
        `accept.${at}`,
        () => accept(one, id),
        () => assign(id, two),
      )
      expect(ends).toEqual(['ok', 'booking_moved_on'])
      expect(await facts.offers(id)).toEqual({ [one.id]: 'accepted' })
      const notices = await db.request.selectFrom('notices').select('id').where('user_id', '=', two.id).execute()
      expect(notices).toEqual([])
    })

    it(`assign/assign (stopped at ${at}): both get an offer, the first to accept wins`, async () => {
      const [one, two] = [await city.driver(), await city.driver()]
      const { id } = await city.book(await city.person('rider'))
      const ends = await inOrder(
        city,
        `assign.${at}`,
        () => assign(id, one),
        () => assign(id, two),
      )
      expect(ends).toEqual(['ok', 'ok'])
      expect(await facts.offers(id)).toEqual({ [one.id]: null, [two.id]: null })
      expect([await accept(two, id), await accept(one, id)]).toEqual(['ok', 'booking_taken'])
    })
  }

  it('assign/accept of another booking (stopped before its commit): a driver on a trip by then is not assigned', async () => {
    const { one, id } = await asked()
    const other = await city.book(await city.person('rider'))
    const [accepted, refusal] = await inOrder(
      city,
      'accept.before_commit',
      () => accept(one, id),
      () => ask(other.id, one).catch((error: unknown) => error),
    )
    expect(accepted).toBe('ok')
    expect(refusal).toMatchObject({ key: 'driver_not_assignable', fields: { driver: 'busy' } })
    expect(await facts.offers(other.id)).toEqual({})
  })
})
