import type { Account, PostingKind } from '@remis/domain/wallet/ledger-entry'
import type { accountSorts, personAccounts, postingSorts } from '@remis/domain/wallet/wallet-routes'
import { uuid } from '@remis/domain/kit/schema'
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { fullName } from '../../platform/database/schema/full-name.ts'
import type { ListTable } from '../../platform/database/list-page.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { byName, hasWords, orderedName } from '../../platform/database/search-words.ts'

/** Of the few rows of a page, each by the key of the person: a join may read all people. */
const nameBy = (id: RawBuilder<unknown>) => sql<string>`(select ${fullName('u')} from users u where u.id = ${id})`

/** Which entries a reader looks for: of an account, of a person, or both. */
export interface EntryFilter {
  readonly account?: Account | undefined
  readonly person?: string | undefined
}

/** Written so that the index of each account serves it. */
const entryMatches = ({ account, person }: EntryFilter): RawBuilder<SqlBool> => {
  if (person === undefined) return sql`e.account = ${sql.lit(account ?? '')}`
  if (account !== undefined) return sql`(e.account = ${sql.lit(account)} and e.holder = ${person})`
  return sql`((e.account = 'wallet' and e.holder = ${person})
    or (e.account in ('receivable', 'pending-fees') and e.holder = ${person}))`
}

/** Up to this many entries of an account are read at once. If it has more, the newest postings are read first. */
const mostRead = 20_000

/**
 * Whether the entries are few enough to begin with them. The planner cannot tell a rare account from a frequent one
 * here, and goes through the postings by time: of a rare account through most of them.
 */
const areFew = async (db: Kysely<Tables>, filter: EntryFilter, most: number): Promise<boolean> => {
  const { rows } = await sql<{ few: boolean }>`select count(*) <= ${most} as few from (
    select from ledger_entries e where ${entryMatches(filter)} limit ${most + 1}) counted`.execute(db)
  return rows[0]?.few ?? false
}

/** Postings that have such an entry. Up to `most` entries are read as a whole. */
export const postings = async (db: Kysely<Tables>, filter: EntryFilter, most = mostRead) => {
  const all = db
    .selectFrom('ledger_transactions as t')
    .select(['t.id', 't.at', 't.booking_id as booking', 't.reference', 't.actor_id as actor'])
    .select([sql<PostingKind>`t.kind`.as('kind'), nameBy(sql`t.actor_id`).as('actorName')])
  if (filter.account === undefined && filter.person === undefined) return all
  return all.where(
    // As an array the planner reads the entries first, and then each posting by its key.
    (await areFew(db, filter, most))
      ? sql<SqlBool>`t.id = any(array(select e.transaction_id from ledger_entries e where ${entryMatches(filter)}))`
      : sql<SqlBool>`exists (select from ledger_entries e where e.transaction_id = t.id and ${entryMatches(filter)})`,
  )
}

export type PostingRow = Awaited<ReturnType<Awaited<ReturnType<typeof postings>>['executeTakeFirstOrThrow']>>

interface Filters {
  readonly kind?: PostingKind | undefined
  readonly booking?: string | undefined
  readonly posting?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** `timezone`: of the days that `from` and `until` name. */
export const postingList = (timezone: string): ListTable<(typeof postingSorts)[number], Filters> => ({
  id: { by: sql.ref('t.id'), kind: 'uuid' },
  sorts: { at: { by: sql.ref('t.at'), kind: 'time' } },
  usual: { sort: 'at', direction: 'desc' },
  // of this booking, or the posting itself
  foundBy: (search) =>
    uuid.safeParse(search).success ? sql`t.id = ${search}` : sql`t.booking_id = ${search.toUpperCase()}`,
  filters: {
    kind: (kind) => sql`t.kind = ${kind}`,
    booking: (booking) => sql`t.booking_id = ${booking}`,
    posting: (posting) => sql`t.id = ${posting}`,
    from: (day) => sql`t.at >= start_of_day(${day}::date, ${timezone})`,
    until: (day) => sql`t.at < start_of_day(${day}::date + 1, ${timezone})`,
  },
})

export interface EntryRow {
  readonly transaction: string
  readonly account: Account
  readonly holder: string | null
  readonly name: string | null
  readonly amount: number
  readonly currency: string
}

/** The entries of postings, in the order they were written. */
export const listEntries = async (db: Kysely<Tables>, ids: readonly string[]): Promise<readonly EntryRow[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<EntryRow>`
    select e.transaction_id as transaction, e.account, e.holder, e.amount, e.currency,
      ${nameBy(sql`case when e.account in ('wallet', 'receivable', 'pending-fees') then e.holder::uuid end`)} as name
    from ledger_entries e where e.transaction_id = any(${[...ids]}::uuid[]) order by e.id`.execute(db)
  return rows
}

type PersonAccountName = (typeof personAccounts)[number]

/** Holder and balance of each account of a kind, from the rows that hold them. */
const balances: Readonly<Record<PersonAccountName, RawBuilder<{ holder: string; balance: number }>>> = {
  wallet: sql`(select user_id as holder, balance from wallets)`,
  receivable: sql`(select user_id as holder, -owed as balance from wallets where owed > 0)`,
  'pending-fees': sql`(select driver_id as holder, sum(rest)::bigint as balance from debts
    where rest > 0 and driver_id is not null group by driver_id)`,
}

export const personAccountRows = (db: Kysely<Tables>, account: PersonAccountName) =>
  db
    .selectFrom(balances[account].as('a'))
    .innerJoin('users as u', 'u.id', 'a.holder')
    .select(['a.holder', 'a.balance', 'u.usertype', fullName('u').as('name')])

export type PersonAccountRow = Awaited<ReturnType<ReturnType<typeof personAccountRows>['executeTakeFirstOrThrow']>>

export const personAccountList: ListTable<(typeof accountSorts)[number]> = {
  id: { by: sql.ref('u.id'), kind: 'uuid' },
  sorts: {
    balance: { by: sql.ref('a.balance'), kind: 'integer', id: { by: sql.ref('a.holder'), kind: 'uuid' } },
    name: byName('u'),
  },
  usual: { sort: 'balance', direction: 'desc' },
  searched: [orderedName('u')],
  narrowedBy: hasWords('u'),
}
