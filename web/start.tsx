import { firstTexts } from '@remis/domain/texts/first-texts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { carTypesQuery } from './booking-parts/use-prices.ts'
import { loadTexts } from './i18n/text-files.ts'
import { startColorScheme } from './platform/page/color-scheme.ts'
import { readPageData } from './platform/page/hydration.ts'
import { i18n, renewForVisitors, startI18n } from './platform/i18n.ts'
import { pause } from './platform/page/pause.ts'
import { queryClient, isReachable } from './platform/api/plain-call.ts'
import { sessionQuery } from './platform/api/session.ts'
import { settingsQuery } from './platform/api/settings.ts'
import { router } from './routes.tsx'

/** False within a minute after a reload. */
const mayReload = (): boolean => {
  try {
    if (Date.now() - Number(sessionStorage.getItem('remis.reloaded') ?? 0) < 60_000) return false
    sessionStorage.setItem('remis.reloaded', String(Date.now()))
    return true
  } catch {
    // no storage: a page younger than a minute may be the reloaded one
    return performance.now() > 60_000
  }
}

// A missing chunk means a new deployment: reload once. Offline the page stays, because a reload would lose it.
const reloadOnce = async () => {
  if ((await isReachable()) && mayReload()) location.reload()
}
addEventListener('vite:preloadError', () => void reloadOnce())

/** `releasePresses` (main.ts) gives the button that was pressed last; from then on presses are React's. */
export const start = async (releasePresses: () => HTMLButtonElement | null): Promise<void> => {
  startColorScheme()
  void queryClient.prefetchQuery(settingsQuery)
  const page = readPageData()
  // the app changes the document's language to the reader's
  const sentIn = document.documentElement.lang
  if (page !== null) {
    // the server saw no session; the effect below asks again if this browser remembers one
    queryClient.setQueryData(sessionQuery.queryKey, null)
    // an empty list is requested again: the message about it is not in the prerender
    if (page.carTypes?.length) queryClient.setQueryData(carTypesQuery.queryKey, page.carTypes)
  }
  // Split, so that a slow phone can handle a touch in between.
  await pause()
  // A prerendered page can wait for its language; any other starts in English after this long. ms
  const texts = startI18n(firstTexts, loadTexts, page === null ? 600 : 10_000)
  await pause()
  await Promise.all([texts, router.load()])
  renewForVisitors(() => queryClient.getQueryData(sessionQuery.queryKey) === null)

  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  const pressed = releasePresses()
  const onReady = () => {
    if (page !== null) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    // not within the effect: for a click React first hydrates the part that was pressed
    setTimeout(() => pressed?.isConnected && pressed.click())
  }
  const app = <App router={router} onReady={onReady} />
  // In a transition React renders in short pieces, so that the page answers in between.
  startTransition(() => {
    if (page === null || i18n.language !== sentIn) return createRoot(root).render(app)
    // as the prerender: without the Suspense that the router puts around a page rendered in the browser
    router.ssr = { manifest: undefined }
    hydrateRoot(root, app)
  })
}
