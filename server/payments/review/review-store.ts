import { reviewReasons, type ReviewReason } from '@remis/domain/payments/payment-review'
import type { reviewSorts } from '@remis/domain/payments/payments-routes'
import { sql, type Kysely, type Selectable } from 'kysely'
import { countUpTo, type ListTable } from '../../platform/database/list-page.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { fullName } from '../../platform/database/schema/full-name.ts'
import type { PaymentOutcome } from '../../providers/payments/payments-provider.ts'

/** What the gateway reported last of what waits: the chargeback, or the money that put the attempt into review. */
type Reported = PaymentOutcome | null

const lastReported = sql<Reported>`case when p.refund_id is null then (select e.outcome from payment_events e
  where e.payment_id = p.id and case when p.failure = ${'charged_back' satisfies ReviewReason} then e.outcome->>'kind' = 'reversed'
    else e.verdict = 'review' and e.outcome->>'kind' = 'paid' end
  order by e.received_at desc limit 1) end`

/**
 * What waits: an attempt in review, a refund without an answer or left to the office, or a chargeback, which comes
 * before the review of its attempt.
 */
type Waiting = Pick<
  Selectable<Tables['payments']>,
  'id' | 'purpose' | 'booking_id' | 'top_up_id' | 'user_id' | 'provider' | 'currency' | 'created_at' | 'updated_at'
> & {
  readonly amount: number
  readonly failure: string | null
  readonly refund_id: string | null
  readonly refusal: string | null
  readonly credit_asked_by: string | null
  readonly is_disputed: boolean
}

const order = sql`p.id, p.purpose, p.booking_id, p.top_up_id, p.user_id, p.provider,
  p.charged_back_at is not null and not p.chargeback_won as is_disputed`
const noRefund = sql`null::uuid as refund_id, null as refusal, null::uuid as credit_asked_by`
const reasonOfLeft = sql`case when r.failed_refund_id is null then ${'refund_refused' satisfies ReviewReason}
  else ${'refund_failed' satisfies ReviewReason} end`
const waiting = sql<Waiting>`(
  select ${order}, p.amount, p.currency, p.failure, p.created_at, p.updated_at, ${noRefund}
    from payments p where p.status = 'REVIEW' and (p.charged_back_at is null or p.chargeback_closed_at is not null)
  union all
  select ${order}, r.amount, r.currency, ${'refund_no_answer' satisfies ReviewReason}, r.created_at, r.office_told_at, r.id,
      null, r.credit_asked_by
    from refunds r join payments p on p.id = r.payment_id where r.office_told_at is not null
  union all
  select ${order}, r.amount, r.currency, ${reasonOfLeft}, r.created_at, r.left_at, r.id,
      case when r.failed_refund_id is null then r.failure end, r.credit_asked_by
    from refunds r join payments p on p.id = r.payment_id where r.left_at is not null
  union all
  select ${order}, p.amount, p.currency, ${'charged_back' satisfies ReviewReason}, p.created_at, p.charged_back_at, ${noRefund}
    from payments p where p.charged_back_at is not null and p.chargeback_closed_at is null
      and (p.use is not null or p.status = 'REVIEW'))`

/** Counted up to `most`. */
export const countWaiting = (db: Kysely<Tables>, most: number): Promise<number> =>
  countUpTo(db, sql`select 1 from ${waiting} p`, most)

/** What waits, with its payers. */
export const paymentsInReview = (db: Kysely<Tables>) =>
  db
    .selectFrom(waiting.as('p'))
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('users as a', 'a.id', 'p.credit_asked_by')
    .selectAll('p')
    .select(['u.first_name', 'u.last_name', 'u.usertype', 'u.erased_at', lastReported.as('reported')])
    .select(fullName<string | null>('a').as('credit_asked_by_name'))

export type ReviewRow = Awaited<ReturnType<ReturnType<typeof paymentsInReview>['executeTakeFirstOrThrow']>>

export const reviewList: ListTable<(typeof reviewSorts)[number]> = {
  id: { by: sql`coalesce(p.refund_id::text, p.id)`, kind: 'text' },
  sorts: {
    updatedAt: { by: sql.ref('p.updated_at'), kind: 'time' },
    createdAt: { by: sql.ref('p.created_at'), kind: 'time' },
    amount: { by: sql.ref('p.amount'), kind: 'integer' },
  },
  usual: { sort: 'updatedAt', direction: 'desc' },
  foundBy: (search) =>
    sql`(p.id = ${search.trim()} or p.booking_id = ${search.trim()} or p.top_up_id::text = ${search.trim()})`,
  searched: [sql`u.first_name || ' ' || u.last_name`],
}

/** The reason is stored as the failure of the attempt. */
export const reasonOf = (failure: string | null): ReviewReason =>
  reviewReasons.find((reason) => reason === failure) ?? 'other'
