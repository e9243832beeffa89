import type { Minor } from '@remis/domain/kit/money'
import { openPaymentStatuses, type PaymentPurpose, type PaymentStatus } from '@remis/domain/payments/payment-status'
import { sql, type Kysely, type Selectable } from 'kysely'
import { cardPayableStatuses } from '../booking/read/card-order.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { statusIn } from '../platform/database/schema/status-in.ts'
import { isAt, type AtGateway } from './reconcile/at-gateway.ts'

const isOpen = (column: string) => sql`${sql.ref(column)} = any(${[...openPaymentStatuses]}::text[])`

/** One attempt to pay an order. Amount in minor units, times ms. */
export interface Payment {
  readonly id: string
  readonly purpose: PaymentPurpose
  /** id of the booking or the top-up */
  readonly orderId: string
  readonly userId: string
  readonly provider: string
  readonly amount: Minor
  readonly currency: string
  readonly description: string
  readonly status: PaymentStatus
  /** what the captured money did; null: none was captured */
  readonly use: 'applied' | 'unapplied' | null
  readonly returnKeyHash: Buffer
  readonly providerRef: string | null
  readonly providerPaymentId: string | null
  readonly data: Readonly<Record<string, string>>
  readonly checks: number
  readonly createdAt: number
  readonly paidAt: number | null
  /** the payer's bank took the money back, or asked to, and the office has not won it */
  readonly isDisputed: boolean
}

const toPayment = (row: Selectable<Tables['payments']>): Payment => ({
  id: row.id,
  purpose: row.purpose,
  orderId: row.booking_id ?? row.top_up_id ?? '',
  userId: row.user_id,
  provider: row.provider,
  amount: row.amount,
  currency: row.currency,
  description: row.description,
  status: row.status,
  use: row.use,
  returnKeyHash: row.return_key_hash,
  providerRef: row.provider_ref,
  providerPaymentId: row.provider_payment_id,
  data: row.data,
  checks: row.checks,
  createdAt: row.created_at,
  paidAt: row.paid_at,
  isDisputed: row.charged_back_at !== null && !row.chargeback_won,
})

/** The booking that a payment is for; null: a top-up. */
export const bookingOf = ({ purpose, orderId }: Pick<Payment, 'purpose' | 'orderId'>): string | null =>
  purpose === 'booking' ? orderId : null

export type NewPayment = Pick<
  Payment,
  'id' | 'purpose' | 'orderId' | 'userId' | 'provider' | 'amount' | 'currency' | 'description' | 'returnKeyHash'
> & { readonly address: string; readonly nextCheckAt: number }

