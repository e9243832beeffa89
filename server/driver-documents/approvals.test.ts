import { driverDocumentsApi as api } from '@remis/domain/driver-documents/driver-documents-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { cityFor, keyOf } from '../testing/test-city.ts'
import { papersOf } from './documents-fixture.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
const { read, decideAll, acceptAll, approve, ofPerson, sent } = papersOf(city, admin)

it('removing the approval reopens the application [design/documents-11]', async () => {
  const driver = await sent()
  await acceptAll(driver.id, driver)
  await decideAll(driver.id, { approve: true })
  await approve(driver.id, false)
  expect(await read(driver)).toMatchObject({ state: 'open', approved: false })
  expect(await keyOf(driver.call(api.send, { body: {} }))).toBe('ok')
  expect(await ofPerson(driver.id)).toMatchObject({ state: 'sent', approved: false })
})

it('approving the driver approves the application, also after a refusal [design/documents-11]', async () => {
  const driver = await sent()
  await approve(driver.id, true)
  expect(await ofPerson(driver.id)).toMatchObject({ state: 'approved', decidedAt: expect.any(Number) as number })
  await approve(driver.id, false)
  await driver.call(api.send, { body: {} })
  await decideAll(driver.id, { approve: false, reason: 'The picture is dark.' })
  await approve(driver.id, true)
  expect(await ofPerson(driver.id)).toMatchObject({ state: 'approved', reason: '' })
})

it('is refused with an outdated version after the fleet changed the vehicle [design/people-30]', async () => {
  const fleet = await city.person('fleetadmin')
  const driver = await sent()
  const params = { id: driver.id }
  await sql`update users set fleetadmin = ${fleet.id} where id = ${driver.id}`.execute(db.request)
  await acceptAll(driver.id, driver)
  const shown = [
    (await ofPerson(driver.id)).version,
    (await admin.call(peopleApi.get, { params })).person.version,
    (await admin.call(peopleApi.listDrivers, { query: { state: 'waiting' } })).rows.find(({ id }) => id === driver.id)!
      .version,
  ]
  await fleet.call(peopleApi.update, { params, body: { vehicleNumber: 'SAB 9999' } })
  for (const version of shown) {
    expect(await keyOf(decideAll(driver.id, { approve: true, version }))).toBe('person_changed')
    expect(await keyOf(admin.call(peopleApi.approve, { params, body: { approved: true, version } }))).toBe(
      'person_changed',
    )
  }
  const { approved, version } = await ofPerson(driver.id)
  expect(approved).toBe(false)
  await decideAll(driver.id, { approve: true, version })
  expect((await ofPerson(driver.id)).approved).toBe(true)
})
