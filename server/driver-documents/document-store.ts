import {
  pictureWithoutPapers,
  requiredDocuments,
  type DocumentKindName,
} from '@remis/domain/driver-documents/document-kinds'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { notAmong } from '../platform/database/schema/not-among.ts'

/** Documents that no later one has replaced, newest first, at most 100. */
export const listDocuments = (db: Kysely<Tables>, driver: string) =>
  db
    .selectFrom('driver_documents')
    .select(['id', 'kind', 'file_id', 'expires_on', 'state', 'reason', 'submitted_at'])
    .select(sql<boolean>`coalesce(expires_at <= clock_timestamp(), false)`.as('expired'))
    .where('driver_id', '=', driver)
    .where('state', '<>', 'replaced')
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
export type DocumentRow = Awaited<ReturnType<typeof listDocuments>>[number]

/** The end of a day in a zone. */
const endOf = (day: string | RawBuilder<unknown> | null, zone: string) =>
  sql<Date | null>`start_of_day(${day}::date + 1, ${zone})`

/** Documents that do not end at the end of their last day in this zone; none where a document has no last day. */
const endsElsewhere = (zone: string) => sql<boolean>`expires_at <> ${endOf(sql`expires_on`, zone)}`

/** Drivers with such documents. */
export const listEndsElsewhere = (
  db: Kysely<Tables>,
  zone: string,
  limit: number,
  except: readonly string[],
): Promise<{ readonly id: string }[]> =>
  db
    .selectFrom('driver_documents')
    .select('driver_id as id')
    .where('state', 'in', ['waiting', 'accepted'])
    .where(endsElsewhere(zone))
    .where(notAmong('driver_id', 'uuid', except))
    .groupBy('driver_id')
    .limit(limit)
    .execute()

export const setEnds = async (tx: Tx, driver: string, zone: string): Promise<void> => {
  await tx
    .updateTable('driver_documents')
    .set({ expires_at: endOf(sql`expires_on`, zone) })
    .where('driver_id', '=', driver)
    .where(endsElsewhere(zone))
    .execute()
}

interface NewDocument {
  readonly driver: string
  readonly kind: DocumentKindName
  readonly file: string
  readonly expiresOn: string | null
  readonly zone: string
}

/** A document that waits; resolves with its id. */
export const insertDocument = async (tx: Tx, { driver, kind, file, expiresOn, zone }: NewDocument): Promise<string> => {
  const id = newId()
  await tx
    .insertInto('driver_documents')
    .values({
      id,
      driver_id: driver,
      kind,
      file_id: file,
      expires_on: expiresOn,
      expires_at: endOf(expiresOn, zone),
    })
    .execute()
  return id
}

/** Marks documents of this kind in these states as replaced, except one. */
export const replaceDocuments = async (
  tx: Tx,
  driver: string,
  kind: DocumentKindName,
  states: readonly ('waiting' | 'accepted' | 'refused')[],
  except?: string,
): Promise<void> => {
  let update = tx
    .updateTable('driver_documents')
    .set({ state: 'replaced', decided_at: sql<Date>`clock_timestamp()` })
    .where('driver_id', '=', driver)
    .where('kind', '=', kind)
    .where('state', 'in', [...states])
  if (except !== undefined) update = update.where('id', '<>', except)
  await update.execute()
}

export const lockDocument = (tx: Tx, driver: string, id: string) =>
  tx
    .selectFrom('driver_documents')
    .select(['id', 'kind', 'state', 'expires_on', 'file_id'])
    .where('id', '=', id)
    .where('driver_id', '=', driver)
    .forUpdate()
    .executeTakeFirst()

interface Decision {
  readonly by: string
  readonly state: 'accepted' | 'refused'
  readonly reason: string
  readonly expiresOn: string | null
  readonly zone: string
}

export const decideDocument = async (
  tx: Tx,
  id: string,
  { by, expiresOn, zone, ...decided }: Decision,
): Promise<void> => {
  await tx
    .updateTable('driver_documents')
    .set({
      ...decided,
      decided_by: by,
      decided_at: sql<Date>`clock_timestamp()`,
      expires_on: expiresOn,
      expires_at: endOf(expiresOn, zone),
    })
    .where('id', '=', id)
    .execute()
}

/** The end of the required, accepted document that ends first; null: none ends, or the vehicle needs none. */
export const firstEnd = async (tx: Tx, driver: string): Promise<number | null> => {
  const row = await tx
    .selectFrom('driver_documents as d')
    .innerJoin('users', 'users.id', 'd.driver_id')
    .leftJoin('car_types', 'car_types.id', 'users.car_type_id')
    .select((eb) => eb.fn.min('d.expires_at').as('end'))
    .where('d.driver_id', '=', driver)
    .where('d.state', '=', 'accepted')
    .where('d.kind', 'in', requiredDocuments)
    .where('car_types.image', 'is distinct from', pictureWithoutPapers)
    .executeTakeFirst()
  return row?.end ?? null
}

