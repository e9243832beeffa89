import type { MoneyLeft } from '@remis/domain/people/person-checks'
import { openPaymentStatuses } from '@remis/domain/payments/payment-status'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

type MoneyUnderWay = Pick<MoneyLeft, 'pendingFees' | 'openPayment'>

/**
 * Money of a person that is under way, beside the wallet: it keeps the account [design/privacy-10] and the role
 * [design/people-8]. Read it before the balance, or with the wallet locked: money that arrives is in one of both.
 */
export const findMoneyUnderWay = async (db: Kysely<Tables>, person: string): Promise<MoneyUnderWay> => {
  const { rows } = await sql<MoneyUnderWay>`select
    exists (select 1 from debts where driver_id = ${person} and rest > 0) as "pendingFees",
    exists (select 1 from payments where user_id = ${person}
        and status in (${sql.join([...openPaymentStatuses, 'REVIEW'])}))
      or exists (select 1 from refunds r join payments p on p.id = r.payment_id
        where p.user_id = ${person} and r.status in ('asked', 'pending')) as "openPayment"`.execute(db)
  return rows[0]!
}
