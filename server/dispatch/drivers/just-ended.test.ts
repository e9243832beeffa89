import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { expect, it } from 'vitest'
import { moveBack } from '../../testing/move-back.ts'
import { cityFor, comeTo, drives, drop, pickup, tripCodeOf } from '../../testing/test-city.ts'

const { city } = await cityFor(import.meta.url)

it('the driver’s day lists at most five unpaid trips, so that their cash can be recorded [design/moves-79]', async () => {
  const driver = await city.driver()
  const unpaid = async () => (await driver.call(dispatchApi.day, {})).unpaid
  const ids: string[] = []
  for (let n = 0; n < 6; n++) {
    const rider = await city.person('rider')
    const { id } = await city.book(rider)
    const drive = drives(driver, id)
    await drive.accept()
    await drive.arrive()
    await drive.start(await tripCodeOf(rider, id))
    const { booking } = await drive.reach()
    expect((await unpaid()).some((trip) => trip.id === id)).toBe(false)
    await drive.notPaid()
    ids.push(id)
    if (n === 0)
      expect(await unpaid()).toMatchObject([
        { id, customer_name: rider.name.split(' ')[0], payableAmount: booking.payableAmount },
      ])
  }
  const listed = (await unpaid()).map(({ id }) => id)
  expect(listed).toHaveLength(5)
  expect(ids).toEqual(expect.arrayContaining(listed))
  await drives(driver, listed[0]!).receiveCash()
  expect((await unpaid()).map(({ id }) => id)).not.toContain(listed[0])
})

it('the driver’s day lists a trip for 30 minutes after its end [design/chat-13]', async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const ended = async () => (await driver.call(dispatchApi.day, {})).justEnded
  const { id } = await city.book(rider)
  const drive = drives(driver, id)
  await drive.accept()
  await comeTo(driver, pickup)
  await drive.arrive()
  await drive.start(await tripCodeOf(rider, id))
  await comeTo(driver, drop)
  await drive.reach()
  expect(await ended(), 'the trip goes on until it is closed').toEqual([])
  await drive.receiveCash()
  expect(await ended()).toMatchObject([{ id, customer_name: rider.name.split(' ')[0] }])
  expect(Math.round(((await ended())[0]!.until - Date.now()) / 60_000)).toBe(30)
  await moveBack(city, id, 29)
  expect(await ended()).toHaveLength(1)
  await moveBack(city, id, 2)
  expect(await ended()).toEqual([])
})
