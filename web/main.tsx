import './styles.ts'
import { messages } from '@remis/domain/messages/english'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { interfaceTexts } from './i18n/english.ts'
import { paths } from './paths.ts'
import { startColorScheme } from './platform/color-scheme.ts'
import { startI18n } from './platform/i18n.ts'
import { lazyPart } from './platform/lazy-part.tsx'
import { queryClient } from './platform/query.ts'
import { settingsQuery } from './platform/settings.ts'
import { useToastsWanted } from './platform/show-message.ts'
import { router } from './routes.tsx'
import { fetchNightCity } from './ui/night-city/fetch-night-city.ts'

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

const withHero: readonly string[] = [
  paths.home(),
  paths.login(),
  paths.register(),
  paths.aboutUs(),
  paths.privacyPolicy(),
]
if (withHero.includes(location.pathname)) fetchNightCity()
startColorScheme()
void queryClient.prefetchQuery(settingsQuery)
await startI18n(english, others, 600)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
