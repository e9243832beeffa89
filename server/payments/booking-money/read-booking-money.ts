import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import type { bookingMoneyApi } from '@remis/domain/payments/booking-money-api'
import { paymentStateOf } from '@remis/domain/payments/payment-status'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { listPostingsOf } from '../../wallet/list-postings.ts'
import { selectAttempts, selectRefundsOf, selectReports } from './booking-money-store.ts'

/** Newest rows that are read of each kind. */
const most = { attempts: 50, reports: 200, refunds: 100, postings: 100 } as const

/** The card payments of a booking with what the gateways reported, and its postings, for the office [design/web-92]. */
export const readBookingMoney: UseCase<Platform, typeof bookingMoneyApi.read> = async ({ db }, { params }) => {
  const { lists } = db
  // One row more than is shown of each kind: it tells whether any are left out.
  const attempts = await selectAttempts(lists, params.id, most.attempts + 1)
  const shown = attempts.slice(0, most.attempts)
  const ids = shown.map(({ id }) => id)
  const reports = ids.length === 0 ? [] : await selectReports(lists, ids, most.reports + 1)
  const refunds = ids.length === 0 ? [] : await selectRefundsOf(lists, ids, most.refunds + 1)
  const { postings, more } = await listPostingsOf(lists, params.id, most.postings)
  return {
    payments: shown.toReversed().map((row) => {
      const exponent = exponentOf(row.currency)
      const isOfAttempt = ({ payment_id }: { payment_id: string | null }) => payment_id === row.id
      return {
        id: row.id,
        provider: row.provider,
        amount: toMajor(row.amount, exponent),
        currency: row.currency,
        status: row.status,
        state: paymentStateOf(row.status, row.use),
        failure: row.failure,
        reference: row.provider_payment_id,
        createdAt: row.created_at,
        paidAt: row.paid_at,
        checks: row.checks,
        nextCheckAt: row.next_check_at,
        reports: reports
          .slice(0, most.reports)
          .filter(isOfAttempt)
          .toReversed()
          .map(({ received_at: at, source, verdict }) => ({ at, source, verdict })),
        refunds: refunds
          .slice(0, most.refunds)
          .filter(isOfAttempt)
          .toReversed()
          .map((refund) => ({
            id: refund.id,
            amount: toMajor(refund.amount, exponent),
            status: refund.office_state ?? refund.status,
            createdAt: refund.created_at,
            doneAt: refund.done_at,
            tries: refund.tries,
            nextTryAt: refund.next_try_at,
          })),
      }
    }),
    postings,
    more: more || attempts.length > most.attempts || reports.length > most.reports || refunds.length > most.refunds,
  }
}
