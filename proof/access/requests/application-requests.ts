import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '@remis/server/platform/database/schema'
import { blackPng } from '@remis/server/testing/files/black-png'
import type { Caller, Target } from '../callers.ts'
import type { Query } from './request.ts'
import type { World } from '../world.ts'

type Make = (world: World, caller: Caller, target: Target | undefined, real: boolean) => Promise<Query>

const required = ['drivingLicence', 'vehicleRegistration', 'insurance'] as const

export const addDocument = async (
  db: Kysely<Tables>,
  driver: string,
  kind: string,
  state: 'waiting' | 'accepted',
): Promise<string> => {
  const [file, document] = [randomUUID(), randomUUID()]
  await sql`insert into files (id, owner_id, kind, name, bytes, loose_since)
    values (${file}, ${driver}, 'driverDocument', ${file.replaceAll('-', '')}, 1, null)`.execute(db)
  await sql`insert into driver_documents (id, driver_id, kind, file_id, state, expires_on, expires_at)
    values (${document}, ${driver}, ${kind}, ${file}, ${state}, '2060-12-31', '2061-01-01T00:00:00Z')
    on conflict do nothing`.execute(db)
  return document
}

/** A valid insurance with the next one waiting. */
export const addDocuments = async (db: Kysely<Tables>, driver: string): Promise<void> => {
  await addDocument(db, driver, 'insurance', 'accepted')
  await addDocument(db, driver, 'insurance', 'waiting')
}

/** A driver without approval, with all that an application needs. */
const applicant = async ({ actors, own }: World, documents: 'waiting' | 'accepted') => {
  const { request: db } = actors.city.database.db
  const { id, token } = await actors.person('driver')
  await sql`update users set approved = false, car_type_id = ${own[0]?.carType}, vehicle_make = 'Fiat',
    vehicle_model = 'Mobi', vehicle_number = 'SAB 1234' where id = ${id}`.execute(db)
  for (const kind of required) await addDocument(db, id, kind, documents)
  return { id, token: token ?? '' }
}

const vehicleOf = ({ own }: World) => ({
  carTypeId: own[0]?.carType,
  vehicleMake: 'Fiat',
  vehicleModel: 'Mobi',
  vehicleNumber: 'SAB 1234',
})

/** Requests of driver applications; each admitted call gets a new application. */
export const applicationRequests: Readonly<Record<string, Make>> = {
  'GET /api/driver-application': () => Promise.resolve({}),
  'PATCH /api/driver-application': async (world, _caller, _target, real) => ({
    body: vehicleOf(world),
    ...(real ? { token: (await applicant(world, 'waiting')).token } : {}),
  }),
  'POST /api/driver-application/documents': async (world, _caller, _target, real) => {
    const file = randomUUID()
    const body = { kind: 'vehicleRegistration', file }
    if (!real) return { body }
    const { id, token } = await applicant(world, 'waiting')
    await sql`insert into files (id, owner_id, kind, name, bytes)
      values (${file}, ${id}, 'driverDocument', ${file.replaceAll('-', '')}, 1)`.execute(
      world.actors.city.database.db.request,
    )
    return { body, token }
  },
  'POST /api/driver-application/send': async (world, _caller, _target, real) => ({
    body: {},
    ...(real ? { token: (await applicant(world, 'waiting')).token } : {}),
  }),
  'GET /api/people/:id/documents': (_world, _caller, target) => Promise.resolve({ id: target?.id ?? '' }),
  'POST /api/people/:id/documents': async (world, _caller, target, real) => ({
    id: target?.id ?? '',
    body: {
      document: real
        ? await addDocument(world.actors.city.database.db.request, target?.id ?? '', 'insurance', 'waiting')
        : randomUUID(),
      accept: true,
    },
  }),
  'POST /api/people/:id/application': async (world, _caller, target, real) => {
    const id = real ? (await applicant(world, 'accepted')).id : (target?.id ?? '')
    if (real)
      await sql`insert into driver_applications (driver_id, state, sent_at) values (${id}, 'sent', clock_timestamp())`.execute(
        world.actors.city.database.db.request,
      )
    return { id, body: { approve: true } }
  },
}

/** A PNG of one black pixel. */
export const onePixel: Buffer = blackPng(1, 1)
