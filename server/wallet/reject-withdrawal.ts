import { AppError } from '@remis/domain/messages/app-error'
import type { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import type { UseCase } from '../platform/http/use-case.ts'
import { endWithdrawal } from './end-withdrawal.ts'
import type { WalletDeps } from './wallet-deps.ts'

/** Rejects a withdrawal with a reason that the person gets; the money is returned [wallet-15]. */
export const rejectWithdrawal: UseCase<WalletDeps, typeof withdrawalsApi.reject> = async (app, call) => {
  const reason = call.body.reason.trim()
  if (reason === '') throw new AppError(422, 'reject_reason_missing', { fields: { reason: 'missing' } })
  return endWithdrawal(app, call, { reason })
}
