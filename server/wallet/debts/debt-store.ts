import type { debtSorts } from '@remis/domain/wallet/wallet-routes'
import type { OpenDebt } from '@remis/domain/wallet/postings'
import type { DebtReason, Posting } from '@remis/domain/wallet/ledger-entry'
import { sql, type Kysely } from 'kysely'
import { fullName } from '../../platform/database/schema/full-name.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ListTable } from '../../platform/database/list-page.ts'
import { byText } from '../../platform/database/search-words.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { PostedBy } from '../ledger-store.ts'

const amountOn = (
  { entries }: Posting,
  account: string,
): { readonly holder: string; readonly amount: number } | null => {
  const found = entries.find((entry) => entry.account === account)
  return found === undefined || found.holder === null ? null : { holder: found.holder, amount: found.amount }
}

/** A charge names what it could not collect; a refund that was paid twice names the refund. */
const reasonOf = ({ reference }: Posting): DebtReason =>
  reference === 'correction' || reference === 'cancellation-fee' ? reference : 'refund'

/**
 * Adds the debt of a posting, or takes from its debt what was collected or written off. Under the lock of the rider's
 * wallet.
 */
export const applyToDebts = async (tx: Tx, posting: Posting, id: string, by: PostedBy): Promise<void> => {
  const receivable = amountOn(posting, 'receivable')
  if (receivable === null) return
  if (posting.kind === 'debt') {
    const amount = -receivable.amount
    await tx
      .insertInto('debts')
      .values({
        id,
        rider_id: receivable.holder,
        driver_id: amountOn(posting, 'pending-fees')?.holder ?? null,
        booking_id: posting.bookingId,
        reason: reasonOf(posting),
        amount,
        rest: amount,
        currency: by.currency,
        at: by.at === undefined ? sql`clock_timestamp()` : new Date(by.at),
      })
      .execute()
    return
  }
  await tx
    .updateTable('debts')
    .set((eb) => ({
      rest: eb('rest', '-', receivable.amount),
      ...(posting.kind === 'debt-written-off' ? { written_off: eb('written_off', '+', receivable.amount) } : {}),
    }))
    .where('id', '=', posting.reference)
    .returning('id')
    .executeTakeFirstOrThrow()
}

const openDebts = (db: Kysely<Tables>) =>
  db
    .selectFrom('debts')
    .select(['id', 'booking_id as bookingId', 'rider_id as rider', 'driver_id as driver', 'rest'])
    .where('rest', '>', 0)

/** The open debts of riders, the oldest first. */
export const selectOpenDebts = (tx: Tx, riders: readonly string[]): Promise<OpenDebt[]> =>
  openDebts(tx).where('rider_id', 'in', riders).orderBy('at').orderBy('id').execute()

export interface Debts {
  readonly total: number
  /** the oldest, at most 20 */
  readonly rows: readonly {
    readonly id: string
    readonly reason: DebtReason
    readonly rest: number
    readonly at: number
    readonly bookingId: string | null
  }[]
}

/** What a rider owes, or what is pending for a driver. Minor units. */
export const selectDebts = async (
  db: Kysely<Tables>,
  side: 'rider_id' | 'driver_id',
  person: string,
): Promise<Debts> => {
  const rows = await db
    .selectFrom('debts')
    .select(['id', 'reason', 'rest', 'at', 'booking_id as bookingId'])
    .select(sql<number>`(sum(rest) over ())::bigint`.as('total'))
    .where(side, '=', person)
    .where('rest', '>', 0)
    .orderBy('at')
    .orderBy('id')
    .limit(20)
    .execute()
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ id, reason, rest, at, bookingId }) => ({ id, reason, rest, at, bookingId })),
  }
}

const riderName = fullName('r')
const driverName = fullName<string | null>('f')

const debtRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('debts as d')
    .innerJoin('users as r', 'r.id', 'd.rider_id')
    .leftJoin('users as f', 'f.id', 'd.driver_id')
    .selectAll('d')
    .select([riderName.as('rider_name'), driverName.as('driver_name')])

export type DebtRow = Awaited<ReturnType<typeof selectDebt>>

export const openDebtRows = (db: Kysely<Tables>) => debtRows(db).where('d.rest', '>', 0)

export const selectDebt = (db: Kysely<Tables>, id: string) =>
  debtRows(db).where('d.id', '=', id).executeTakeFirstOrThrow()

export const debtList: ListTable<(typeof debtSorts)[number], { reason?: DebtReason | undefined }> = {
  id: { by: sql.ref('d.id'), kind: 'uuid' },
  sorts: {
    at: { by: sql.ref('d.at'), kind: 'time' },
    rest: { by: sql.ref('d.rest'), kind: 'integer' },
    riderName: byText(riderName),
  },
  usual: { sort: 'at', direction: 'desc' },
  searched: [riderName, driverName],
  foundBy: (search) => sql`d.booking_id = ${search.toUpperCase()}`,
  filters: { reason: (reason) => sql`d.reason = ${reason}` },
}

/**
 * The trips on which the driver can have taken a debt in cash [design/money-99]: the booking that it comes from, and
 * those that the rider paid later. Newest first, at most 20. A driver who became a rider is left out, since a rider's
 * wallet is never below zero.
 */
export const selectTripsOf = (db: Kysely<Tables>, debt: Pick<DebtRow, 'rider_id' | 'booking_id' | 'at'>) => {
  const at = sql<number>`coalesce(b.paid_at, b.cancelled_at, b.booking_date)`
  return db
    .selectFrom('bookings as b')
    .innerJoin('users as f', 'f.id', 'b.driver')
    .select(['b.id as bookingId', 'f.id as driver', fullName('f').as('driverName'), at.as('at')])
    .where('b.customer', '=', debt.rider_id)
    .where('f.usertype', '=', 'driver')
    .where('f.erased_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('b.id', '=', debt.booking_id),
        eb.and([eb('b.status', 'in', ['PAID', 'COMPLETE']), sql<boolean>`b.paid_at >= ${new Date(debt.at)}`]),
      ]),
    )
    .orderBy(at, 'desc')
    .orderBy('b.id', 'desc')
    .limit(20)
    .execute()
}

/** Who gave a debt up, and why. */
export const noteWriteOff = async (tx: Tx, id: string, by: string, reason: string): Promise<void> => {
  await tx
    .updateTable('debts')
    .set({ written_off_at: sql<Date>`clock_timestamp()`, written_off_by: by, write_off_reason: reason })
    .where('id', '=', id)
    .execute()
}
