import { AppError } from '@remis/domain/messages/app-error'
import { QueryClient } from '@tanstack/react-query'

/** Only what may pass by itself is tried again: the network and a busy server. */
const mayPass = (error: unknown): boolean => !(error instanceof AppError) || error.status === 503

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'offlineFirst',
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < 2 && mayPass(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
