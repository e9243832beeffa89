import { sql, type Insertable, type Kysely, type Updateable } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { isSuspended } from '../platform/sessions/suspension.ts'

const columns = [
  'id',
  'usertype',
  'first_name',
  'last_name',
  'email',
  'mobile',
  'profile_image',
  'approved',
  'fleetadmin',
  'mobile_verified_at',
] as const

export const selectPerson = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('users')
    .select(columns)
    .select(isSuspended('users').as('suspended'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Locks the row until the commit. The key is not locked, so rows that refer to the person can still be inserted. */
export const lockPersonRow = (tx: Tx, id: string) =>
  tx
    .selectFrom('users')
    .select(columns)
    .select(isSuspended('users').as('suspended'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The live fleet admin, the row locked against changes until the commit; other transactions may take the same lock. */
export const lockFleetAdmin = (tx: Tx, id: string) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('usertype', '=', 'fleetadmin')
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()

export const findEditVersion = async (db: Kysely<Tables>, id: string): Promise<number | undefined> =>
  (await db.selectFrom('users').select('edit_version').where('id', '=', id).executeTakeFirst())?.edit_version

/** What a move changes on the row of its driver; undefined: stays as it is. */
export interface MoverChange {
  readonly busy: boolean | undefined
  /** where the driver makes the move [design/tracking-49] */
  readonly session: string | undefined
}

export const updateMover = async (tx: Tx, driver: string, { busy, session }: MoverChange): Promise<void> => {
  const update = tx.updateTable('users').set({ queue: busy, mover_session: session }).where('id', '=', driver)
  if (busy !== undefined) await update.execute()
  else if (session !== undefined) await update.where('mover_session', 'is distinct from', session).execute()
}

export const addToRatingSum = (tx: Tx, person: string, rate: number) =>
  tx
    .updateTable('users')
    .set((eb) => ({ rating_sum: eb('rating_sum', '+', rate), rating_count: eb('rating_count', '+', 1) }))
    .where('id', '=', person)
    .returning(['rating_sum', 'rating_count'])
    .executeTakeFirstOrThrow()

export const updateRatingAverage = async (tx: Tx, person: string, average: number | null): Promise<void> => {
  await tx.updateTable('users').set({ rating_average: average }).where('id', '=', person).execute()
}

/**
 * Undefined when the email, the number or the referral code is taken; nothing is written then and the transaction goes
 * on.
 */
export const insertPerson = (tx: Tx, row: Insertable<Tables['users']>) =>
  tx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/** Of a driver's row: offline. */
export const offline = { driver_active_status: false, online_at: null } as const

export const updateOnline = async (tx: Tx, driver: string, session: string): Promise<void> => {
  const online = { driver_active_status: true, online_at: sql<Date>`clock_timestamp()`, mover_session: session }
  await tx.updateTable('users').set(online).where('id', '=', driver).execute()
}

export const updateOffline = async (tx: Tx, driver: string): Promise<void> => {
  await tx.updateTable('users').set(offline).where('id', '=', driver).execute()
}

export const selectBank = (db: Kysely<Tables>, person: string) =>
  db
    .selectFrom('users')
    .select(['bank_name', 'bank_code', 'bank_account', 'bank_changed_at'])
    .where('id', '=', person)
    .where('erased_at', 'is', null)
    .executeTakeFirst()

export const updateBank = async (
  tx: Tx,
  person: string,
  bank: Pick<Insertable<Tables['users']>, 'bank_name' | 'bank_code' | 'bank_account'>,
): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ ...bank, bank_changed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', person)
    .execute()
}

/**
 * Locks the rows of all admins in the order of their ids, so that two of them cannot leave at once [design/people-9].
 */
export const lockAdmins = (tx: Tx) =>
  tx
    .selectFrom('users')
    .select(['id', 'approved'])
    .select(isSuspended('users').as('suspended'))
    .where('usertype', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

type PersonValues = Pick<
  Updateable<Tables['users']>,
  | 'first_name'
  | 'last_name'
  | 'car_type_id'
  | 'vehicle_make'
  | 'vehicle_model'
  | 'vehicle_number'
  | 'other_info'
  | 'fleetadmin'
  | 'usertype'
  | 'approved'
  | 'driver_active_status'
  | 'online_at'
  | 'license_image'
  | 'documents_until'
  | 'language'
  | 'color_scheme'
  | 'density'
  | 'muted_notices'
  | 'profile_image'
  | 'user_platform'
>

/** What the office or the person changes. */
export const updatePerson = async (tx: Tx, id: string, values: PersonValues): Promise<void> => {
  if (Object.keys(values).length > 0) await tx.updateTable('users').set(values).where('id', '=', id).execute()
}

export interface Suspension {
  readonly reason: string
  /** ms; null: until the office ends it */
  readonly until: number | null
  /** an admin's id */
  readonly by: string
  /** a trip that goes on is aborted */
  readonly atOnce: boolean
}

/** null: ends the suspension. */
export const updateSuspension = async (tx: Tx, id: string, suspension: Suspension | null): Promise<void> => {
  await tx
    .updateTable('users')
    .set({
      suspended_at: suspension === null ? null : sql<Date>`clock_timestamp()`,
      suspended_until: suspension === null || suspension.until === null ? null : new Date(suspension.until),
      suspension_reason: suspension?.reason ?? null,
      suspended_by: suspension?.by ?? null,
      suspended_at_once: suspension?.atOnce ?? false,
    })
    .where('id', '=', id)
    .execute()
}

/** Email and number are free again for another account. */
export const markDeleted = async (tx: Tx, id: string, by: string): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ deleted_at: sql<Date>`clock_timestamp()`, deleted_by: by, ...offline })
    .where('id', '=', id)
    .execute()
}

/**
 * Any person, the row locked until the commit, with what a restored driver may no longer point to [design/people-19].
 */
export const lockArchivedRow = (tx: Tx, id: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'usertype', 'email', 'mobile', 'approved', 'deleted_at', 'erased_at'])
    .select(isSuspended('users').as('suspended'))
    .select(
      sql<boolean>`exists (select from users as owner where owner.id = users.fleetadmin
        and owner.usertype = 'fleetadmin' and owner.deleted_at is null)`.as('has_owner'),
    )
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The unique indexes of email and number refuse one that belongs to another live account. */
export const unmarkDeleted = async (tx: Tx, id: string): Promise<void> => {
  await tx.updateTable('users').set({ deleted_at: null, deleted_by: null }).where('id', '=', id).execute()
}

