import { sql, type Insertable, type Kysely } from 'kysely'
import { fullName, fullNameOrNull } from '../../platform/database/schema/full-name.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ListTable, SortBy } from '../../platform/database/list-page.ts'
import type { Tables } from '../../platform/database/schema.ts'

const newest = (at: string, id: SortBy): ListTable<'newest'> => ({
  id,
  sorts: { newest: { by: sql.ref(at), kind: 'time' } },
  usual: { sort: 'newest', direction: 'desc' },
})

/** A booking is rated once by each side. */
export const ratingList = newest('r.at', { by: sql.ref('r.booking_id'), kind: 'bookingId' })

/** Of `ratings as r`; `fleet`: only of bookings of this fleet, since a driver may have come from another one. */
const isRatingOf = (person: string, fleet: string | null) =>
  fleet === null
    ? sql<boolean>`r.to_user = ${person}`
    : sql<boolean>`(r.to_user = ${person}
        and exists (select from bookings b where b.id = r.booking_id and b.fleetadmin = ${fleet}))`

export const ratingsOf = (db: Kysely<Tables>, person: string, fleet: string | null) =>
  db
    .selectFrom('ratings as r')
    .innerJoin('users as u', 'u.id', 'r.from_user')
    .select(['r.booking_id', 'r.rate', 'r.tags', 'r.comment', 'r.at'])
    .select(fullName('u').as('from_name'))
    .where(isRatingOf(person, fleet))

/** How many of each rate, from one star to five, of the ratings that are listed. */
export const countStars = async (db: Kysely<Tables>, person: string, fleet: string | null): Promise<number[]> => {
  const rows = await db
    .selectFrom('ratings as r')
    .select(['r.rate', sql<number>`count(*)::int`.as('count')])
    .where(isRatingOf(person, fleet))
    .groupBy('r.rate')
    .execute()
  const byRate = new Map(rows.map(({ rate, count }) => [rate, count]))
  return [1, 2, 3, 4, 5].map((rate) => byRate.get(rate) ?? 0)
}

export const selectAverage = async (db: Kysely<Tables>, person: string): Promise<number | null> =>
  (await db.selectFrom('users').select('rating_average').where('id', '=', person).executeTakeFirst())?.rating_average ??
  null

const auditId: SortBy = { by: sql.ref('a.id'), kind: 'integer' }
export const auditList: ListTable<'newest'> = {
  id: auditId,
  sorts: { newest: auditId },
  usual: { sort: 'newest', direction: 'desc' },
}

/** What was done to a person, and what the person did as a member of the office. */
export const auditOf = (db: Kysely<Tables>, person: string) =>
  db
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .select(['a.id', 'a.at', 'a.action', 'a.subject', 'a.actor_id', 'a.actor_role', 'a.data'])
    .select(fullNameOrNull('u').as('actor_name'))
    .where((eb) => eb.or([eb('a.subject', '=', `user:${person}`), eb('a.actor_id', '=', person)]))

export const noteList = newest('n.at', { by: sql.ref('n.id'), kind: 'uuid' })

export const notesOf = (db: Kysely<Tables>, person: string) =>
  db
    .selectFrom('person_notes as n')
    .innerJoin('users as u', 'u.id', 'n.author_id')
    .select(['n.id', 'n.text', 'n.at'])
    .select(fullName('u').as('by'))
    .where('n.person_id', '=', person)

export const insertNote = async (tx: Tx, note: Insertable<Tables['person_notes']>): Promise<void> => {
  await tx.insertInto('person_notes').values(note).execute()
}
