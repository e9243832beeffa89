import { tripCodesApi } from '@remis/domain/booking/trip-codes-api'
import { expect, it } from 'vitest'
import { databaseFor } from '../../testing/test-database.ts'
import { drives, keyOf, openCity, tripCodeOf, type TestActor } from '../../testing/test-city.ts'

const database = await databaseFor(import.meta.url)
const city = await openCity(database)

const reveal = (who: TestActor, id: string) => who.call(tripCodesApi.reveal, { params: { id }, body: {} })
const auditRows = (id: string) =>
  database.db.request
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'trip-code.reveal')
    .where('subject', '=', `booking:${id}`)
    .execute()

it('an admin may reveal the trip code from ACCEPTED to ARRIVED, audited each time', async () => {
  const [rider, driver, admin] = [await city.person('rider'), await city.driver(), await city.person('admin')]
  const { id } = await city.book(rider)
  expect(await keyOf(reveal(admin, id))).toBe('booking_moved_on')
  await drives(driver, id).accept()
  const code = await tripCodeOf(rider, id)
  expect(code).toMatch(/^\d{5}$/)
  expect(await reveal(admin, id)).toEqual({ otp: code })
  await drives(driver, id).arrive()
  expect(await reveal(admin, id)).toEqual({ otp: code })
  await drives(driver, id).start(code)
  expect(await keyOf(reveal(admin, id))).toBe('booking_moved_on')
  const rows = await auditRows(id)
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    expect(row).toMatchObject({ actor_id: admin.id, actor_role: 'admin' })
    expect(JSON.stringify(row.data)).not.toContain(code)
  }
})

it('the driver, the fleet and the rider may not reveal it; an unknown id answers 404', async () => {
  const [rider, driver, admin] = [await city.person('rider'), await city.driver(), await city.person('admin')]
  const { id } = await city.book(rider)
  await drives(driver, id).accept()
  for (const who of [driver, rider, await city.person('fleetadmin')])
    expect(await keyOf(reveal(who, id))).toBe('forbidden')
  expect(await keyOf(reveal(admin, 'ZZZZZZZZZZ'))).toBe('not_found')
  expect(await keyOf(reveal(admin, "' or 1=1"))).toBe('invalid_input')
  expect(await auditRows(id)).toEqual([])
})
