import type { OpenDebt } from '@remis/domain/wallet/postings'
import type { Tx } from '../../platform/database/database.ts'
import { lockBalances } from '../balances.ts'
import { selectOpenDebts } from './debt-store.ts'

/**
 * The last debt of a refund that was paid twice [design/payments-64], also if nothing of it is open. Locks the wallets
 * that a credit of the payer's wallet changes.
 */
export const lockDebtOfRefund = async (
  tx: Tx,
  payer: string,
  refundId: string,
): Promise<OpenDebt & { readonly writtenOff: number }> => {
  const drivers = (await selectOpenDebts(tx, [payer])).flatMap(({ driver }) => driver ?? [])
  await lockBalances(tx, [payer, ...drivers])
  return tx
    .selectFrom('debts as d')
    .innerJoin('ledger_transactions as t', 't.id', 'd.id')
    .select(['d.id', 'd.booking_id as bookingId', 'd.rider_id as rider', 'd.driver_id as driver', 'd.rest'])
    .select('d.written_off as writtenOff')
    .where('d.rider_id', '=', payer)
    .where('t.reference', '=', refundId)
    .orderBy('d.at', 'desc')
    .orderBy('d.id', 'desc')
    .executeTakeFirstOrThrow()
}
