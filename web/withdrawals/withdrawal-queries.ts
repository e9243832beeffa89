import type { PayoutView } from '@remis/domain/wallet/payouts-api'
import { payoutsCalls } from '@remis/domain/wallet/wallet-routes'
import { queryClient } from '../platform/api/plain-call.ts'
import { i18n } from '../platform/i18n.ts'
import { download } from '../platform/list/download.ts'
import { followWaiting } from '../platform/live/waiting-lists.ts'
import { showError } from '../platform/show-message.ts'

export const withdrawalsKey = ['withdrawals'] as const
export const payoutsKey = ['payouts'] as const

followWaiting(withdrawalsKey, 'withdrawals')
followWaiting(payoutsKey, 'withdrawals')

/** After a withdrawal has ended: the table, the badge of the menu and the payouts. */
export const refreshWithdrawals = async (): Promise<void> => {
  await Promise.all([withdrawalsKey, payoutsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** Saves the bank file of a payout in the format it was made for. */
export const saveBankFile = ({ id, file }: Pick<PayoutView, 'id' | 'file'>): Promise<void> =>
  download(payoutsCalls.file, { format: file, language: i18n.language }, { id }).catch(showError)
