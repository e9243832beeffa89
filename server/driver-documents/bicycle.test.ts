import { driverDocumentsApi as api } from '@remis/domain/driver-documents/driver-documents-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { keyOf, openCity } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import { papersOf } from './documents-fixture.ts'

const database = await databaseFor(import.meta.url)
const { request: db } = database.db
const city = await openCity(database, { env: { APP_CATEGORY: 'delivery' } })
const admin = await city.person('admin')
const { applicant, decideAll, handIn, acceptAll, handInAll, read, upload, vehicle } = papersOf(city, admin)

const bicycle = city.comfort
await sql`update car_types set image = 'bicycle' where id = ${bicycle}`.execute(db)
const ride = { carTypeId: bicycle, vehicleMake: '', vehicleModel: '', vehicleNumber: '' }
const missingDocuments = async () =>
  (await admin.call(peopleApi.listDrivers, { query: { documents: 'missing' } })).rows.map(({ id }) => id)

it('a courier on a bicycle applies with its type alone, one on a motorbike does not [design/documents-13]', async () => {
  const courier = await applicant()
  await courier.call(api.setVehicle, { body: { ...ride, carTypeId: city.economy } })
  expect(await keyOf(courier.call(api.send, { body: {} }))).toBe('application_incomplete')
  expect(await missingDocuments()).toContain(courier.id)
  const { application } = await courier.call(api.setVehicle, { body: ride })
  expect(application.missing).toEqual([])
  expect(application.documents.map(({ required }) => required)).not.toContain(true)
  expect(await missingDocuments()).not.toContain(courier.id)
  expect(await keyOf(courier.call(api.send, { body: {} }))).toBe('ok')
  await decideAll(courier.id, { approve: true })
  expect(await read(courier)).toMatchObject({ approved: true, state: 'approved' })
})

it('a document that has ended pauses no courier who changes to a bicycle [design/documents-13]', async () => {
  const courier = await applicant()
  await courier.call(api.setVehicle, { body: vehicle() })
  await handInAll(courier)
  await courier.call(api.send, { body: {} })
  await acceptAll(courier.id, courier)
  await decideAll(courier.id, { approve: true })
  const ended = sql`clock_timestamp() - interval '1 day'`
  await sql`update driver_documents set expires_at = ${ended} where driver_id = ${courier.id}
    and kind = 'insurance'`.execute(db)
  const changeTo = (carTypeId: string) =>
    admin.call(peopleApi.update, { params: { id: courier.id }, body: { carTypeId } })
  await changeTo(city.economy)
  expect((await read(courier)).paused).toBe(true)
  await changeTo(bicycle)
  expect((await read(courier)).paused).toBe(false)
})

it('a city of deliveries has no taxi permit [design/documents-14]', async () => {
  const courier = await applicant()
  const kinds = (await read(courier)).documents.map(({ kind }) => kind)
  expect(kinds).toEqual(['drivingLicence', 'vehicleRegistration', 'insurance', 'inspection'])
  const file = await upload(courier)
  const body = { kind: 'taxiPermit', file, expiresOn: '2060-12-31' } as const
  expect(await keyOf(courier.call(api.handIn, { body }))).toBe('invalid_input')
  expect((await handIn(courier, 'inspection', '2060-12-31')).documents).toHaveLength(4)
})
