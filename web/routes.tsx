import type { Role } from '@remis/domain/kit/endpoint'
import type { english } from '@remis/domain/texts/english'
import { createRoute, createRouter, lazyRouteComponent, notFound, Outlet } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { LandingPage } from './landing/LandingPage.tsx'
import { withTexts } from './platform/i18n.ts'
import { lazyPart, withMantine } from './platform/page/lazy-part.tsx'
import { createFrameRoutes, routerOptions } from './shell/public/frame-routes.tsx'
import { Protected } from './shell/Protected.tsx'
import { ScreenSpinner } from './shell/Screen.tsx'

/** Menus, drawers and texts of the signed-in screens load outside of the first page. */
const AppShell = lazyPart(
  async () => (await import('./shell/app/AppShell.tsx')).AppShell,
  ['trips', 'money', 'notices'],
)

const { rootRoute, publicFrame } = createFrameRoutes()

const pageTexts = ['messages', 'shared', 'pages'] as const

/**
 * A lazily loaded screen. If it fails to load, `ScreenError` is shown: the router's default is to reload the whole
 * page, which would lose it without a network.
 */
const lazyScreen = <Part extends Record<string, unknown>, Name extends keyof Part & string>(
  load: () => Promise<Part>,
  name: Name,
) =>
  lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new Error('This screen could not be loaded.', { cause })
      }),
    name,
  )

/** A protected route with its permitted user types [accounts-6]. */
const permitted = (id: string, permit: readonly Role[]) =>
  createRoute({
    getParentRoute: () => rootRoute,
    id,
    component: () => (
      <SignedIn permit={permit}>
        <Outlet />
      </SignedIn>
    ),
  })

const SignedIn = ({ permit, children }: { permit: readonly Role[]; children: ReactNode }) => (
  <Protected permit={permit}>
    <Suspense fallback={<ScreenSpinner />}>
      <AppShell>{children}</AppShell>
    </Suspense>
  </Protected>
)

const loadOfficePage = async (address: string) => {
  const { officePages } = await import('./office-pages.tsx')
  const page = officePages.find(({ path }) => path === address)
  if (page === undefined) throw notFound()
  return { title: page.title, permit: page.permit, Page: await page.load() }
}

const OfficePage = ({ permit, Page }: Awaited<ReturnType<typeof loadOfficePage>>) => (
  <SignedIn permit={permit}>
    <Page />
  </SignedIn>
)

/**
 * The pages of office-pages.tsx. Loaded with the page that is opened, so that the first page does not grow with them.
 */
const officeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$',
  loader: ({ params }) => loadOfficePage(`/${params._splat ?? ''}`),
  component: () => <OfficePage {...officeRoute.useLoaderData()} />,
})

/** One of them, at an address that a booking's page would take for an id. */
const laterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bookings/later',
  loader: () => loadOfficePage('/bookings/later'),
  component: () => <OfficePage {...laterRoute.useLoaderData()} />,
})

const forAll = permitted('all', ['rider', 'admin', 'driver', 'fleetadmin'])
const forDrivers = permitted('drivers', ['driver'])
const forWallets = permitted('wallets', ['rider', 'driver'])
const forPayers = permitted('payers', ['rider', 'driver', 'admin'])
const forAdmins = permitted('admins', ['admin'])
const forOffice = permitted('office', ['admin', 'fleetadmin'])

