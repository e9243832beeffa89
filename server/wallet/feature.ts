import { creditsApi } from '@remis/domain/wallet/credits-api'
import { debtsApi } from '@remis/domain/wallet/debts-api'
import { ledgerApi } from '@remis/domain/wallet/ledger-api'
import { payoutsApi } from '@remis/domain/wallet/payouts-api'
import { walletApi } from '@remis/domain/wallet/wallet-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { findAnyPerson } from '../people/find-person.ts'
import { forAdmins } from '../platform/http/check-relation.ts'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { processWithdrawal, rejectWithdrawal } from './end-withdrawal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { listDebts, listDebtTrips } from './debts/list-debts.ts'
import { recordDriverCash } from './debts/record-driver-cash.ts'
import { exportPostings, listAccounts, listPostings, readBalances } from './ledger/read-ledger.ts'
import { exportWithdrawals, listWithdrawals } from './list-withdrawals.ts'
import { createPayout } from './office/create-payout.ts'
import {
  approveCredit,
  createCredit,
  listCredits,
  listWalletOwners,
  refuseCredit,
  reverseCredit,
} from './office/credits.ts'
import { listPayouts, payoutFile } from './office/read-payouts.ts'
import { payOutWallet } from './office/pay-out-wallet.ts'
import { payReferralBonuses } from './pay-referral-bonus.ts'
import { readHistory } from './read-history.ts'
import { readWallet } from './read-wallet.ts'
import { renderWallets } from './render-wallet.ts'
import type { WalletDeps } from './wallet-deps.ts'
import { writeOffDebt } from './debts/write-off-debt.ts'

export const wallet: Feature<WalletDeps> = {
  endpoints: [
    ...serve<WalletDeps, typeof walletApi>(walletApi, { read: readWallet, history: readHistory }),
    ...serve<WalletDeps, typeof withdrawalsApi>(withdrawalsApi, {
      request: requestWithdrawal,
      list: listWithdrawals,
      export: exportWithdrawals,
      process: processWithdrawal,
      reject: rejectWithdrawal,
      payOut: payOutWallet,
    }),
    ...serve<WalletDeps, typeof debtsApi>(debtsApi, {
      list: listDebts,
      writeOff: writeOffDebt,
      trips: listDebtTrips,
      driverCash: recordDriverCash,
    }),
    ...serve<WalletDeps, typeof ledgerApi>(ledgerApi, {
      balances: readBalances,
      accounts: listAccounts,
      postings: listPostings,
      export: exportPostings,
    }),
    ...serve<WalletDeps, typeof payoutsApi>(payoutsApi, { create: createPayout, list: listPayouts, file: payoutFile }),
    ...serve<WalletDeps, typeof creditsApi>(creditsApi, {
      people: listWalletOwners,
      list: listCredits,
      create: createCredit,
      approve: approveCredit,
      refuse: refuseCredit,
      reverse: reverseCredit,
    }),
  ],
  relations: {
    withdrawal: forAdmins(async (db, id) => {
      const row = await db.selectFrom('withdrawals').select('id').where('id', '=', id).executeTakeFirst()
      return row !== undefined
    }),
    debt: forAdmins(async (db, id) => {
      const row = await db.selectFrom('debts').select('id').where('id', '=', id).executeTakeFirst()
      return row !== undefined
    }),
    wallet: forAdmins(async (db, id) => {
      // Archived people keep their wallet: what is open is settled as usual [design/people-7].
      const owner = await findAnyPerson(db, id)
      return owner?.role === 'rider' || owner?.role === 'driver'
    }),
  },
  views: (app) => {
    const view = renderWallets(app)
    return { wallet: ({ subject }, viewer) => view(subject, viewer) }
  },
  consumers: (app) => ({ referrals: { handle: (tx, events) => payReferralBonuses(app, tx, events) } }),
}
