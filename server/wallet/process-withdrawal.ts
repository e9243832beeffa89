import type { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import type { UseCase } from '../platform/http/use-case.ts'
import { endWithdrawal } from './end-withdrawal.ts'
import type { WalletDeps } from './wallet-deps.ts'

/** The money was paid out by bank [wallet-14]. */
export const processWithdrawal: UseCase<WalletDeps, typeof withdrawalsApi.process> = (app, call) =>
  endWithdrawal(app, call, null)
