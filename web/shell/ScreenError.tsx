import { Suspense } from 'react'
import { lazyPart } from '../platform/lazy-part.tsx'

const BrokenScreen = lazyPart(async () => (await import('./BrokenScreen.tsx')).BrokenScreen)

/** A screen that could not be shown; the router hands in `reset` where a screen broke. */
export const ScreenError = ({ reset }: { reset: () => void }) => (
  <Suspense>
    <BrokenScreen reset={reset} />
  </Suspense>
)