/** All screens with their permitted roles [design/web-1]. */
const tree = rootRoute.addChildren([
  publicFrame.addChildren([
    createRoute({ getParentRoute: () => publicFrame, path: '/', component: LandingPage }),
    createRoute({
      getParentRoute: () => publicFrame,
      path: '/login',
      staticData: { title: 'login' },
      component: lazyScreen(
        async () => ({
          LoginPage: await withMantine(import('./accounts/LoginPage.tsx').then((page) => page.LoginPage)),
        }),
        'LoginPage',
      ),
    }),
    ...(['/sign-in/facebook', '/sign-in/apple'] as const).map((path) =>
      createRoute({
        getParentRoute: () => publicFrame,
        path,
        staticData: { title: 'login' },
        component: lazyScreen(
          async () => ({
            SocialReturnPage: await withMantine(
              import('./accounts/social/SocialReturnPage.tsx').then((page) => page.SocialReturnPage),
            ),
          }),
          'SocialReturnPage',
        ),
      }),
    ),
    createRoute({
      getParentRoute: () => publicFrame,
      path: '/register',
      staticData: { title: 'register' },
      component: lazyScreen(
        async () => ({
          RegisterPage: await withMantine(import('./accounts/RegisterPage.tsx').then((page) => page.RegisterPage)),
        }),
        'RegisterPage',
      ),
    }),
    createRoute({
      getParentRoute: () => publicFrame,
      path: '/drive/join',
      staticData: { title: 'join' },
      component: lazyScreen(
        async () => ({
          JoinPage: await withMantine(
            import('./drive/join/JoinPage.tsx').then((page) => page.JoinPage),
            ['documents'],
          ),
        }),
        'JoinPage',
      ),
    }),
    createRoute({
      getParentRoute: () => publicFrame,
      path: '/reset-password',
      staticData: { title: 'reset_password' },
      component: lazyScreen(
        async () => ({
          ResetPasswordPage: await withMantine(
            import('./accounts/reset/ResetPasswordPage.tsx').then((page) => page.ResetPasswordPage),
          ),
        }),
        'ResetPasswordPage',
      ),
    }),
    createRoute({
      getParentRoute: () => publicFrame,
      path: '/verify-email',
      staticData: { title: 'verify_email' },
      component: lazyScreen(
        async () => ({
          VerifyEmailPage: await withMantine(
            import('./accounts/reset/VerifyEmailPage.tsx').then((page) => page.VerifyEmailPage),
          ),
        }),
        'VerifyEmailPage',
      ),
    }),
    createRoute({
      getParentRoute: () => publicFrame,
      path: '/setup',
      staticData: { title: 'set_up' },
      component: lazyScreen(
        async () => ({
          SetUpPage: await withMantine(
            import('./setup/SetUpPage.tsx').then((page) => page.SetUpPage),
            ['setup'],
          ),
        }),
        'SetUpPage',
      ),
    }),
    createRoute({
      getParentRoute: () => publicFrame,
      path: '/about-us',
      staticData: { title: 'about_us' },
      component: lazyScreen(() => withTexts(pageTexts, import('./pages/AboutUsPage.tsx')), 'AboutUsPage'),
    }),
    createRoute({
      getParentRoute: () => publicFrame,
      path: '/privacy-policy',
      staticData: { title: 'privacy_policy' },
      component: lazyScreen(() => withTexts(pageTexts, import('./pages/PrivacyPolicyPage.tsx')), 'PrivacyPolicyPage'),
    }),
  ]),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/follow',
    staticData: { title: 'follow' },
    component: lazyScreen(
      async () => ({
        FollowPage: await withMantine(
          import('./trips/follow/FollowPage.tsx').then((page) => page.FollowPage),
          ['trips', 'follow'],
        ),
      }),
      'FollowPage',
    ),
  }),
  forAll.addChildren([
    createRoute({
      getParentRoute: () => forAll,
      path: '/bookings',
      staticData: { title: 'bookings' },
      component: lazyScreen(
        () => withTexts(['bookings', 'chat'], import('./bookings/BookingsPage.tsx')),
        'BookingsPage',
      ),
    }),
    createRoute({
      getParentRoute: () => forAll,
      path: '/bookings/$id',
      staticData: { title: 'booking' },
      component: lazyScreen(
        () =>
          withTexts(
            ['booking-page', 'courier', 'people', 'audit', 'ledger', 'chat'],
            import('./bookings/page/BookingPage.tsx'),
          ),
        'BookingPage',
      ),
    }),
    createRoute({
      getParentRoute: () => forAll,
      path: '/trips/$id',
      staticData: { title: 'trip' },
      component: lazyScreen(() => withTexts(['courier', 'chat', 'safety'], import('./trips/TripPage.tsx')), 'TripPage'),
    }),
    createRoute({
      getParentRoute: () => forAll,
      path: '/account-data',
      staticData: { title: 'your_data' },
      component: lazyScreen(
        () => withTexts(['account-data'], import('./account-data/AccountDataPage.tsx')),
        'AccountDataPage',
      ),
    }),
    createRoute({
      getParentRoute: () => forAll,
      path: '/notices',
      staticData: { title: 'notifications' },
      component: lazyScreen(() => import('./shell/notices/NoticePanel.tsx'), 'NoticesPage'),
    }),
    createRoute({
      getParentRoute: () => forAll,
      path: '/profile',
      staticData: { title: 'profile' },
      component: lazyScreen(
        () => withTexts(['profile', 'people', 'security'], import('./profile/ProfilePage.tsx')),
        'ProfilePage',
      ),
    }),
    createRoute({
      getParentRoute: () => forAll,
      path: '/security',
      staticData: { title: 'security' },
      component: lazyScreen(
        () => withTexts(['security'], import('./accounts/security/SecurityPage.tsx')),
        'SecurityPage',
      ),
    }),
  ]),
  forAdmins.addChildren([
    createRoute({
      getParentRoute: () => forAdmins,
      path: '/addbookings',
      staticData: { title: 'addbookings' },
      component: lazyScreen(() => withTexts(['caller'], import('./booking-form/AddBookingPage.tsx')), 'AddBookingPage'),
    }),
    createRoute({
      getParentRoute: () => forAdmins,
      path: '/mails/providers',
      staticData: { title: 'mails' },
      component: lazyScreen(() => withTexts(['mail'], import('./mail/ProvidersPage.tsx')), 'ProvidersPage'),
    }),
    createRoute({
      getParentRoute: () => forAdmins,
      path: '/languagesetting/$id',
      staticData: { title: 'languages' },
      component: lazyScreen(
        () => withTexts(['languages'], import('./languages/LanguageTextsPage.tsx')),
        'LanguageTextsPage',
      ),
    }),
  ]),
  forOffice.addChildren([
    createRoute({
      getParentRoute: () => forOffice,
      path: '/people/$id',
      staticData: { title: 'person' },
      component: lazyScreen(
        () => withTexts(['people', 'documents', 'audit'], import('./people/PersonPage.tsx')),
        'PersonPage',
      ),
    }),
  ]),
  forWallets.addChildren([
    createRoute({
      getParentRoute: () => forWallets,
      path: '/wallet',
      staticData: { title: 'wallet' },
      component: lazyScreen(() => import('./wallet/WalletPage.tsx'), 'WalletPage'),
    }),
  ]),
  forPayers.addChildren([
    createRoute({
      getParentRoute: () => forPayers,
      path: '/pay/status/$id',
      staticData: { title: 'pay' },
      component: lazyScreen(() => import('./payments/PayStatusPage.tsx'), 'PayStatusPage'),
    }),
  ]),
  laterRoute,
  officeRoute,
  forDrivers.addChildren([
    createRoute({
      getParentRoute: () => forDrivers,
      path: '/drive',
      staticData: { title: 'drive' },
      component: lazyScreen(
        () => withTexts(['courier', 'chat', 'safety'], import('./drive/DrivePage.tsx')),
        'DrivePage',
      ),
    }),
    createRoute({
      getParentRoute: () => forDrivers,
      path: '/statement',
      staticData: { title: 'statements' },
      component: lazyScreen(
        () => withTexts(['office-money', 'ledger'], import('./reports/statements/OwnStatementPage.tsx')),
        'OwnStatementPage',
      ),
    }),
  ]),
])

export const router = createRouter({ ...routerOptions, routeTree: tree, scrollRestoration: true })

/** Without `title_`: the key of a screen's name. */
type ScreenTitle = keyof typeof english extends infer Key ? (Key extends `title_${infer Name}` ? Name : never) : never

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** key of the name in the window's title */
    title?: ScreenTitle
  }
}
