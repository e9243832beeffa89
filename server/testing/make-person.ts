import { randomInt } from 'node:crypto'
import type { LatLng } from '@remis/domain/kit/distance'
import type { Role } from '@remis/domain/kit/endpoint'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Database } from '../platform/database/database.ts'
import { hashToken, newToken } from '../platform/sessions/session-guard.ts'

export interface TestPerson {
  readonly id: string
  readonly role: Role
  readonly sessionId: string
  readonly token: string
  /** first and last name */
  readonly name: string
}

export interface PersonOptions {
  readonly approved?: boolean
  /** E.164; none without it */
  readonly mobile?: string
  /** id of the fleet admin a driver belongs to */
  readonly fleetadmin?: string
}

/** Signs a person in on one more device. */
export const openSession = async (db: Database, userId: string): Promise<{ sessionId: string; token: string }> => {
  const [sessionId, token] = [newId(), newToken()]
  await db.request
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      token_hash: hashToken(token),
      confirmed_at: new Date(),
      expires_at: sql<Date>`clock_timestamp() + interval '1 day'`,
    })
    .execute()
  return { sessionId, token }
}

let count = 0

/** Inserts a user with a session: the platform has no registration. */
export const makePerson = async (db: Database, role: Role, more: PersonOptions = {}): Promise<TestPerson> => {
  const id = newId()
  const number = ++count
  await db.request
    .insertInto('users')
    .values({
      id,
      usertype: role,
      first_name: role,
      last_name: id.slice(-8),
      email: `${role}-${number}-${id.slice(-8)}@example.org`,
      mobile: more.mobile ?? null,
      fleetadmin: more.fleetadmin ?? null,
      referral_id: `${role}${id}`,
      approved: more.approved ?? true,
    })
    .execute()
  return { id, role, ...(await openSession(db, id)), name: `${role} ${id.slice(-8)}` }
}

export interface DriverPlace {
  /** id of the car type */
  readonly carType: string
  readonly at: LatLng
  /** age of the position, ms */
  readonly ageMs: number
  /** true without it */
  readonly online?: boolean
}

/** Gives a driver a car and a last position. A running server does not see the position until it is sent or loaded. */
export const putOnRoad = async (
  db: Database,
  id: string,
  { carType, at, ageMs, online }: DriverPlace,
): Promise<void> => {
  // The position first: a sweep sets an online driver without one offline.
  await db.request
    .insertInto('driver_positions')
    .values({ driver_id: id, lat: at.lat, lng: at.lng, at: new Date(Date.now() - ageMs), seq: 0 })
    .execute()
  await db.request
    .updateTable('users')
    .set({
      car_type_id: carType,
      driver_active_status: online ?? true,
      vehicle_make: 'Test',
      vehicle_model: 'Car',
      vehicle_number: `STU ${randomInt(1000, 10_000)}`,
    })
    .where('id', '=', id)
    .execute()
}
