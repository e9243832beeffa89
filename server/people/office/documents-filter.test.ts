import { randomBytes, randomUUID } from 'node:crypto'
import type { DocumentKindName } from '@remis/domain/driver-documents/document-kinds'
import { peopleApi } from '@remis/domain/people/people-api'
import type { DocumentFilter } from '@remis/domain/people/people-routes'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { cityFor, type TestActor } from '../../testing/test-city.ts'
import { driverList, peopleOf } from './people-list-store.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')

/** `days` until its end; undefined: it has none. */
const addDocument = async (driver: string, kind: DocumentKindName, state: string, days?: number) => {
  const file = randomUUID()
  await sql`insert into files (id, owner_id, kind, name, bytes, loose_since)
    values (${file}, ${driver}, 'driverDocument', ${randomBytes(16).toString('hex')}, 10, null)`.execute(db.request)
  const end = days === undefined ? sql`null` : sql`clock_timestamp() + ${days} * interval '1 day'`
  await sql`insert into driver_documents (id, driver_id, kind, file_id, state, reason, expires_at, expires_on)
    values (gen_random_uuid(), ${driver}, ${kind}, ${file}, ${state}, 'x', ${end}, (${end})::date)`.execute(db.request)
}
/** A driver with every required document accepted. */
const complete = async (more: { fleetadmin?: string; insurance?: number } = {}) => {
  const { fleetadmin, insurance = 200 } = more
  const driver = await city.driver(fleetadmin === undefined ? {} : { fleetadmin })
  await addDocument(driver.id, 'drivingLicence', 'accepted', 300)
  await addDocument(driver.id, 'vehicleRegistration', 'accepted')
  await addDocument(driver.id, 'insurance', 'accepted', insurance)
  return driver
}
const listed = async (who: TestActor, documents: DocumentFilter) =>
  (await who.call(peopleApi.listDrivers, { query: { documents, limit: 100 } })).rows.map(({ id }) => id).toSorted()

it('lists drivers by documents: missing, waiting, expiring and expired [design/documents-6]', async () => {
  const fine = await complete()
  const none = await city.driver()
  const refused = await complete()
  await sql`update driver_documents set state = 'refused' where driver_id = ${refused.id} and kind = 'insurance'`.execute(
    db.request,
  )
  // what waits is not missing; an optional one neither
  const waiting = await city.driver()
  for (const kind of ['drivingLicence', 'vehicleRegistration', 'insurance'] as const)
    await addDocument(waiting.id, kind, 'waiting', kind === 'vehicleRegistration' ? undefined : 200)
  const renews = await complete({ insurance: 29 })
  await addDocument(renews.id, 'insurance', 'waiting', 400)
  const soon = await complete({ insurance: 31 })
  const ended = await complete({ insurance: -1 })
  const permit = await complete()
  await addDocument(permit.id, 'taxiPermit', 'accepted', 3)

  expect(await listed(admin, 'missing')).toEqual([none.id, refused.id].toSorted())
  expect(await listed(admin, 'waiting')).toEqual([waiting.id, renews.id].toSorted())
  expect(await listed(admin, 'expiring')).toEqual([renews.id, permit.id].toSorted())
  expect(await listed(admin, 'expired')).toEqual([ended.id])
  for (const filter of ['missing', 'waiting', 'expiring', 'expired'] as const)
    for (const { id } of [fine, soon]) expect(await listed(admin, filter)).not.toContain(id)

  const file = await fetch(`${city.server.url}/api/drivers/export?format=csv&documents=expired`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const lines = (await file.text()).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(ended.id)
})

it('shows a fleet admin its own drivers only', async () => {
  const [fleet, otherFleet] = [await city.person('fleetadmin'), await city.person('fleetadmin')]
  const own = await complete({ fleetadmin: fleet.id, insurance: 5 })
  await complete({ fleetadmin: otherFleet.id, insurance: 5 })
  expect(await listed(fleet, 'expiring')).toEqual([own.id])
})

it('finds documents by their indexes', async () => {
  const driver = await complete()
  await sql`insert into driver_documents (id, driver_id, kind, file_id, state, expires_at, expires_on)
    select gen_random_uuid(), driver_id, 'kind' || n, file_id, 'accepted', clock_timestamp() + n * interval '1 day', '2060-01-01'
    from driver_documents, generate_series(100, 3000) as n
    where driver_id = ${driver.id} and kind = 'insurance'`.execute(db.request)
  await sql`analyze driver_documents`.execute(db.request)
  const plan = async (documents: DocumentFilter) => {
    const filter = driverList(true).filters?.documents?.(documents)
    if (filter === undefined) throw new Error('no filter')
    const query = peopleOf(db.request, 'driver', undefined).where(filter).compile()
    return db.transact(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await tx.executeQuery<Record<string, string>>({
        ...query,
        sql: `explain ${query.sql}`,
      })
      return rows.map((row) => Object.values(row).join('')).join('\n')
    })
  }
  expect(await plan('waiting')).toContain('driver_documents_waiting')
  for (const filter of ['expiring', 'expired'] as const)
    expect(await plan(filter)).toContain('driver_documents_expiring')
  expect(await plan('missing')).toContain('driver_documents_of_driver')
})