/** The drivers of a fleet admin belong to no fleet from now on. */
export const freeDriversOf = async (tx: Tx, fleetadmin: string): Promise<void> => {
  await tx.updateTable('users').set({ fleetadmin: null }).where('fleetadmin', '=', fleetadmin).execute()
}

export const confirmEmailOf = (tx: Tx, id: string, email: string) =>
  tx
    .updateTable('users')
    .set({ email_verified_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .returning(['id', 'usertype'])
    .executeTakeFirst()

export const selectCarTypeOf = async (db: Kysely<Tables>, id: string): Promise<string | null> =>
  (await db.selectFrom('users').select('car_type_id').where('id', '=', id).executeTakeFirst())?.car_type_id ?? null

export const selectVehicle = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('users')
    .select(['car_type_id', 'vehicle_make', 'vehicle_model', 'vehicle_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export const confirmMobileOf = (tx: Tx, id: string, mobile: string) =>
  tx
    .updateTable('users')
    .set({ mobile_verified_at: sql<Date>`coalesce(mobile_verified_at, clock_timestamp())` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('mobile', '=', mobile)
    .returning(['id', 'usertype'])
    .executeTakeFirst()

/** Forgets the email of an account that has a phone. */
export const clearEmail = async (tx: Tx, id: string): Promise<void> => {
  await tx.updateTable('users').set({ email: null, email_verified_at: null }).where('id', '=', id).execute()
}

/** A new email or number of a live account; confirmed or not. The unique index refuses one that is taken. */
export const updateContact = (
  tx: Tx,
  id: string,
  { channel, address, confirmed }: { channel: 'email' | 'mobile'; address: string; confirmed: boolean },
) => {
  const at = confirmed ? sql<Date>`clock_timestamp()` : null
  return tx
    .updateTable('users')
    .set(channel === 'email' ? { email: address, email_verified_at: at } : { mobile: address, mobile_verified_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
