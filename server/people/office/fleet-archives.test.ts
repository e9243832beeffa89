import { peopleApi } from '@remis/domain/people/people-api'
import { expect, it } from 'vitest'
import { credit } from '../../testing/money.ts'
import { cityFor, keyOf, type TestActor } from '../../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)

it('a fleet admin does not archive a driver who owes the office money; an admin does [design/people-29]', async () => {
  const [fleet, admin] = [await city.person('fleetadmin'), await city.person('admin')]
  const driver = await city.driver({ fleetadmin: fleet.id })
  const remove = (by: TestActor) => keyOf(by.call(peopleApi.remove, { params: { id: driver.id } }))
  await credit(db, driver, -100)
  expect(await remove(fleet)).toBe('driver_owes_office')
  expect((await fleet.call(peopleApi.get, { params: { id: driver.id } })).person.state).toBe('active')
  expect(await remove(admin)).toBe('ok')
})
