import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../../platform/page/lazy-part.tsx'
import { Root } from '../Root.tsx'
import { ScreenError, ScreenSpinner } from '../Screen.tsx'
import { Footer } from './Footer.tsx'
import { PublicHeader } from './PublicHeader.tsx'
import frame from './frame.module.css'

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

/** Header and footer of the public screens; each begins with a dark picture that runs under the header. */
export const PublicFrame = ({ children }: { children: ReactNode }) => (
  <div className={frame.frame}>
    <PublicHeader />
    <main id="content" tabIndex={-1} className={frame.content}>
      {children}
    </main>
    <Footer />
  </div>
)
