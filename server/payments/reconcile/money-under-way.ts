import type { MoneyLeft } from '@remis/domain/people/person-checks'
import { openPaymentStatuses } from '@remis/domain/payments/payment-status'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

type MoneyUnderWay = Pick<MoneyLeft, 'pendingFees' | 'openPayment'>

/**
 * A person's money in transit, not yet in the wallet, also a refund that is left to the office. It blocks an erasure
 * [design/privacy-10] and a change of role [design/people-8]. Read it before the balance, or with the wallet locked:
 * arriving money is then in one of the two.
 */
export const findMoneyUnderWay = async (db: Kysely<Tables>, person: string): Promise<MoneyUnderWay> => {
  const { rows } = await sql<MoneyUnderWay>`select
    exists (select 1 from debts where driver_id = ${person} and rest > 0) as "pendingFees",
    exists (select 1 from payments where user_id = ${person}
        and status in (${sql.join([...openPaymentStatuses, 'REVIEW'])}))
      or exists (select 1 from refunds r join payments p on p.id = r.payment_id
        where p.user_id = ${person} and (r.status in ('asked', 'pending') or r.left_at is not null))
        as "openPayment"`.execute(db)
  return rows[0]!
}
