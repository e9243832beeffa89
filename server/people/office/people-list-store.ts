import { pictureWithoutPapers, reminderDays, requiredDocuments } from '@remis/domain/driver-documents/document-kinds'
import type { DocumentFilter, driverSorts, PersonState, personSorts } from '@remis/domain/people/people-routes'
import type { Role } from '@remis/domain/kit/endpoint'
import { busyStatuses, driverlessStatuses } from '@remis/domain/booking/statuses'
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { fullNameOrNull } from '../../platform/database/schema/full-name.ts'
import type { ListTable } from '../../platform/database/list-page.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { byName } from '../../platform/database/search-words.ts'
import { personSearch } from '../person-search.ts'
import { isOnTrip, isSuspended } from '../../platform/sessions/suspension.ts'
import { statusIn } from '../../platform/database/schema/status-in.ts'

/** The rows in a state [design/people-4]. */
const inState: Readonly<Record<PersonState, RawBuilder<SqlBool>>> = {
  deleted: sql<SqlBool>`users.deleted_at is not null`,
  waiting: sql<SqlBool>`users.deleted_at is null and not users.approved`,
  suspended: sql<SqlBool>`users.deleted_at is null and users.approved and ${isSuspended('users')}`,
  active: sql<SqlBool>`users.deleted_at is null and users.approved and not ${isSuspended('users')}`,
}

export const stateOfUser = sql<PersonState>`case when users.deleted_at is not null then 'deleted'
  when not users.approved then 'waiting' when ${isSuspended('users')} then 'suspended' else 'active' end`

/** Archived people are listed only when they are asked for. */
export const peopleOf = (db: Kysely<Tables>, usertype: Role, state: PersonState | undefined) =>
  db
    .selectFrom('users')
    .leftJoin('car_types', 'car_types.id', 'users.car_type_id')
    .leftJoin('users as owner', 'owner.id', 'users.fleetadmin')
    .selectAll('users')
    .select(['car_types.name as car_type', stateOfUser.as('state')])
    .select(fullNameOrNull('owner').as('fleet_name'))
    .where('users.usertype', '=', usertype)
    .where(state === undefined ? sql<SqlBool>`users.deleted_at is null` : inState[state])

export type PersonListRow = Awaited<ReturnType<ReturnType<typeof peopleOf>['execute']>>[number]

const id = { by: sql.ref('users.id'), kind: 'uuid' } as const
const sorts = {
  createdAt: { by: sql.ref('users.created_at'), kind: 'time' },
  name: byName('users'),
} as const

export const peopleList = (withContacts: boolean): ListTable<(typeof personSorts)[number]> => ({
  id,
  sorts,
  usual: { sort: 'createdAt', direction: 'desc' },
  ...personSearch('users', withContacts, ['referral_id']),
})

const hasDocument = (which: RawBuilder<SqlBool>) =>
  sql<SqlBool>`users.id in (select driver_id from driver_documents as d where ${which})`
/** The time of the statement: an index cannot be searched by `clock_timestamp()`, which changes from row to row. */
const today = sql`statement_timestamp()`
/** By the documents that count: waiting ones and accepted ones, each with an index [design/documents-6]. */
const byDocuments: Readonly<Record<DocumentFilter, RawBuilder<SqlBool>>> = {
  // counted per driver, by the index of the driver: a `not exists` is planned as one scan of all documents
  missing: sql<SqlBool>`(select count(distinct d.kind) from driver_documents as d where d.driver_id = users.id
    and d.state in ('waiting', 'accepted') and d.kind = any(${requiredDocuments}::text[])) < ${requiredDocuments.length}
    and not exists (select from car_types c where c.id = users.car_type_id and c.image = ${pictureWithoutPapers})`,
  waiting: hasDocument(sql`d.state = 'waiting'`),
  expiring: hasDocument(sql`d.state = 'accepted' and d.expires_at > ${today}
    and d.expires_at <= ${today} + ${reminderDays[0]} * interval '1 day'`),
  expired: hasDocument(sql`d.state = 'accepted' and d.expires_at <= ${today}`),
}

interface DriverFilters {
  readonly online?: 'yes' | 'no' | undefined
  readonly fleet?: string | undefined
  readonly carType?: string | undefined
  readonly documents?: DocumentFilter | undefined
}

export const driverList = (withContacts: boolean): ListTable<(typeof driverSorts)[number], DriverFilters> => ({
  id,
  sorts: { ...sorts, rating: { by: sql`coalesce(users.rating_average, 0)`, kind: 'decimal' } },
  usual: { sort: 'createdAt', direction: 'desc' },
  ...personSearch('users', withContacts, ['referral_id', 'vehicle_number']),
  filters: {
    online: (online) => (online === 'yes' ? sql`users.driver_active_status` : sql`not users.driver_active_status`),
    fleet: (fleet) => (fleet === 'none' ? sql`users.fleetadmin is null` : sql`users.fleetadmin = ${fleet}`),
    carType: (carType) => sql`users.car_type_id = ${carType}`,
    documents: (documents) => byDocuments[documents],
  },
})