export const insertPayment = async (tx: Tx, payment: NewPayment): Promise<Payment> =>
  toPayment(
    await tx
      .insertInto('payments')
      .values({
        id: payment.id,
        purpose: payment.purpose,
        booking_id: bookingOf(payment),
        top_up_id: payment.purpose === 'wallet_topup' ? payment.orderId : null,
        user_id: payment.userId,
        provider: payment.provider,
        amount: payment.amount,
        currency: payment.currency,
        description: payment.description,
        return_key_hash: payment.returnKeyHash,
        address: payment.address,
        next_check_at: new Date(payment.nextCheckAt),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

export const selectPayment = async (db: Kysely<Tables>, id: string): Promise<Payment | null> => {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toPayment(row)
}

/** Locks the attempt until the commit. Lock its booking or top-up first [design/data-17]. */
export const lockPayment = async (tx: Tx, id: string): Promise<Payment> =>
  toPayment(await tx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow())

/** The one attempt that paid this booking, locked, or null. */
export const lockAppliedTo = async (tx: Tx, bookingId: string): Promise<Payment | null> => {
  const row = await tx
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('use', '=', 'applied')
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : toPayment(row)
}

/** The attempt that paid `from` belongs to `to` from now on. */
export const moveAppliedTo = async (tx: Tx, from: string, to: string): Promise<void> => {
  await tx
    .updateTable('payments')
    .set({ booking_id: to, updated_at: sql`clock_timestamp()` })
    .where('booking_id', '=', from)
    .where('use', '=', 'applied')
    .execute()
}

/** A chargeback waits for the office, once per attempt until it is won. False: it was reported before. */
export const markChargedBack = async (tx: Tx, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ charged_back_at: sql<Date>`clock_timestamp()`, chargeback_closed_at: null, chargeback_won: false })
    .where('id', '=', id)
    .where((row) => row.or([row('charged_back_at', 'is', null), row('chargeback_won', '=', true)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const closeChargeback = async (tx: Tx, id: string, end: 'won' | 'lost'): Promise<void> => {
  await tx
    .updateTable('payments')
    .set({ chargeback_closed_at: sql<Date>`clock_timestamp()`, chargeback_won: end === 'won' })
    .where('id', '=', id)
    .execute()
}

export interface PaymentPatch {
  readonly status?: PaymentStatus
  readonly use?: 'applied' | 'unapplied'
  readonly providerRef?: string
  readonly providerPaymentId?: string
  readonly data?: Readonly<Record<string, string>>
  readonly failure?: string | null
  readonly paidAt?: number
  /** null: no further check */
  readonly nextCheckAt?: number | null
}

export const updatePayment = async (db: Kysely<Tables>, id: string, patch: PaymentPatch): Promise<void> => {
  await db
    .updateTable('payments')
    .set({
      updated_at: sql`clock_timestamp()`,
      ...(patch.status === undefined ? {} : { status: patch.status }),
      ...(patch.use === undefined ? {} : { use: patch.use }),
      ...(patch.providerRef === undefined ? {} : { provider_ref: patch.providerRef }),
      ...(patch.providerPaymentId === undefined ? {} : { provider_payment_id: patch.providerPaymentId }),
      ...(patch.data === undefined ? {} : { data: JSON.stringify(patch.data) }),
      ...(patch.failure === undefined ? {} : { failure: patch.failure }),
      ...(patch.paidAt === undefined ? {} : { paid_at: new Date(patch.paidAt) }),
      ...(patch.nextCheckAt === undefined
        ? {}
        : { next_check_at: patch.nextCheckAt === null ? null : new Date(patch.nextCheckAt) }),
    })
    .where('id', '=', id)
    .execute()
}

/** Claims the attempt that is due longest by moving its next check ahead, so that two nodes never share one. */
export const claimDuePayment = async (
  db: Kysely<Tables>,
  at: AtGateway,
  leaseSeconds: number,
): Promise<Payment | null> => {
  const { rows } = await sql<Selectable<Tables['payments']>>`
    update payments set next_check_at = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where id = (select id from payments where next_check_at <= now() and ${isAt(at, 'provider')} order by next_check_at
      limit 1 for update skip locked) returning *`.execute(db)
  return rows[0] === undefined ? null : toPayment(rows[0])
}

/** The payer submitted the attempt while it was being looked up: the answer may be older [design/payments-91]. */
const submittedSince = ({ status }: Pick<Payment, 'status'>) =>
  sql<boolean>`status = 'SUBMITTING' and ${status} <> 'SUBMITTING'`

/** Plans the next look-up of an attempt without money. Only answered look-ups count [design/payments-60]. */
export const scheduleCheck = async (
  db: Kysely<Tables>,
  seen: Pick<Payment, 'id' | 'status'>,
  next: { readonly at: number; readonly answered: boolean },
): Promise<void> => {
  const at = new Date(next.at)
  await db
    .updateTable('payments')
    .set({
      next_check_at: sql`case when ${submittedSince(seen)} then least(next_check_at, ${at}) else ${at} end`,
      ...(next.answered ? { checks: sql<number>`checks + 1` } : {}),
    })
    .where('id', '=', seen.id)
    .where('use', 'is', null)
    .where('status', '<>', 'REVIEW')
    .execute()
}

/**
 * An open attempt becomes EXPIRED. If it is paid later, its webhook or a late look-up still counts; null: none follows.
 */
export const expirePayment = async (
  db: Kysely<Tables>,
  seen: Pick<Payment, 'id' | 'status'>,
  lateCheckAt: number | null,
): Promise<void> => {
  await sql`update payments set next_check_at = ${lateCheckAt === null ? null : new Date(lateCheckAt)}, checks = checks + 1, updated_at = clock_timestamp(),
      status = case when ${isOpen('status')} then 'EXPIRED' else status end
    where id = ${seen.id} and use is null and status <> 'REVIEW' and not (${submittedSince(seen)})`.execute(db)
}

/** The gateway answered the start. A webhook may have been faster, so only CREATED becomes REDIRECTED. */
export const markRedirected = async (
  db: Kysely<Tables>,
  id: string,
  start: { readonly providerRef: string | null; readonly data: Readonly<Record<string, string>> },
): Promise<void> => {
  await sql`update payments set provider_ref = ${start.providerRef}, data = data || ${JSON.stringify(start.data)}::jsonb,
      updated_at = clock_timestamp(), status = case when status = 'CREATED' then 'REDIRECTED' else status end
    where id = ${id}`.execute(db)
}

/**
 * The attempt is about to be charged, and is looked up at `nextCheckAt` at the latest. False: it was submitted before,
 * or it has ended, so it must not be charged [design/payments-91].
 */
export const markSubmitting = async (tx: Tx, id: string, nextCheckAt: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({
      status: 'SUBMITTING',
      next_check_at: sql`least(next_check_at, ${new Date(nextCheckAt)})`,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['REDIRECTED', 'PENDING'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The gateway charged nothing and the buyer has a further step to do, so the attempt can be submitted again. */
export const markNotSubmitted = async (db: Kysely<Tables>, id: string): Promise<void> => {
  await db
    .updateTable('payments')
    .set({ status: 'REDIRECTED', updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', '=', 'SUBMITTING')
    .execute()
}

/** The buyer left the gateway's page; not final, since another tab may still pay. */
export const markCancelled = async (db: Kysely<Tables>, id: string): Promise<void> => {
  await db
    .updateTable('payments')
    .set({ status: 'CANCELLED', updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', 'in', openPaymentStatuses)
    .execute()
}

/** Another attempt with this gateway payment, or null. */
export const findOtherWithMoney = async (
  tx: Tx,
  payment: Payment,
  providerPaymentId: string,
): Promise<Payment | null> => {
  const row = await tx
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', payment.provider)
    .where('provider_payment_id', '=', providerPaymentId)
    .where('id', '<>', payment.id)
    .executeTakeFirst()
  return row === undefined ? null : toPayment(row)
}

/**
 * Closes the attempts of bookings that are no longer payable; one that is paid later is refunded
 * [design/payments-13].
 */
export const closeAttemptsOf = async (db: Kysely<Tables>, bookings: readonly string[]): Promise<void> => {
  await sql`update payments p set status = 'CANCELLED', updated_at = clock_timestamp() from bookings b
    where b.id = p.booking_id and p.booking_id = any(${[...bookings]})
      and ${isOpen('p.status')}
      and not ${statusIn('b.status', cardPayableStatuses)}`.execute(db)
}
