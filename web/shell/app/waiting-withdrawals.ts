import { withdrawalsCalls } from '@remis/domain/wallet/wallet-routes'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'

/** How many withdrawals wait for the office, for admins; read again when one has ended, and every minute. */
export const useWaitingWithdrawals = (enabled: boolean): number => {
  const { data = 0 } = useQuery({
    queryKey: ['withdrawals', 'open'],
    enabled,
    refetchInterval: 60_000,
    queryFn: async () => (await call(withdrawalsCalls.countOpen, {})).open,
  })
  return data
}
