import { bookingsApi } from '@remis/domain/booking/booking-api'
import { describe, expect, it } from 'vitest'
import { drives, keyOf, type TestActor } from '../testing/test-city.ts'
import { inOrder, stops } from './in-order.ts'
import { arrivedTrip, openRaces } from './trip-facts.ts'

const { city, facts } = await openRaces(import.meta.url)

const cancel = (who: TestActor, id: string) =>
  keyOf(who.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } }))

describe('start/cancel: the driver cancels until the trip has started', () => {
  for (const at of stops) {
    it(`start first (stopped at ${at}): the trip continues`, async () => {
      const { driver, id, drive, code } = await arrivedTrip(city)
      const ends = await inOrder(
        city,
        `start.${at}`,
        () => keyOf(drive.start(code)),
        () => cancel(driver, id),
      )
      expect(ends).toEqual(['ok', 'booking_moved_on'])
      expect([(await facts.row(id)).status, await facts.busy(driver)]).toEqual(['STARTED', true])
      expect(await facts.moves(id)).toEqual(['create', 'accept', 'arrive', 'start'])
    })

    it(`cancel first (stopped at ${at}): the start is refused, the driver is free`, async () => {
      const { driver, id, drive, code } = await arrivedTrip(city)
      const ends = await inOrder(
        city,
        `cancel.${at}`,
        () => cancel(driver, id),
        () => keyOf(drive.start(code)),
      )
      expect(ends).toEqual(['ok', 'booking_moved_on'])
      expect([(await facts.row(id)).status, await facts.busy(driver)]).toEqual(['CANCELLED', false])
      expect(await facts.moves(id)).toEqual(['create', 'accept', 'arrive', 'cancel'])
    })
  }
})

describe('arrive/cancel: the rider cancels until the arrival is confirmed', () => {
  const accepted = async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    await drives(driver, id).accept()
    return { rider, driver, id, arrive: () => keyOf(drives(driver, id).arriveThere()) }
  }

  for (const at of stops) {
    it(`arrive first (stopped at ${at}): the cancel is refused`, async () => {
      const { rider, driver, id, arrive } = await accepted()
      expect(await inOrder(city, `arrive.${at}`, arrive, () => cancel(rider, id))).toEqual(['ok', 'booking_moved_on'])
      expect([(await facts.row(id)).status, await facts.busy(driver)]).toEqual(['ARRIVED', true])
    })

    it(`cancel first (stopped at ${at}): the driver is notified and free`, async () => {
      const { rider, driver, id, arrive } = await accepted()
      expect(await inOrder(city, `cancel.${at}`, () => cancel(rider, id), arrive)).toEqual(['ok', 'booking_moved_on'])
      expect([(await facts.row(id)).status, await facts.busy(driver)]).toEqual(['CANCELLED', false])
    })
  }
})
