import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { expect, it } from 'vitest'
import { moveBack } from '../../testing/move-back.ts'
import { cityFor, comeTo, drives, drop, pickup, tripCodeOf } from '../../testing/test-city.ts'

const { city } = await cityFor(import.meta.url)

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
