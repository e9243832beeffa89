import { messages } from '@remis/domain/messages/english'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { interfaceTexts } from './i18n/english.ts'
import { startColorScheme } from './platform/color-scheme.ts'
import { startI18n } from './platform/i18n.ts'
import { lazyPart } from './platform/lazy-part.tsx'
import { queryClient } from './platform/query.ts'
import { settingsQuery } from './platform/settings.ts'
import { useToastsWanted } from './platform/show-message.ts'
import { router } from './routes.tsx'

const english = { ...messages, ...interfaceTexts }
const others = { ar: async () => (await import('./i18n/load-arabic.ts')).arabic }

const ToastHost = lazyPart(async () => (await import('./ui/ToastHost.tsx')).ToastHost)

const Toasts = () =>
  useToastsWanted() && (
    <Suspense>
      <ToastHost />
    </Suspense>
  )

const App = () => (
  <QueryClientProvider client={queryClient}>
    <Toasts />
    <RouterProvider router={router} />
  </QueryClientProvider>
)

// A chunk that is gone was replaced by a newer build: start anew with that one, once.
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('remis.reloaded') ?? 0)
  if (Date.now() - last < 60_000) return
  sessionStorage.setItem('remis.reloaded', String(Date.now()))
  event.preventDefault()
  location.reload()
})

startColorScheme()
void queryClient.prefetchQuery(settingsQuery)
// What the server sent stands until the whole screen is there to take its place.
await Promise.all([startI18n(english, others, 600), router.load()])

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
// A transition is drawn in slices: a slow phone answers a touch in between.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
