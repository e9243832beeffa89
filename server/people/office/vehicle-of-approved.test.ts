import { peopleApi } from '@remis/domain/people/people-api'
import { expect, it } from 'vitest'
import { cityFor, keyOf, type TestActor } from '../../testing/test-city.ts'

const { city } = await cityFor(import.meta.url)

it('the office alone changes the vehicle of an approved driver while drivers need an approval [design/people-26]', async () => {
  await city.server.app.settings.change({ driver_approval: true }, null)
  const [admin, fleet] = [await city.person('admin'), await city.person('fleetadmin')]
  const entry = { firstName: 'Driver', lastName: 'Two', email: 'driver.two@example.org' }
  const { person } = await fleet.call(peopleApi.addDriver, { body: entry })
  const params = { id: person.id }
  const update = (actor: TestActor, body: object) => actor.call(peopleApi.update, { params, body })
  const car = { carTypeId: city.economy, vehicleMake: 'Fiat', vehicleModel: 'Uno', vehicleNumber: 'AAA 1' }
  await update(fleet, car)
  await admin.call(peopleApi.approve, { params, body: { approved: true } })
  const others = { carTypeId: city.comfort, vehicleMake: 'Seat', vehicleModel: 'Ibiza', vehicleNumber: 'BBB 2' }
  for (const [name, other] of Object.entries(others))
    expect(await keyOf(update(fleet, { [name]: other }))).toBe('vehicle_by_office')
  // the same vehicle is no change
  const named = await update(fleet, { ...car, lastName: 'Three', other_info: 'radio' })
  expect(named.person).toMatchObject({ ...car, lastName: 'Three', other_info: 'radio' })
  expect((await update(admin, others)).person).toMatchObject(others)
  await city.server.app.settings.change({ driver_approval: false }, null)
  expect(await keyOf(update(fleet, car))).toBe('ok')
})
