import type { Role } from '@remis/domain/kit/endpoint'
import type { WalletHistoryRow } from '@remis/domain/wallet/wallet-api'

/** What an entry of the wallet is about, as a key of its words. What a settlement brings a rider is a hold's surplus. */
export const historyText = (kind: WalletHistoryRow['kind'], role: Role) => {
  switch (kind) {
    case 'settlement':
      return role === 'rider' ? 'wallet_kind_release' : 'wallet_kind_settlement'
    case 'hold':
      return 'wallet_kind_hold'
    case 'hold-release':
      return 'wallet_kind_release'
    case 'refund':
    case 'reversal':
      return 'wallet_kind_refund'
    case 'top-up':
      return 'wallet_kind_topup'
    case 'withdrawal':
      return 'wallet_kind_withdrawal'
    case 'withdrawal-rejected':
      return 'wallet_kind_rejected'
    case 'cancellation-fee':
      return 'wallet_kind_fee'
    case 'referral':
      return 'wallet_kind_referral'
    case 'admin-credit':
      return 'wallet_kind_credit'
    default:
      return 'wallet_kind_other'
  }
}
