import type { RefundState } from '@remis/domain/payments/payment-status'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

/**
 * The states of the card refunds of these bookings, by the booking's id: open while one is open, else the outcome that
 * matters most to the payer [design/payments-109]. A refund that was paid twice counts as done, since the card has it.
 * Those that wait for the office, or that it settled, are posted as done [design/payments-113].
 */
export const listRefundStates = async (
  db: Kysely<Tables>,
  bookings: readonly string[],
): Promise<ReadonlyMap<string, RefundState>> => {
  if (bookings.length === 0) return new Map()
  const { rows } = await sql<{ id: string; state: RefundState }>`
    select p.booking_id as id, case
      when bool_or(r.status in ('asked', 'pending')) then 'open'
      when bool_or(r.office_state = 'left') then 'left'
      when bool_or(r.status = 'credited' and r.paid_twice_at is null) then 'credited'
      when bool_or(r.office_state = 'settled') then 'settled'
      else 'done' end as state
    from payments p join refunds r on r.payment_id = p.id
    where p.use = 'applied' and p.booking_id = any(${[...bookings]}::text[]) group by p.booking_id`.execute(db)
  return new Map(rows.map(({ id, state }) => [id, state]))
}
