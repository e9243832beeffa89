import { chatPhotoKind, type BookingPhotoKind, type FileKind, type StoredKind } from '@remis/domain/files/file-kinds'
import type { Role } from '@remis/domain/kit/endpoint'
import { contactHours } from '@remis/domain/booking/view-contacts'
import { busyStatuses } from '@remis/domain/booking/statuses'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { statusIn } from '../platform/database/schema/status-in.ts'

interface NewFile {
  readonly id: string
  readonly owner: string
  readonly kind: StoredKind
  /** of a picture of a delivery */
  readonly booking?: string
  /** in the storage */
  readonly name: string
  readonly bytes: number
}

export const insertFile = async (tx: Tx, { id, owner, kind, booking, name, bytes }: NewFile): Promise<void> => {
  await tx
    .insertInto('files')
    .values({ id, owner_id: owner, kind, booking_id: booking ?? null, name, bytes })
    .execute()
}

/** How much a person has stored, loose files included; pictures of deliveries are counted by booking. */
export const sizeOfOwner = (db: Kysely<Tables>, owner: string) =>
  db
    .selectFrom('files')
    .select(sql<number>`count(*)::int`.as('files'))
    .select(sql<number>`coalesce(sum(bytes), 0)::int`.as('bytes'))
    .where('owner_id', '=', owner)
    .where('booking_id', 'is', null)
    .executeTakeFirstOrThrow()

/** Pictures of a booking that count together: of its parcel, or sent by one person in its chat. */
export interface PhotoScope {
  readonly booking: string
  readonly kind: BookingPhotoKind | typeof chatPhotoKind
  /** who sends a photo of a chat */
  readonly owner: string | null
}

const inScope = ({ booking, kind, owner }: PhotoScope) =>
  kind === chatPhotoKind
    ? sql<boolean>`booking_id = ${booking} and kind = ${chatPhotoKind} and owner_id = ${owner}`
    : sql<boolean>`booking_id = ${booking} and kind <> ${chatPhotoKind}`

/** How many of these pictures are used. */
export const countUsedPhotos = async (db: Kysely<Tables>, scope: PhotoScope): Promise<number> => {
  const { photos } = await db
    .selectFrom('files')
    .select(sql<number>`count(*)::int`.as('photos'))
    .where(inScope(scope))
    .where('loose_since', 'is', null)
    .executeTakeFirstOrThrow()
  return photos
}

/**
 * Makes room for one more picture: what lost answers and retakes left goes first, the oldest of the same kind before
 * others. A sweep removes the bytes. The caller holds the lock of the booking and has checked the number of used ones.
 */
export const makeRoom = async (tx: Tx, scope: PhotoScope, most: number): Promise<void> => {
  await sql`delete from files where id in (select id from files where ${inScope(scope)} and loose_since is not null
    order by (kind = ${scope.kind}) desc, loose_since, id
    limit greatest(0, (select count(*) from files where ${inScope(scope)}) - ${most - 1}::bigint))`.execute(tx)
}

export const findFile = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('files')
    .select(['id', 'owner_id', 'kind', 'booking_id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * The used files of a person. `within`: without a booking, or among the newest of bookings that together have at most
 * `mostBytes`. The quota of a person limits those without a booking.
 */
export const listFilesOf = async (
  db: Kysely<Tables>,
  owner: string,
  mostBytes: number,
): Promise<{ readonly id: string; readonly name: string; readonly within: boolean }[]> => {
  const { rows } = await sql<{ id: string; name: string; within: boolean }>`
    select id, name, booking_id is null
      or sum(bytes) over (partition by booking_id is null order by created_at desc, id) <= ${mostBytes} as within
    from files where owner_id = ${owner} and loose_since is null order by id`.execute(db)
  return rows
}

/**
 * Marks an own loose file of this kind as used; false when there is none. A sweep cannot delete it meanwhile. The
 * picture of a car type belongs to the operator from then on: it stays when the account that sent it is erased.
 */
export const takeFile = async (tx: Tx, id: string, owner: string, kind: FileKind): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({ loose_since: null, ...(kind === 'carTypeImage' ? { owner_id: null } : {}) })
    .where('id', '=', id)
    .where('owner_id', '=', owner)
    .where('kind', '=', kind)
    .where('loose_since', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks a loose picture of this booking as used; false when there is none. */
export const takePhoto = async (
  tx: Tx,
  id: string,
  booking: string,
  kind: BookingPhotoKind | typeof chatPhotoKind,
  owner?: string,
): Promise<boolean> => {
  let update = tx
    .updateTable('files')
    .set({ loose_since: null })
    .where('id', '=', id)
    .where('booking_id', '=', booking)
    .where('kind', '=', kind)
    .where('loose_since', 'is not', null)
  if (owner !== undefined) update = update.where('owner_id', '=', owner)
  const { numUpdatedRows } = await update.executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Loose again, from now on. */
export const loosenFiles = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .updateTable('files')
    .set({ loose_since: sql<Date>`clock_timestamp()` })
    .where('id', 'in', [...ids])
    .where('loose_since', 'is', null)
    .execute()
}

/** Deletes rows that were loose for these hours; resolves with the names of their bytes. */
export const deleteLoose = async (db: Kysely<Tables>, hours: number, most: number): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`delete from files where id in (
      select id from files where loose_since < now() - ${hours} * interval '1 hour'
      order by loose_since limit ${most} for update skip locked)
    returning name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The names that no row has. */
export const namesWithoutRow = async (db: Kysely<Tables>, names: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select n.name from unnest(${[...names]}::text[]) as n (name)
    where not exists (select from files f where f.name = n.name)`.execute(db)
  return rows.map(({ name }) => name)
}

/** The given files that have a row. */
export const haveRows = async (db: Kysely<Tables>, ids: readonly string[]): Promise<string[]> =>
  (await db.selectFrom('files').select('id').where('id', 'in', ids).execute()).map(({ id }) => id)

/** The names of any files: ids are random. */
export const someFileNames = async (db: Kysely<Tables>, most: number): Promise<string[]> =>
  (await db.selectFrom('files').select('name').orderBy('id').limit(most).execute()).map(({ name }) => name)

/** Some rows by their id after `after`, for a check that every row has its bytes. */
export const listFileNames = (db: Kysely<Tables>, after: string, most: number) =>
  db.selectFrom('files').select(['id', 'name']).where('id', '>', after).orderBy('id').limit(most).execute()

/**
 * Is the person, in this role, the other side of a booking of the file's owner? A rider sees the drivers of their
 * bookings, a driver the rider until the contact ends [design/access-60]; not after a change of role
 * [design/access-92].
 */
export const haveMet = async (
  db: Kysely<Tables>,
  { id, role }: { readonly id: string; readonly role: Role },
  owner: string,
): Promise<boolean> => {
  const booking =
    role === 'rider'
      ? sql`customer = ${id} and driver = ${owner}`
      : sql`driver = ${id} and customer = ${owner} and (${statusIn('status', busyStatuses)}
          or status <> 'CANCELLED' and end_time > clock_timestamp() - ${contactHours} * interval '1 hour')`
  const { rows } = await sql<{ met: boolean }>`select exists (select from bookings where ${booking}) as met`.execute(db)
  return rows[0]?.met === true
}
