import type { Kysely, Selectable } from 'kysely'
import type { Role } from '@remis/domain/kit/endpoint'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { isReachable } from '../platform/sessions/suspension.ts'
import { lockArchivedRow, lockPersonRow, selectPerson } from './person-store.ts'
import { nameOf } from '../platform/database/schema/full-name.ts'

/** The facts of a person that a booking copies. */
export interface PersonFacts {
  readonly id: string
  readonly role: Role
  readonly name: string
  readonly email: string | null
  readonly mobile: string | null
  readonly image: string | null
  readonly approved: boolean
  /** suspended by the office, also while a trip goes on [design/people-6] */
  readonly suspended: boolean
  readonly fleetadmin: string | null
  readonly mobileVerified: boolean
}

const facts = (row: NonNullable<Awaited<ReturnType<typeof selectPerson>>>): PersonFacts => ({
  id: row.id,
  role: row.usertype,
  name: nameOf(row),
  email: row.email,
  mobile: row.mobile,
  image: row.profile_image,
  approved: row.approved,
  suspended: row.suspended,
  fleetadmin: row.fleetadmin,
  mobileVerified: row.mobile_verified_at !== null,
})

/** A live account by its id, else null. */
export const findPerson = async (db: Kysely<Tables>, id: string): Promise<PersonFacts | null> => {
  const row = await selectPerson(db, id)
  return row === undefined ? null : facts(row)
}

/** The same, the row locked until the commit. */
export const lockPerson = async (tx: Tx, id: string): Promise<PersonFacts | null> => {
  const row = await lockPersonRow(tx, id)
  return row === undefined ? null : facts(row)
}

/** The language that a person chose; null: none. */
export const findLanguage = async (db: Kysely<Tables>, id: string): Promise<string | null> =>
  (await db.selectFrom('users').select('language').where('id', '=', id).executeTakeFirst())?.language ?? null

/** Ids of the admins who can act, the recipients of alerts. */
export const listAdmins = async (db: Kysely<Tables>): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('usertype', '=', 'admin')
    .where(isReachable('users'))
    .execute()
  return rows.map(({ id }) => id)
}

/** Role and fleet of a person, archived ones too. */
export const findAnyPerson = async (
  db: Kysely<Tables>,
  id: string,
): Promise<{ readonly role: Role; readonly fleetadmin: string | null; readonly deleted: boolean } | null> => {
  const row = await db
    .selectFrom('users')
    .select(['usertype', 'fleetadmin', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : { role: row.usertype, fleetadmin: row.fleetadmin, deleted: row.deleted_at !== null }
}

/** A person, archived ones too, the row locked until the commit. */
export const lockAnyPerson = async (tx: Tx, id: string) => {
  const row = await lockArchivedRow(tx, id)
  if (row === undefined) return null
  const { usertype: role, approved, suspended, deleted_at, erased_at } = row
  return { role, approved, suspended, deleted: deleted_at !== null, erased: erased_at !== null }
}

/**
 * The role of a person with a wallet in use, the row locked until the commit: a rider or driver with data that were not
 * deleted, also an archived one, so that open amounts are settled as usual [design/people-7]. Null for others.
 */
export const lockWalletRole = async (tx: Tx, id: string): Promise<'rider' | 'driver' | null> => {
  const row = await lockArchivedRow(tx, id)
  return row === undefined ? null : walletRoleOf(row)
}

/** As `lockWalletRole`, for a loaded row. */
export const walletRoleOf = ({
  usertype,
  erased_at,
}: Pick<Selectable<Tables['users']>, 'usertype' | 'erased_at'>): 'rider' | 'driver' | null =>
  erased_at === null && (usertype === 'rider' || usertype === 'driver') ? usertype : null
