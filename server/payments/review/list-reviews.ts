import type { Settings } from '@remis/domain/backoffice/settings'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { endsOfReview, type NoCredit, type ReviewFacts } from '@remis/domain/payments/payment-review'
import type { paymentsApi, ReviewView } from '@remis/domain/payments/payments-api'
import { checkWalletCredit } from '@remis/domain/payments/wallet-credit'
import { walletRoleOf } from '../../people/find-person.ts'
import { readPage } from '../../platform/database/list-page.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { needsSecondAdmin } from '../refunds/end-by-office.ts'
import { countWaiting, paymentsInReview, reasonOf, reviewList, type ReviewRow } from './review-store.ts'
import { nameOf } from '../../platform/database/schema/full-name.ts'

/** The money that the gateway reported, as paid or as charged back. */
const moneyOf = (reported: ReviewRow['reported']) =>
  reported?.kind === 'paid' || reported?.kind === 'reversed' ? reported : null

/** What the answer depends on besides the row. */
interface Reader {
  /** who reads or ends the review */
  readonly admin: string
  readonly production: boolean
  readonly settings: Pick<Settings, 'creditApprovalAbove'>
}

/** The credit was asked for while a second admin had to agree, and one still has to [design/money-112]. */
const waitsForSecond = (row: ReviewRow, { settings }: Reader): boolean =>
  row.credit_asked_by !== null && needsSecondAdmin(row, settings)

const noCreditOf = (row: ReviewRow, reader: Reader): NoCredit | null => {
  if (row.refund_id === null) return null
  const fault = checkWalletCredit({ isDisputed: row.is_disputed, hasWallet: walletRoleOf(row) !== null })
  return fault ?? (row.credit_asked_by === reader.admin && waitsForSecond(row, reader) ? 'own-ask' : null)
}

/** What the rule needs to know about what waits. */
export const factsOfReview = (row: ReviewRow, reader: Reader): ReviewFacts => {
  const money = moneyOf(row.reported)
  return {
    reason: reasonOf(row.failure),
    amount: row.amount,
    currency: row.currency,
    reported: money === null ? null : { amount: money.money.minor, currency: money.money.currency },
    test: reader.production && row.reported?.kind === 'paid' && row.reported.test,
    isDisputed: row.is_disputed,
    noCredit: noCreditOf(row, reader),
  }
}

const view = (row: ReviewRow, reader: Reader): ReviewView => {
  const facts = factsOfReview(row, reader)
  const { reported } = facts
  return {
    id: row.id,
    refundId: row.refund_id,
    purpose: row.purpose,
    orderId: row.booking_id ?? row.top_up_id ?? '',
    payer: nameOf(row),
    provider: row.provider,
    amount: toMajor(row.amount, exponentOf(row.currency)),
    currency: row.currency,
    reason: facts.reason,
    refusal: row.refusal,
    noCredit: facts.noCredit,
    creditAskedBy: waitsForSecond(row, reader) ? row.credit_asked_by_name : null,
    reported:
      reported === null
        ? null
        : {
            amount: toMajor(reported.amount, exponentOf(reported.currency)),
            currency: reported.currency,
            paymentId: moneyOf(row.reported)?.providerPaymentId ?? '',
          },
    ends: [...endsOfReview(facts)],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** What waits for a person, the last one first [design/payments-65]. */
export const listReviews: UseCase<PaymentDeps, typeof paymentsApi.inReview> = async (app, { who, query }) => {
  const base = paymentsInReview(app.db.lists)
  const { rows, next } = await readPage(reviewList, base, query, app.config.limits.pageRows)
  const settings = await app.settings.current()
  const reader = { admin: who.id, production: app.config.mode === 'production', settings }
  return { rows: rows.map((row) => view(row, reader)), next }
}

/** Payments, refunds and chargebacks that wait for an admin, counted up to `most` [design/dashboard-12]. */
export const countReviews = ({ db }: Pick<PaymentDeps, 'db'>, most: number): Promise<number> =>
  countWaiting(db.request, most)
