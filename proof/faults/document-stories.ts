import { randomUUID } from 'node:crypto'
import { driverDocumentsApi } from '@remis/domain/driver-documents/driver-documents-api'
import { sql } from 'kysely'
import { addDocument } from '../access/requests/application-requests.ts'
import { makeAct } from '../api-client.ts'
import { ofCall, type CallStory } from './call-stories.ts'
import type { CrashCity } from './crash-city.ts'
import { counting, type Story } from './story.ts'

const documents = ['drivingLicence', 'vehicleRegistration', 'insurance'] as const

/** A driver before the approval, with a vehicle and, with `state`, documents. */
const applicant = async (city: CrashCity, state?: 'waiting' | 'accepted') => {
  const [driver, type] = [await city.person('driver'), await city.carType()]
  await sql`update users set approved = false, car_type_id = ${type}, vehicle_make = 'Fiat', vehicle_model = 'Mobi',
    vehicle_number = 'SAB 1234' where id = ${driver.id}`.execute(city.db.request)
  if (state !== undefined) for (const kind of documents) await addDocument(city.db.request, driver.id, kind, state)
  return driver
}

const countDocuments = (city: CrashCity, driver: string, state: string) =>
  counting(
    city,
    sql`select count(*)::int as count from driver_documents where driver_id = ${driver} and state = ${state}`,
  )

const callStories: readonly CallStory[] = [
  {
    endpoint: driverDocumentsApi.handIn,
    points: [],
    prepare: async (city) => {
      const [driver, file] = [await applicant(city), randomUUID()]
      await sql`insert into files (id, owner_id, kind, name, bytes)
        values (${file}, ${driver.id}, 'driverDocument', ${file.replaceAll('-', '')}, 1)`.execute(city.db.request)
      return {
        client: driver,
        act: makeAct(driverDocumentsApi.handIn, { body: { kind: 'vehicleRegistration', file } }),
        happened: countDocuments(city, driver.id, 'waiting'),
      }
    },
  },
  {
    endpoint: driverDocumentsApi.send,
    points: [],
    prepare: async (city) => {
      const driver = await applicant(city, 'waiting')
      return {
        client: driver,
        act: makeAct(driverDocumentsApi.send, { body: {} }),
        happened: counting(
          city,
          sql`select count(*)::int as count from audit_log where action = 'driver.apply' and subject = ${`user:${driver.id}`}`,
        ),
      }
    },
  },
  {
    endpoint: driverDocumentsApi.decide,
    points: [],
    prepare: async (city) => {
      const [admin, driver] = [await city.person('admin'), await applicant(city)]
      const document = await addDocument(city.db.request, driver.id, 'insurance', 'waiting')
      const body = { document, accept: true }
      return {
        client: admin,
        act: makeAct(driverDocumentsApi.decide, { params: { id: driver.id }, body }),
        happened: countDocuments(city, driver.id, 'accepted'),
      }
    },
  },
  {
    endpoint: driverDocumentsApi.decideAll,
    points: [],
    prepare: async (city) => {
      const [admin, driver] = [await city.person('admin'), await applicant(city, 'accepted')]
      await sql`insert into driver_applications (driver_id, state, sent_at)
        values (${driver.id}, 'sent', clock_timestamp())`.execute(city.db.request)
      return {
        client: admin,
        act: makeAct(driverDocumentsApi.decideAll, { params: { id: driver.id }, body: { approve: true } }),
        happened: counting(city, sql`select count(*)::int as count from users where id = ${driver.id} and approved`),
      }
    },
  },
]

/** The calls of driver documents that are safe to repeat. */
export const documentStories: readonly Story[] = callStories.map(ofCall)
