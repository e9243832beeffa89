import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

/** The newest attempts to pay a booking, newest first. */
export const selectAttempts = (db: Kysely<Tables>, bookingId: string, limit: number) =>
  db
    .selectFrom('payments')
    .select(['id', 'provider', 'amount', 'currency', 'status', 'use', 'failure', 'provider_payment_id', 'created_at'])
    .select(['paid_at', 'checks', 'next_check_at'])
    .where('booking_id', '=', bookingId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The newest reports about these attempts, newest first. */
export const selectReports = (db: Kysely<Tables>, paymentIds: readonly string[], limit: number) =>
  db
    .selectFrom('payment_events')
    .select(['payment_id', 'source', 'verdict', 'received_at'])
    .where('payment_id', 'in', paymentIds)
    .orderBy('received_at', 'desc')
    .limit(limit)
    .execute()

/** The newest refunds of these attempts, newest first. */
export const selectRefundsOf = (db: Kysely<Tables>, paymentIds: readonly string[], limit: number) =>
  db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'amount', 'status', 'created_at', 'done_at', 'tries', 'next_try_at'])
    .select('office_state')
    .where('payment_id', 'in', paymentIds)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
