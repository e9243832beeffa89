import { databaseFor } from '@remis/server/testing/test-database'
import { beforeAll, describe, expect, it } from 'vitest'
import { openActors } from './actors.ts'
import { openMatrix, type Matrix } from './matrix.ts'
import { policy } from './policy/policy.ts'
import { buildWorld } from './world.ts'

const database = await databaseFor(import.meta.url)
let matrix: Matrix
beforeAll(async () => {
  const actors = await openActors(database, { env: { APP_CATEGORY: 'delivery' } })
  matrix = await openMatrix(await buildWorld(actors, false, 'delivery'))
})

const calls = Object.keys(policy).filter(
  (name) => policy[name]?.object === 'booking' || name.endsWith(' /api/bookings') || name === 'GET /api/offers',
)

describe('a delivery that is not paid yet: PAYMENT_PENDING', () => {
  it.each(calls)('%s', async (name) => {
    expect(await matrix.run(name)).toEqual([])
  })

  it('is visible to the customer and the office only, and both were called', () => {
    expect(matrix.seen.has('booking of its driver')).toBe(false)
    expect(matrix.seen.has('booking of its fleet')).toBe(false)
    expect(matrix.seen.has('booking of its customer')).toBe(true)
    expect(matrix.seen.has('what cancelling costs')).toBe(true)
    expect(matrix.sent()).toBeGreaterThan(500)
  })
})
