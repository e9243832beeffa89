import type { Minor } from '@remis/domain/kit/money'
import { sql, type Kysely, type RawBuilder, type Selectable, type UpdateObject } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { isAt, type AtGateway } from '../reconcile/at-gateway.ts'

export interface Refund {
  readonly id: string
  readonly paymentId: string
  readonly key: string
  readonly amount: Minor
  readonly currency: string
  readonly reason: string
  readonly status: 'asked' | 'pending' | 'done' | 'credited'
  readonly providerRefundId: string | null
  readonly tries: number
  readonly createdAt: number
  /** the gateway's id of the refund that failed after it was done */
  readonly failedRefundId: string | null
  /** the first of the last tries without an answer */
  readonly silentSince: number | null
  /** when the office settled it outside Remis */
  readonly settledAt: number | null
  /** `left`: it waits for the office; `settled`: the office settled it, and the gateway has not made it since */
  readonly officeState: 'left' | 'settled' | null
  /** the gateway's id of the refund that it made although the wallet had been credited */
  readonly paidTwiceRefundId: string | null
  /** the admin who asked to credit the wallet and waits for a second one */
  readonly creditAskedBy: string | null
}

const toRefund = (row: Selectable<Tables['refunds']>): Refund => ({
  id: row.id,
  paymentId: row.payment_id,
  key: row.key,
  amount: row.amount,
  currency: row.currency,
  reason: row.reason,
  status: row.status,
  providerRefundId: row.provider_refund_id,
  tries: row.tries,
  createdAt: row.created_at,
  failedRefundId: row.failed_refund_id,
  silentSince: row.silent_since,
  settledAt: row.settled_at,
  officeState: row.office_state,
  paidTwiceRefundId: row.paid_twice_refund_id,
  creditAskedBy: row.credit_asked_by,
})

/**
 * Stores a refund request before the gateway is called with its key [design/payments-27]. null: this key of the payment
 * was requested before. More than was captured fails [invariants-M13].
 */
