import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { StrictMode, Suspense, useEffect, useState, type ComponentType } from 'react'
import { lazyPart, withMantine } from './platform/page/lazy-part.tsx'
import { queryClient } from './platform/api/plain-call.ts'
import { accountAlert } from './platform/api/account-alert.ts'
import { useToastsWanted } from './platform/show-message.ts'

/** Renders nothing before the first toast. If its code cannot be loaded, the next toast tries again. */
const Toasts = () => {
  const wanted = useToastsWanted()
  const [Host, setHost] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (wanted === 0 || Host !== null) return
    withMantine(import('./platform/toasts.tsx').then(({ ToastHost }) => ToastHost)).then(
      (host) => setHost(() => host),
      () => undefined,
    )
  }, [wanted, Host])
  return Host === null ? null : <Host />
}

const AccountAlert = lazyPart(() => import('./accounts/phone/AccountAlert.tsx').then((part) => part.AccountAlert))

const Alerts = () => {
  const message = accountAlert.useValue()
  return message === null ? null : (
    <Suspense>
      <AccountAlert message={message} />
    </Suspense>
  )
}

interface Props {
  readonly router: AnyRouter
  /** after the first render, or after hydration */
  readonly onReady?: () => void
}

/** Rendered in the browser, and at build for the landing page (prerender/pages.tsx): both need the same tree. */
export const App = ({ router, onReady }: Props) => {
  useEffect(() => {
    onReady?.()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Toasts />
        <Alerts />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
