import { expect, it } from 'vitest'
import { cityFor, drives, pickup } from '../testing/test-city.ts'
import { flushPositions } from './flush-positions.ts'
import { storeFixes } from './store-fixes.ts'

const { city, db } = await cityFor(import.meta.url)
const { app } = city.server

/** PostgreSQL refuses it as `real`. */
const refused = 1e-300
const fix = (more: { accuracy?: number } = {}) => ({ seq: 1, at: Date.now(), ...pickup, ...more })

it('a position that the database refuses does not hold back those of other drivers [design/tracking-41]', async () => {
  const drivers = [await city.driver(), await city.driver(), await city.driver()]
  const [bad, ...others] = drivers.map(({ id }) => id).sort()
  app.lastPositions.put(bad!, fix({ accuracy: refused }))
  for (const id of others) app.lastPositions.put(id, fix())
  await flushPositions(app)
  const rows = await db.request.selectFrom('driver_positions').select(['driver_id', 'seq']).execute()
  const seqOf = (id: string) => rows.find(({ driver_id }) => driver_id === id)?.seq
  expect(others.map(seqOf)).toEqual([1, 1])
  expect(seqOf(bad!)).toBe(0)
})

it('points that the database refuses do not hold back those of other trips [design/tracking-41]', async () => {
  const trip = async () => {
    const driver = await city.driver()
    const { id } = await city.book(await city.person('rider'))
    await drives(driver, id).accept()
    return { id, driver: driver.id }
  }
  const [bad, good] = [await trip(), await trip()]
  const stored = await Promise.allSettled([
    storeFixes(app, bad.driver, [fix({ accuracy: refused })]),
    storeFixes(app, good.driver, [fix()]),
  ])
  expect(stored.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  const points = await db.request.selectFrom('track_points').select('booking_id').execute()
  expect(points).toEqual([{ booking_id: good.id }])
})
