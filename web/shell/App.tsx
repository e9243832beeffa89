import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState, type ComponentType } from 'react'
import { withMantine } from '../platform/lazy-part.tsx'
import { queryClient } from '../platform/query.ts'
import { useToastsWanted } from '../platform/show-message.ts'
import { router } from '../routes.tsx'

/** Nothing until the first popup; where its code cannot be loaded the next one tries again. */
const Toasts = () => {
  const wanted = useToastsWanted()
  const [Host, setHost] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (wanted === 0 || Host !== null) return
    withMantine(import('../ui/ToastHost.tsx').then(({ ToastHost }) => ToastHost)).then(
      (host) => setHost(() => host),
      () => undefined,
    )
  }, [wanted, Host])
  return Host === null ? null : <Host />
}

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <Toasts />
    <RouterProvider router={router} />
  </QueryClientProvider>
)
