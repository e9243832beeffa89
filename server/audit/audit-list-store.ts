import { listsOfKind, type AuditKind } from '@remis/domain/audit/audit-entries'
import { mostUnsealed, type auditSorts } from '@remis/domain/audit/audit-routes'
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { countUpTo } from '../platform/database/list-page.ts'
import { fullNameOrNull } from '../platform/database/schema/full-name.ts'
import { hashOfRows } from '../platform/database/audit-seal.ts'
import type { ListTable, SortBy } from '../platform/database/list-page.ts'
import type { Tables } from '../platform/database/schema.ts'

const id: SortBy = { by: sql.ref('a.id'), kind: 'integer' }

export const auditEntries = (db: Kysely<Tables>) =>
  db
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .select(['a.id', 'a.at', 'a.action', 'a.subject', 'a.actor_id', 'a.actor_role', 'a.address', 'a.data'])
    .select(fullNameOrNull('u').as('actor_name'))

export type AuditRow = Awaited<ReturnType<ReturnType<typeof auditEntries>['execute']>>[number]

interface Filters {
  readonly kind?: AuditKind | undefined
  readonly action?: string | undefined
  readonly subject?: string | undefined
  readonly person?: string | undefined
  readonly actor?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Transactions that run at the same time may take their ids in another order than their times. */
const mostOutOfOrder = 1000

/** The begin of a day in the operator's zone. */
const begin = (day: string, timezone: string): RawBuilder<Date> => sql`start_of_day(${day}::date, ${timezone})`

/**
 * Ids grow with time, so a time is also a bound of ids: with it every index that ends with the id serves a span of days
 * [design/access-96].
 */
const idAt = (at: RawBuilder<Date>): RawBuilder<number> =>
  sql`coalesce((select id from audit_log where at >= ${at} order by at limit 1), 9223372036854770000)`

const ofPeople = (people: readonly string[]): RawBuilder<SqlBool> =>
  sql`(a.actor_id = any(${[...people]}::uuid[]) or a.subject = any(${people.map((one) => `user:${one}`)}::text[]))`

/** The objects that a search may name: a booking or a payment by its id, or an object as entries write it. */
const objectsNamed = (search: string): readonly string[] => {
  const id = search.toUpperCase()
  return [search, search.toLowerCase(), `booking:${id}`, `payment:${id}`]
}

/** `people`: those a search has found; entries by them and about them match it. */
export const auditList = (
  timezone: string,
  people: readonly string[] = [],
): ListTable<(typeof auditSorts)[number], Filters> => ({
  id,
  sorts: { newest: id },
  usual: { sort: 'newest', direction: 'desc' },
  foundBy: (search) => (people.length > 0 ? ofPeople(people) : sql`a.subject = any(${objectsNamed(search)}::text[])`),
  filters: {
    // Also finds entries about lists of this kind: their order, views and exports.
    kind: (kind) => sql`split_part(a.subject, ':', 1) = any(${[kind, ...(listsOfKind[kind] ?? [])]}::text[])`,
    action: (action) => sql`a.action = ${action}`,
    subject: (subject) => sql`a.subject = ${subject}`,
    person: (person) => ofPeople([person]),
    actor: (actor) => sql`a.actor_id = ${actor}`,
    from: (day) =>
      sql`a.at >= ${begin(day, timezone)} and a.id >= ${idAt(begin(day, timezone))} - ${sql.lit(mostOutOfOrder)}`,
    to: (day) => {
      const end = sql<Date>`start_of_day(${day}::date + 1, ${timezone})`
      return sql`a.at < ${end} and a.id <= ${idAt(end)} + ${sql.lit(mostOutOfOrder)}`
    },
  },
})

/** The names of these people, archived and erased ones too. */
export const namesOf = async (db: Kysely<Tables>, people: readonly string[]): Promise<Map<string, string>> => {
  if (people.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('id', 'in', people)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

interface LastSeal {
  readonly at: number
  readonly entries: number
  readonly hash: string
  readonly intact: boolean
}

/** A seal's entries are hashed again after this time, or with the next seal. ms */
const sealFreshMs = 60_000

/** The last seal of each database. Open pages ask every minute, and a hash reads up to 10,000 entries. */
const lastSeals = new WeakMap<
  object,
  { readonly id: number; readonly until: number; readonly seal: Promise<LastSeal | null> }
>()

/** The last seal, with whether its entries still give its hash; the check is at most a minute old. */
export const findLastSeal = async (db: Kysely<Tables>, now = performance.now()): Promise<LastSeal | null> => {
  const last = await db.selectFrom('audit_seals').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (last === undefined) return null
  const known = lastSeals.get(db)
  if (known !== undefined && known.id === last.id && now < known.until) return known.seal
  const seal = checkLastSeal(db)
  lastSeals.set(db, { id: last.id, until: now + sealFreshMs, seal })
  seal.catch(() => lastSeals.delete(db))
  return seal
}

/** At most 10,000 entries. */
const checkLastSeal = async (db: Kysely<Tables>): Promise<LastSeal | null> => {
  const { rows } = await sql<LastSeal>`
    with last as (select * from audit_seals order by id desc limit 1),
      before as (select upto, hash from audit_seals where id < (select id from last) order by id desc limit 1)
    select (extract(epoch from l.at) * 1000)::float8 as at, l.sealed as entries, encode(l.hash, 'hex') as hash,
      (select count(*) = l.sealed and ${hashOfRows(sql`(select hash from before)`)} = l.hash
        from audit_log a where a.id > coalesce((select upto from before), -1) and a.id <= l.upto) as intact
    from last l`.execute(db)
  return rows[0] ?? null
}

export const countUnsealed = (db: Kysely<Tables>): Promise<number> => {
  const unsealed = sql`select 1 from audit_log where id > coalesce((select max(upto) from audit_seals), -1)`
  return countUpTo(db, unsealed, mostUnsealed)
}
