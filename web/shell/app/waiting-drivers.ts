import { peopleCalls } from '@remis/domain/people/people-routes'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'

/** How many drivers wait for an approval, for admins; read again with every change of a person, and every minute. */
export const useWaitingDrivers = (enabled: boolean): number => {
  const { data = 0 } = useQuery({
    queryKey: ['people', 'waiting'],
    enabled,
    refetchInterval: 60_000,
    queryFn: async () => (await call(peopleCalls.countWaiting, {})).waiting,
  })
  return data
}
