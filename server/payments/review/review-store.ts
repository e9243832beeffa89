import { reviewReasons, type ReviewReason } from '@remis/domain/payments/payment-review'
import type { reviewSorts } from '@remis/domain/payments/payments-routes'
import { sql, type Kysely } from 'kysely'
import type { ListTable } from '../../platform/database/list-page.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { PaymentOutcome } from '../../providers/payments/payments-provider.ts'

/** What the gateway said last that put the attempt into review. */
type Reported = PaymentOutcome | null

const lastReported = sql<Reported>`(select e.outcome from payment_events e where e.payment_id = p.id
  and e.verdict = 'review' order by e.received_at desc limit 1)`

/** Attempts in review with their payers. */
export const paymentsInReview = (db: Kysely<Tables>) =>
  db
    .selectFrom('payments as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .selectAll('p')
    .select(['u.first_name', 'u.last_name', lastReported.as('reported')])
    .where('p.status', '=', 'REVIEW')

export type ReviewRow = Awaited<ReturnType<ReturnType<typeof paymentsInReview>['executeTakeFirstOrThrow']>>

export const reviewList: ListTable<(typeof reviewSorts)[number]> = {
  id: { by: sql.ref('p.id'), kind: 'text' },
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
