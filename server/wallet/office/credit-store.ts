import type { creditSorts, creditStates } from '@remis/domain/wallet/wallet-routes'
import { sql, type Insertable, type Kysely, type Updateable } from 'kysely'
import { countUpTo } from '../../platform/database/list-page.ts'
import { fullName } from '../../platform/database/schema/full-name.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ListTable } from '../../platform/database/list-page.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { byName, byText } from '../../platform/database/search-words.ts'
import { personSearch } from '../../people/person-search.ts'

export const creditRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('wallet_credits as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .innerJoin('users as a', 'a.id', 'c.asked_by')
    .leftJoin('users as d', 'd.id', 'c.decided_by')
    .leftJoin('users as r', 'r.id', 'c.reversed_by')
    .selectAll('c')
    .select([
      fullName('u').as('name'),
      fullName('a').as('asked_by_name'),
      fullName<string | null>('d').as('decided_by_name'),
      fullName<string | null>('r').as('reversed_by_name'),
    ])

export type CreditRow = Awaited<ReturnType<typeof selectCredit>>

interface Filters {
  readonly state?: (typeof creditStates)[number] | undefined
}

export const creditList: ListTable<(typeof creditSorts)[number], Filters> = {
  id: { by: sql.ref('c.id'), kind: 'uuid' },
  sorts: {
    askedAt: { by: sql.ref('c.asked_at'), kind: 'time' },
    amount: { by: sql.ref('c.amount'), kind: 'integer' },
    name: byText(fullName('u')),
  },
  usual: { sort: 'askedAt', direction: 'desc' },
  searched: [fullName('u'), sql.ref('c.reason')],
  filters: { state: (state) => sql`c.state = ${state}` },
}

/**
 * What an admin has credited to a wallet in the last hours without a second admin, minor units. Credits of the same
 * admin to the same wallet wait for each other from here to the commit, so that of two at once the second counts the
 * first.
 */
export const lockOwnCredits = async (
  tx: Tx,
  { user, admin, currency, hours }: { user: string; admin: string; currency: string; hours: number },
): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`credits ${admin} ${user}`}, 0))`.execute(tx)
  const { rows } = await sql<{ total: number }>`select coalesce(sum(amount), 0)::bigint as total from wallet_credits
    where user_id = ${user} and asked_by = ${admin} and currency = ${currency} and state = 'credited'
      and decided_by is null and asked_at > clock_timestamp() - ${sql.lit(hours)} * interval '1 hour'`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Credits that wait for a second admin, counted up to `most`. */
export const countWaiting = (db: Kysely<Tables>, most: number): Promise<number> =>
  countUpTo(db, sql`select 1 from wallet_credits where state = 'waiting'`, most)

export const selectCredit = (db: Kysely<Tables>, id: string) =>
  creditRows(db).where('c.id', '=', id).executeTakeFirstOrThrow()

/** Locks the credit until the commit; undefined: there is none. */
export const lockCredit = (tx: Tx, id: string) =>
  tx.selectFrom('wallet_credits').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertCredit = async (tx: Tx, row: Insertable<Tables['wallet_credits']>): Promise<void> => {
  await tx.insertInto('wallet_credits').values(row).execute()
}

export const updateCredit = async (tx: Tx, id: string, values: Updateable<Tables['wallet_credits']>): Promise<void> => {
  await tx.updateTable('wallet_credits').set(values).where('id', '=', id).execute()
}

/** Riders and drivers by name. */
export const ownerList = (withContacts: boolean): ListTable<'name'> => ({
  id: { by: sql.ref('u.id'), kind: 'uuid' },
  sorts: { name: byName('u') },
  usual: { sort: 'name', direction: 'asc' },
  ...personSearch('u', withContacts),
})

export const walletOwners = (db: Kysely<Tables>) =>
  db
    .selectFrom('users as u')
    .leftJoin('wallets as w', 'w.user_id', 'u.id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.mobile'])
    .select(sql<'rider' | 'driver'>`u.usertype`.as('usertype'))
    .select([sql<number>`coalesce(w.balance, 0)`.as('balance'), sql<number>`coalesce(w.owed, 0)`.as('owed')])
    .where('u.usertype', 'in', ['rider', 'driver'])
    .where('u.deleted_at', 'is', null)
