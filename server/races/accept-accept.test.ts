import { describe, expect, it } from 'vitest'
import { waitFor } from '../testing/actors.ts'
import { drives, keyOf, type TestActor } from '../testing/test-city.ts'
import { inOrder, stops, untilWaiting } from './in-order.ts'
import { openRaces } from './trip-facts.ts'

const { city, facts } = await openRaces(import.meta.url)

const accept = (driver: TestActor, id: string) => keyOf(drives(driver, id).accept())
const crossing = async () => {
  const [one, two] = [await city.driver(), await city.driver()]
  const [a, b] = [await city.book(await city.person('rider')), await city.book(await city.person('rider'))]
  return { one, two, a: a.id, b: b.id }
}
const driverOf = async (id: string) => (await facts.row(id)).driver

describe('accept A / accept B crosswise', () => {
  for (const at of stops)
    it(`two drivers each hold one booking (stopped at ${at}) and try the other’s: no deadlock, each keeps its booking`, async () => {
      const { one, two, a, b } = await crossing()
      const { failpoint } = city.server
      const before = failpoint.passes(`accept.${at}`)
      const stop = failpoint.pause(`accept.${at}`)
      const held = [accept(one, a), accept(two, b)]
      await waitFor(() => failpoint.passes(`accept.${at}`) === before + 2)
      const crosswise = [accept(one, b), accept(two, a)]
      await untilWaiting(city, 2)
      stop.release()
      expect(await Promise.all(held)).toEqual(['ok', 'ok'])
      expect(await Promise.all(crosswise)).toEqual(['booking_taken', 'booking_taken'])
      expect([await driverOf(a), await driverOf(b)]).toEqual([one.id, two.id])
    })

  for (const order of ['a, then b', 'b, then a'])
    it(`one driver accepts ${order}, another tries both: each booking gets a different driver`, async () => {
      const { one, two, a, b } = await crossing()
      const [first, second] = order === 'a, then b' ? [a, b] : [b, a]
      const stop = city.server.failpoint.pause('accept.before_commit')
      const took = accept(one, first)
      await stop.reached
      const alsoWants = accept(one, second)
      await untilWaiting(city, 1)
      const others = [accept(two, second), accept(two, first)]
      await untilWaiting(city, 3)
      stop.release()
      expect([await took, await alsoWants]).toEqual(['ok', 'driver_busy'])
      expect(await Promise.all(others)).toEqual(['ok', 'booking_taken'])
      expect([await driverOf(first), await driverOf(second)]).toEqual([one.id, two.id])
      expect([await facts.busy(one), await facts.busy(two)]).toEqual([true, true])
    })

  for (const at of stops)
    it(`one booking, two drivers (stopped at ${at}): the one with the lock gets it`, async () => {
      const { one, two, a } = await crossing()
      const ends = await inOrder(
        city,
        `accept.${at}`,
        () => accept(two, a),
        () => accept(one, a),
      )
      expect(ends).toEqual(['ok', 'booking_taken'])
      expect([await driverOf(a), await facts.busy(one), await facts.busy(two)]).toEqual([two.id, false, true])
      expect(await facts.offers(a)).toEqual({ [one.id]: 'closed', [two.id]: 'accepted' })
    })
})
