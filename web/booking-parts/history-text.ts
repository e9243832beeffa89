import type { Role } from '@remis/domain/kit/endpoint'
import type { WalletHistoryRow } from '@remis/domain/wallet/wallet-api'

/**
 * Text key of a wallet entry. A settlement credits a driver's share and debits the cash the driver collected
 * [design/money-15]; for a rider it is the surplus of a hold [design/money-14]. A debt may be of a fee or of a
 * correction: the entry of its payment says only who owed it.
 */
export const historyText = ({ kind, type }: Pick<WalletHistoryRow, 'kind' | 'type'>, role: Role) => {
  switch (kind) {
    case 'settlement':
      if (role === 'rider') return 'wallet_kind_release'
      return type === 'Debit' ? 'wallet_kind_cash' : 'wallet_kind_share'
    case 'hold':
      return 'wallet_kind_hold'
    case 'hold-release':
      return 'wallet_kind_release'
    case 'refund':
      return 'wallet_kind_refund'
    case 'reversal':
      return 'wallet_kind_credit_reversed'
    case 'top-up':
      return 'wallet_kind_topup'
    case 'withdrawal':
      return 'wallet_kind_withdrawal'
    case 'withdrawal-rejected':
      return 'wallet_kind_rejected'
    case 'cancellation-fee':
      return 'wallet_kind_fee'
    case 'debt':
    case 'debt-collected':
      return type === 'Debit' ? 'wallet_kind_debt' : 'wallet_kind_rider_owed'
    case 'debt-cash':
      return 'wallet_kind_debt_cash'
    case 'correction':
      return 'wallet_kind_correction'
    case 'referral':
      return 'wallet_kind_referral'
    case 'admin-credit':
      return 'wallet_kind_credit'
    default:
      return 'wallet_kind_other'
  }
}