export const findApplication = (db: Kysely<Tables>, driver: string) =>
  db
    .selectFrom('users')
    .leftJoin('driver_applications as a', 'a.driver_id', 'users.id')
    .leftJoin('car_types', 'car_types.id', 'users.car_type_id')
    .select([
      'users.id',
      'users.first_name',
      'users.approved',
      'users.edit_version',
      'users.fleetadmin',
      'users.car_type_id',
      'users.vehicle_make',
      'users.vehicle_model',
      'users.vehicle_number',
      'users.other_info',
      'car_types.image as vehicle_picture',
      'users.license_image',
      'users.language',
      'a.state',
      'a.sent_at',
      'a.decided_at',
      'a.reason',
      'a.appeal',
    ])
    .select(sql<boolean>`coalesce(users.documents_until <= clock_timestamp(), false)`.as('expired'))
    .where('users.id', '=', driver)
    .where('users.usertype', '=', 'driver')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

export const sendApplication = async (tx: Tx, driver: string, appeal: string): Promise<void> => {
  await sql`insert into driver_applications as a (driver_id, state, sent_at, appeal)
    values (${driver}, 'sent', clock_timestamp(), ${appeal})
    on conflict (driver_id) do update set state = 'sent', sent_at = clock_timestamp(), appeal = excluded.appeal`.execute(
    tx,
  )
}

export const decideApplication = async (
  tx: Tx,
  driver: string,
  { by, approved, reason }: { readonly by: string; readonly approved: boolean; readonly reason: string },
): Promise<void> => {
  const state = approved ? 'approved' : 'refused'
  await sql`insert into driver_applications as a (driver_id, state, decided_at, decided_by, reason)
    values (${driver}, ${state}, clock_timestamp(), ${by}, ${reason})
    on conflict (driver_id) do update set state = ${state}, decided_at = clock_timestamp(), decided_by = ${by},
      reason = ${reason}`.execute(tx)
}

/** Sets the application to approved, or an approved one back to open. */
export const setApprovalOfApplication = async (
  tx: Tx,
  driver: string,
  { approved, by }: { readonly approved: boolean; readonly by: string },
): Promise<void> => {
  await (
    approved
      ? sql`update driver_applications set state = 'approved', decided_at = clock_timestamp(), decided_by = ${by},
          reason = '' where driver_id = ${driver} and state <> 'approved'`
      : sql`update driver_applications set state = 'open' where driver_id = ${driver} and state = 'approved'`
  ).execute(tx)
}

export interface DueReminder {
  readonly id: string
  readonly driver_id: string
  readonly kind: DocumentKindName
  /** ms */
  readonly expires_at: number
  /** 30, 7 or 1 days before its end, or 0: it has ended */
  readonly due: number
  readonly language: string | null
  /** the picture of the driver's car type */
  readonly picture: string | null
}

/** The last of these days before the end that has come, 0 after the end. */
const daysLeft = (days: readonly number[]) => sql`case when d.expires_at <= now() then 0 else (
  select min(day) from unnest(${[...days]}::int[]) as day where d.expires_at <= now() + day * interval '1 day') end`

/** Documents of approved drivers that are due for a reminder; not one with a newer one that waits. */
const dueReminders = (days: readonly number[]) => sql`from driver_documents d join users u on u.id = d.driver_id
    left join car_types c on c.id = u.car_type_id
  where d.state = 'accepted' and d.expires_at <= now() + ${Math.max(...days)} * interval '1 day'
    and u.deleted_at is null and u.usertype = 'driver' and u.approved
    and (d.reminded is null or d.reminded > ${daysLeft(days)})
    and not exists (select from driver_documents w
      where w.driver_id = d.driver_id and w.kind = d.kind and w.state = 'waiting')`

/** The most urgent of them, except these. */
export const listDueReminders = async (
  db: Kysely<Tables>,
  days: readonly number[],
  limit: number,
  except: readonly string[],
): Promise<{ readonly id: string }[]> => {
  const { rows } = await sql<{
    id: string
  }>`select d.id ${dueReminders(days)} and ${notAmong('d.id', 'uuid', except)}
    order by d.expires_at limit ${limit}`.execute(db)
  return rows
}

/** Marks the document as reminded of, in the transaction that writes the reminder; undefined if it is no longer due. */
export const takeDueReminder = async (
  tx: Tx,
  days: readonly number[],
  id: string,
): Promise<DueReminder | undefined> => {
  const { rows } = await sql<DueReminder>`
    with due as (select d.id, ${daysLeft(days)} as due, u.language, c.image as picture ${dueReminders(days)} and d.id = ${id}
      for update of d skip locked)
    update driver_documents d set reminded = due.due from due where d.id = due.id
    returning d.id, d.driver_id, d.kind, d.expires_at, due.due, due.language, due.picture`.execute(tx)
  return rows[0]
}

/** Deletes documents that were replaced or refused `days` ago; resolves with the files they leave. */
export const deletePastDocuments = async (tx: Tx, days: number, most: number): Promise<string[]> => {
  const { rows } = await sql<{ file_id: string }>`delete from driver_documents where id in (
      select id from driver_documents where state in ('replaced', 'refused')
        and decided_at < now() - ${days} * interval '1 day' order by decided_at limit ${most})
    returning file_id`.execute(tx)
  return rows.map(({ file_id }) => file_id)
}

/** Of these files, those that neither a document nor a person's picture refers to. */
export const withoutUse = async (tx: Tx, files: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select f.id from files f join users u on u.id = f.owner_id
    where f.id = any(${[...files]}::uuid[]) and not exists (select from driver_documents d where d.file_id = f.id)
      and u.license_image is distinct from '/api/files/' || f.id`.execute(tx)
  return rows.map(({ id }) => id)
}
