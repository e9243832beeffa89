import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../../platform/page/lazy-part.tsx'
import { Root } from '../Root.tsx'
import { ScreenError, ScreenSpinner } from '../Screen.tsx'
import { PublicFrame } from './PublicFrame.tsx'

const NotFound = lazyPart(async () => (await import('../NotFound.tsx')).NotFound)

/**
 * The outer routes of the app (routes.tsx) and of each prerendered page (prerender/pages.tsx), which must give the same
 * tree. New ones at each call: routes keep the router they were added to.
 */
export const createFrameRoutes = () => {
  const rootRoute = createRootRoute({ component: Root })
  const publicFrame = createRoute({
    getParentRoute: () => rootRoute,
    id: 'public',
    component: () => (
      <PublicFrame>
        <Outlet />
      </PublicFrame>
    ),
  })
  return { rootRoute, publicFrame }
}

export const routerOptions = {
  defaultPreload: 'intent',
  // a page of one thing begins again for another one: car, route and what is typed stay with theirs [design/web-128]
  defaultRemountDeps: ({ params }: { readonly params: object }) => ('id' in params ? params.id : undefined),
  defaultPendingMs: 150,
  defaultPendingComponent: ScreenSpinner,
  defaultErrorComponent: ScreenError,
  defaultNotFoundComponent: () => (
    <Suspense>
      <NotFound />
    </Suspense>
  ),
} as const
