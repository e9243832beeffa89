import { walletCalls } from '@remis/domain/wallet/wallet-routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../platform/api/call.ts'
import { onLive, readAgain, refetchAfterReset } from '../platform/live/live.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { sessionQuery } from '../platform/api/session.ts'

export const walletKeys = {
  all: ['wallet'] as const,
  own: ['wallet', 'own'] as const,
  history: ['wallet', 'history'] as const,
  withdrawals: ['wallet', 'withdrawals'] as const,
}

export const walletQuery = queryOptions({
  queryKey: walletKeys.own,
  staleTime: 0,
  queryFn: async () => (await call(walletCalls.read, {})).wallet,
})

/** The profile, which has the balance too, is read again this long after a change of the wallet, ms [accounts-55]. */
const profileAfter = 1500
let profileTimer: ReturnType<typeof setTimeout> | undefined

onLive('wallet', () => {
  void readAgain(walletKeys.all)
  clearTimeout(profileTimer)
  profileTimer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }), profileAfter)
})
refetchAfterReset(walletKeys.all)
