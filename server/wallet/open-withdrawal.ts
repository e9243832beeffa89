import type { Minor } from '@remis/domain/kit/money'
import { withdrawalAsked } from '@remis/domain/wallet/postings'
import { v7 as newId } from 'uuid'
import type { StoredBank } from '../people/bank-details.ts'
import type { Tx } from '../platform/database/database.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import { reportWaiting } from '../platform/live/office-waiting.ts'
import { post } from './post.ts'
import type { WalletDeps } from './wallet-deps.ts'
import { insertWithdrawal } from './withdrawal-store.ts'

interface Opened {
  readonly owner: string
  /** the owner, or an admin */
  readonly by: string
  /** judged under the wallet's lock */
  readonly amount: Minor
  readonly currency: string
  /** null: bank_fields is off */
  readonly bank: StoredBank | null
}

/**
 * Takes the amount out of the wallet as a withdrawal for the office; returns its id. One to a bank account that was
 * changed recently is paid later [design/money-47].
 */
export const openWithdrawal = async (
  app: WalletDeps,
  tx: Tx,
  { owner, by, amount, currency, bank }: Opened,
): Promise<string> => {
  const id = newId()
  const now = await nowMs(tx)
  const changedAt = bank?.changedAt ?? null
  const from = changedAt === null ? 0 : changedAt + app.config.limits.bankChangeHours * 3_600_000
  await insertWithdrawal(tx, {
    id,
    user_id: owner,
    amount,
    currency,
    // whole milliseconds, because the list's cursor compares exactly
    asked_at: new Date(now),
    ...(bank === null
      ? {}
      : {
          bank_name: bank.bankName,
          bank_code: bank.bankCode,
          bank_account: bank.bankAccount,
          not_before: from > now ? new Date(from) : null,
        }),
  })
  await post(tx, [withdrawalAsked(owner, amount, id)], { actorId: by, currency })
  await reportWaiting(tx, 'withdrawals')
  return id
}