export const insertRefund = async (
  tx: Tx,
  request: Pick<Refund, 'paymentId' | 'key' | 'amount' | 'currency' | 'reason'>,
): Promise<Refund | null> => {
  const row = await tx
    .insertInto('refunds')
    .values({
      id: newId(),
      payment_id: request.paymentId,
      key: request.key,
      amount: request.amount,
      currency: request.currency,
      reason: request.reason,
    })
    .onConflict((conflict) => conflict.columns(['payment_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toRefund(row)
}

export const lockRefund = async (tx: Tx, id: string): Promise<Refund> =>
  toRefund(await tx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow())

export const findRefundByKey = async (db: Kysely<Tables>, paymentId: string, key: string): Promise<Refund | null> => {
  const row = await db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row === undefined ? null : toRefund(row)
}

const lease = async (db: Kysely<Tables>, due: RawBuilder<unknown>, leaseSeconds: number): Promise<Refund | null> => {
  const { rows } = await sql<Selectable<Tables['refunds']>>`
    update refunds set next_try_at = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where id = (${due}) returning *`.execute(db)
  return rows[0] === undefined ? null : toRefund(rows[0])
}

/** Claims one due refund by moving its next try ahead, so that no other worker makes it meanwhile. */
export const claimRefund = (db: Kysely<Tables>, id: string, leaseSeconds: number): Promise<Refund | null> =>
  lease(
    db,
    sql`select id from refunds where id = ${id} and next_try_at <= clock_timestamp() for update skip locked`,
    leaseSeconds,
  )

/** The same for the refund that is due longest at these gateways. */
export const claimDueRefund = (db: Kysely<Tables>, at: AtGateway, leaseSeconds: number): Promise<Refund | null> =>
  lease(
    db,
    sql`select r.id from refunds r join payments p on p.id = r.payment_id
      where r.next_try_at <= now() and ${isAt(at, 'p.provider')}
      order by r.next_try_at limit 1 for update of r skip locked`,
    leaseSeconds,
  )

/** Plans the next try of an open refund. Only answered tries count [design/payments-60]. False: it has ended. */
export const postponeRefund = async (
  db: Kysely<Tables>,
  id: string,
  to: {
    readonly at: number
    readonly answered: boolean
    readonly status?: 'pending'
    readonly providerRefundId?: string
    readonly failure?: string
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({
      next_try_at: new Date(to.at),
      ...(to.answered
        ? { tries: sql<number>`tries + 1`, silent_since: null, office_told_at: null, credit_asked_by: null }
        : { silent_since: sql<Date>`coalesce(silent_since, clock_timestamp())` }),
      ...(to.status === undefined ? {} : { status: to.status }),
      ...(to.providerRefundId === undefined ? {} : { provider_refund_id: to.providerRefundId }),
      ...(to.failure === undefined ? {} : { failure: to.failure }),
    })
    .where('id', '=', id)
    .where('status', 'in', ['asked', 'pending'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The gateways of these refunds, in the order of the ids. */
export const selectRefundProviders = async (
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<{ id: string; provider: string }[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; provider: string }>`select r.id::text as id, p.provider
    from unnest(${[...ids]}::uuid[]) with ordinality as asked (id, place)
    join refunds r on r.id = asked.id join payments p on p.id = r.payment_id order by place`.execute(db)
  return rows
}

/**
 * Ends an open refund. `done`: refunded to the card, left to the office or settled by it, all posted as refunded to the
 * card. `credited`: added to the wallet.
 */
export const endRefund = async (
  tx: Tx,
  id: string,
  end: {
    readonly status: 'done' | 'credited'
    readonly providerRefundId?: string
    readonly failure?: string
    readonly by?: 'left_at' | 'settled_at'
  },
): Promise<void> => {
  await tx
    .updateTable('refunds')
    .set({
      status: end.status,
      next_try_at: null,
      silent_since: null,
      office_told_at: null,
      credit_asked_by: null,
      tries: sql<number>`tries + 1`,
      done_at: sql<Date>`clock_timestamp()`,
      ...(end.by === undefined ? {} : { [end.by]: sql<Date>`clock_timestamp()` }),
      ...(end.providerRefundId === undefined ? {} : { provider_refund_id: end.providerRefundId }),
      ...(end.failure === undefined ? {} : { failure: end.failure }),
    })
    .where('id', '=', id)
    .execute()
}

/** False: admins were already notified, or the refund has ended or has an answer. */
export const markOfficeTold = async (tx: Tx, id: string): Promise<boolean> => {
  const marked = await tx
    .updateTable('refunds')
    .set({ office_told_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', 'in', ['asked', 'pending'])
    .where('silent_since', 'is not', null)
    .where('office_told_at', 'is', null)
    .executeTakeFirst()
  return Number(marked.numUpdatedRows) === 1
}

/** False: it was marked before. */
export const markPaidTwice = async (tx: Tx, id: string, providerRefundId: string): Promise<boolean> => {
  const marked = await tx
    .updateTable('refunds')
    .set({ paid_twice_at: sql<Date>`clock_timestamp()`, paid_twice_refund_id: providerRefundId })
    .where('id', '=', id)
    .where('paid_twice_at', 'is', null)
    .executeTakeFirst()
  return Number(marked.numUpdatedRows) === 1
}

const changeRefund = async (tx: Tx, id: string, change: UpdateObject<Tables, 'refunds'>): Promise<void> => {
  await tx.updateTable('refunds').set(change).where('id', '=', id).execute()
}

const failedLater = (failedRefundId: string) => ({
  failed_refund_id: failedRefundId,
  failure: 'failed after it was done',
})

/** Marks a refund that is posted as done as credited: it failed later, or was left to the office. */
export const creditDone = (tx: Tx, id: string, failedRefundId: string | null): Promise<void> =>
  changeRefund(tx, id, {
    status: 'credited',
    failed_at: sql<Date>`clock_timestamp()`,
    ...(failedRefundId === null ? {} : failedLater(failedRefundId)),
    left_at: null,
    credit_asked_by: null,
  })

/** Unmarks a refund as paid twice after the refund to the card failed: the money is only in the wallet. */
export const unmarkPaidTwice = (tx: Tx, id: string, failedRefundId: string | null): Promise<void> =>
  changeRefund(tx, id, {
    paid_twice_at: null,
    paid_twice_refund_id: null,
    ...(failedRefundId === null ? {} : failedLater(failedRefundId)),
    left_at: null,
    credit_asked_by: null,
  })

/** A refund that failed after it was done keeps its state and waits for the office. */
export const leaveFailed = (tx: Tx, id: string, failedRefundId: string): Promise<void> =>
  changeRefund(tx, id, { left_at: sql<Date>`clock_timestamp()`, ...failedLater(failedRefundId) })

/** The office settled a refund that was left to it. */
export const settleLeft = (tx: Tx, id: string): Promise<void> =>
  changeRefund(tx, id, { left_at: null, credit_asked_by: null, settled_at: sql<Date>`clock_timestamp()` })

/** Marks a refund that was left to the office, or settled by it, as made by the gateway. */
export const markMade = (tx: Tx, { id, status, officeState }: Refund, providerRefundId: string): Promise<void> =>
  changeRefund(tx, id, {
    left_at: null,
    credit_asked_by: null,
    failure: null,
    ...(officeState === 'settled' ? { made_late_at: sql<Date>`clock_timestamp()` } : {}),
    ...(status === 'credited' ? { paid_twice_refund_id: providerRefundId } : { provider_refund_id: providerRefundId }),
  })

/** Marks a refund as settled by the office again, since the gateway's late refund failed. */
export const unmarkMade = (tx: Tx, id: string, failedRefundId: string): Promise<void> =>
  changeRefund(tx, id, { made_late_at: null, ...failedLater(failedRefundId) })

export const markCreditAsked = (tx: Tx, id: string, admin: string): Promise<void> =>
  changeRefund(tx, id, { credit_asked_by: admin })

/** The id at the gateway of a refund that was done without one. */
export const nameRefund = async (tx: Tx, id: string, providerRefundId: string): Promise<void> => {
  await tx
    .updateTable('refunds')
    .set({ provider_refund_id: providerRefundId })
    .where('id', '=', id)
    .where('status', '=', 'done')
    .where('provider_refund_id', 'is', null)
    .execute()
}

/** Other refunds of the same payment and amount that its gateway accepted. */
export const countAlike = async (db: Kysely<Tables>, { id, paymentId, amount }: Refund): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from refunds
    where payment_id = ${paymentId} and amount = ${amount} and id <> ${id}
      and (status in ('pending', 'done') or paid_twice_at is not null)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Refunded minor units, to the card or to the wallet. */
export const sumRefunded = async (db: Kysely<Tables>, paymentId: string): Promise<Minor> => {
  const { rows } = await sql<{ total: number }>`select coalesce(sum(amount), 0)::bigint as total from refunds
    where payment_id = ${paymentId} and status in ('done', 'credited')`.execute(db)
  return rows[0]?.total ?? 0
}
