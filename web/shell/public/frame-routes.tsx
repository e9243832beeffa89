import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../../platform/page/lazy-part.tsx'
import { Root } from '../Root.tsx'
import { ScreenError, ScreenSpinner } from '../Screen.tsx'
import { PublicFrame } from './PublicFrame.tsx'

const NotFound = lazyPart(async () => (await import('../NotFound.tsx')).NotFound)

/** Shared by the app (routes.tsx) and the prerender (prerender/pages.tsx), which must give the same tree. */
export const rootRoute = createRootRoute({ component: Root })

export const publicFrame = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: () => (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  ),
})

export const routerOptions = {
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingComponent: ScreenSpinner,
  defaultErrorComponent: ScreenError,
  defaultNotFoundComponent: () => (
    <Suspense>
      <NotFound />
    </Suspense>
  ),
} as const
