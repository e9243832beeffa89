import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { PaymentOutcome } from '../providers/payments/payments-provider.ts'

export type EvidenceSource = Tables['payment_events']['source']
export type Verdict = Tables['payment_events']['verdict']

export interface PaymentEvent {
  readonly provider: string
  readonly eventKey: string
  readonly paymentId: string | null
  readonly source: EvidenceSource
  readonly verdict: Verdict
  readonly outcome: unknown
}

/**
 * The inbox: stores each statement of a gateway once, in the transaction that applies it, so that a rollback forgets it
 * too. False: stored before [invariants-M7].
 */
export const insertPaymentEvent = async (tx: Tx, event: PaymentEvent): Promise<boolean> => {
  const inserted = await tx
    .insertInto('payment_events')
    .values({
      id: newId(),
      provider: event.provider,
      event_key: event.eventKey,
      payment_id: event.paymentId,
      source: event.source,
      verdict: event.verdict,
      outcome: JSON.stringify(event.outcome),
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_key']).doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows) === 1
}

/** Stores the verdict once it is known. */
export const noteVerdict = async (tx: Tx, provider: string, eventKey: string, verdict: Verdict): Promise<void> => {
  await tx
    .updateTable('payment_events')
    .set({ verdict })
    .where('provider', '=', provider)
    .where('event_key', '=', eventKey)
    .execute()
}

/** The evidence is about the money of this row. */
export const moveEventTo = async (tx: Tx, provider: string, eventKey: string, paymentId: string): Promise<void> => {
  await tx
    .updateTable('payment_events')
    .set({ payment_id: paymentId })
    .where('provider', '=', provider)
    .where('event_key', '=', eventKey)
    .execute()
}

/** What put this attempt into review as paid, the oldest first. */
export const listReviewedMoney = async (
  tx: Tx,
  paymentId: string,
): Promise<{ readonly eventKey: string; readonly outcome: Extract<PaymentOutcome, { kind: 'paid' }> }[]> => {
  const { rows } = await sql<{ eventKey: string; outcome: Extract<PaymentOutcome, { kind: 'paid' }> }>`
    select event_key as "eventKey", outcome from payment_events
    where payment_id = ${paymentId} and verdict = 'review' and outcome->>'kind' = 'paid'
    order by received_at, id`.execute(tx)
  return rows
}

/** Whether the gateway has reported the money of this attempt by its payment id. */
export const wasReported = async (
  tx: Tx,
  { id, providerPaymentId }: { readonly id: string; readonly providerPaymentId: string | null },
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select exists (select from payment_events
    where payment_id = ${id} and outcome->>'kind' = 'paid'
      and outcome->>'providerPaymentId' = ${providerPaymentId}) as found`.execute(tx)
  return rows[0]!.found
}
