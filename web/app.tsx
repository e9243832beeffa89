import { firstTexts } from '@remis/domain/texts/first-texts'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './shell/App.tsx'
import { loadTexts } from './i18n/text-files.ts'
import { carTypesQuery } from './booking-form/use-prices.ts'
import { startColorScheme } from './platform/color-scheme.ts'
import { readKnown } from './platform/first-look.ts'
import { startI18n } from './platform/i18n.ts'
import { pause } from './platform/pause.ts'
import { queryClient } from './platform/query.ts'
import { isReachable } from './platform/reachable.ts'
import { settingsQuery } from './platform/settings.ts'
import { router } from './routes.tsx'

// A chunk that is gone was replaced by a newer build: start anew with that one, once. Without the server nothing would
// come back, so the page stays and says what it cannot show.
const startAnew = async () => {
  const last = Number(sessionStorage.getItem('remis.reloaded') ?? 0)
  if (Date.now() - last < 60_000 || !(await isReachable())) return
  sessionStorage.setItem('remis.reloaded', String(Date.now()))
  location.reload()
}
addEventListener('vite:preloadError', () => void startAnew())

startColorScheme()
void queryClient.prefetchQuery(settingsQuery)
const known = readKnown()
if (known !== null) queryClient.setQueryData(carTypesQuery.queryKey, known.carTypes)
// In pieces, as in main.ts: a slow phone answers a touch in between.
await pause()
const texts = startI18n(firstTexts, loadTexts, 600)
await pause()
// What the server sent stands until the whole screen is there to take its place.
await Promise.all([texts, router.load()])

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
