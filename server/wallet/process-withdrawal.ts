import type { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import type { UseCase } from '../platform/http/use-case.ts'
import { endWithdrawal } from './end-withdrawal.ts'
import type { WalletDeps } from './wallet-deps.ts'

/** spec 2 §4 "Withdrawal": the money went out of the bank. */
export const processWithdrawal: UseCase<WalletDeps, typeof withdrawalsApi.process> = (app, call) =>
  endWithdrawal(app, call, null)