/** Drivers who wait for an approval, counted up to `most`. */
export const countWaiting = async (db: Kysely<Tables>, most: number): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from (
    select 1 from users where usertype = 'driver' and not approved and deleted_at is null limit ${most}) as drivers`.execute(
    db,
  )
  return rows[0]?.waiting ?? 0
}

/** Drivers of each fleet admin. */
export const countDriversOf = async (db: Kysely<Tables>, owners: readonly string[]): Promise<Map<string, number>> => {
  if (owners.length === 0) return new Map()
  const { rows } = await sql<{ owner: string; drivers: number }>`
    select fleetadmin as owner, count(*)::int as drivers from users
    where fleetadmin = any(${owners}::uuid[]) and usertype = 'driver' and deleted_at is null group by 1`.execute(db)
  return new Map(rows.map((row) => [row.owner, row.drivers]))
}

/** A person of any state with what the page shows beside the row. */
export const selectWhole = (db: Kysely<Tables>, person: string) =>
  db
    .selectFrom('users')
    .leftJoin('car_types', 'car_types.id', 'users.car_type_id')
    .leftJoin('users as owner', 'owner.id', 'users.fleetadmin')
    .leftJoin('users as referrer', 'referrer.id', 'users.signup_via_referral')
    .leftJoin('users as suspender', 'suspender.id', 'users.suspended_by')
    .selectAll('users')
    .select(['car_types.name as car_type', stateOfUser.as('state')])
    .select(
      sql<boolean>`exists (select from identities as i where i.user_id = users.id
        and i.kind in ('password', 'facebook', 'apple'))`.as('has_way_in'),
    )
    .select(
      sql<number | null>`(select due_at from account_deletions d where d.user_id = users.id
        and d.cancelled_at is null and d.done_at is null)`.as('deletion_due'),
    )
    .select([isOnTrip('users').as('on_trip'), isSuspended('users').as('suspended_now')])
    .select(fullNameOrNull('owner').as('fleet_name'))
    .select(fullNameOrNull('referrer').as('referrer_name'))
    .select(fullNameOrNull('suspender').as('suspended_by_name'))
    .where('users.id', '=', person)
    .executeTakeFirst()

export type WholePerson = NonNullable<Awaited<ReturnType<typeof selectWhole>>>

/** The trip that a person is on; `named`: its id, null where this fleet admin may not see it [design/people-10]. */
export const selectTrip = async (db: Kysely<Tables>, person: string, fleet: string | null) => {
  const trip = await db
    .selectFrom('bookings')
    .select(['id', 'fleetadmin'])
    .where((eb) => eb.or([eb('driver', '=', person), eb('customer', '=', person)]))
    .where(statusIn('status', busyStatuses))
    .orderBy('booking_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return trip && { named: fleet === null || trip.fleetadmin === fleet ? trip.id : null }
}

/** What a person has open [design/people-7]; `fleet`: a fleet admin, who sees only trips for their fleet. */
export const selectOpenBusiness = async (db: Kysely<Tables>, person: string, fleet: string | null = null) => {
  const seen = fleet === null ? sql<SqlBool>`true` : sql<SqlBool>`fleetadmin = ${fleet}`
  const { rows } = await sql<{
    trip: string | null
    bookings: number
    offers: number
    unpaid: number
    sessions: number
    drivers: number
    withdrawals: number
  }>`select
    (select id from bookings where (driver = ${person} or customer = ${person})
      and ${statusIn('status', busyStatuses)} and ${seen} order by booking_date desc limit 1) as trip,
    (select count(*)::int from bookings where customer = ${person} and ${statusIn('status', driverlessStatuses)}) as bookings,
    (select count(*)::int from offers where driver_id = ${person} and outcome is null
      and expires_at > clock_timestamp()) as offers,
    (select count(*)::int from bookings where (driver = ${person} or customer = ${person})
      and status = 'PENDING' and ${seen}) as unpaid,
    (select count(*)::int from sessions where user_id = ${person} and revoked_at is null
      and expires_at > clock_timestamp()) as sessions,
    (select count(*)::int from users where fleetadmin = ${person} and deleted_at is null) as drivers,
    (select count(*)::int from withdrawals where user_id = ${person} and processed_at is null
      and rejected_at is null) as withdrawals`.execute(db)
  return rows[0]!
}
