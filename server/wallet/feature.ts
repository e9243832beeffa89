import { debtsApi } from '@remis/domain/wallet/debts-api'
import { walletApi } from '@remis/domain/wallet/wallet-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { findPerson } from '../people/find-person.ts'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { creditWallet } from './credit-wallet.ts'
import { listDebts } from './debts/list-debts.ts'
import { listWithdrawals } from './list-withdrawals.ts'
import { payReferralBonuses } from './pay-referral-bonus.ts'
import { processWithdrawal } from './process-withdrawal.ts'
import { readHistory } from './read-history.ts'
import { readWallet } from './read-wallet.ts'
import { rejectWithdrawal } from './reject-withdrawal.ts'
import { renderWallets } from './render-wallet.ts'
import type { WalletDeps } from './wallet-deps.ts'
import { writeOffDebt } from './debts/write-off-debt.ts'

export const wallet: Feature<WalletDeps> = {
  endpoints: [
    ...serve<WalletDeps, typeof walletApi>(walletApi, { read: readWallet, history: readHistory }),
    ...serve<WalletDeps, typeof withdrawalsApi>(withdrawalsApi, {
      request: requestWithdrawal,
      list: listWithdrawals,
      process: processWithdrawal,
      reject: rejectWithdrawal,
    }),
    ...serve<WalletDeps, typeof debtsApi>(debtsApi, { list: listDebts, writeOff: writeOffDebt, credit: creditWallet }),
  ],
  relations: {
    withdrawal: async (db, { id, who }) => {
      const row = await db.selectFrom('withdrawals').select('id').where('id', '=', id).executeTakeFirst()
      return row !== undefined && who.role === 'admin' ? ['admin'] : []
    },
    debt: async (db, { id, who }) => {
      const row = await db.selectFrom('debts').select('id').where('id', '=', id).executeTakeFirst()
      return row !== undefined && who.role === 'admin' ? ['admin'] : []
    },
    wallet: async (db, { id, who }) => {
      const owner = await findPerson(db, id)
      const has = owner?.role === 'rider' || owner?.role === 'driver'
      return has && who.role === 'admin' ? ['admin'] : []
    },
  },
  views: (app) => {
    const view = renderWallets(app)
    return { wallet: ({ subject }, viewer) => view(subject, viewer) }
  },
  consumers: (app) => ({ referrals: (tx, events) => payReferralBonuses(app, tx, events) }),
}
