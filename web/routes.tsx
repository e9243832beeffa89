import type { Role } from '@remis/domain/kit/endpoint'
import type { english } from '@remis/domain/texts/english'
import { createRoute, createRouter, lazyRouteComponent, notFound, Outlet, type AnyRoute } from '@tanstack/react-router'
import { Suspense, type ComponentType, type ReactNode } from 'react'
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
 * A lazily loaded screen at its path. If it fails to load, `ScreenError` is shown: the router's default is to reload
 * the whole page, which would lose it without a network.
 */
const screen = <Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  title: ScreenTitle,
  load: () => Promise<ComponentType>,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    staticData: { title },
    component: lazyRouteComponent(() =>
      load().then(
        (Page) => ({ default: Page }),
        (cause: unknown) => {
          throw new Error('This screen could not be loaded.', { cause })
        },
      ),
    ),
  })

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
    screen(publicFrame, '/login', 'login', () =>
      withMantine(import('./accounts/LoginPage.tsx').then((page) => page.LoginPage)),
    ),
    ...(['/sign-in/facebook', '/sign-in/apple'] as const).map((path) =>
      screen(publicFrame, path, 'login', () =>
        withMantine(import('./accounts/social/SocialReturnPage.tsx').then((page) => page.SocialReturnPage)),
      ),
    ),
    screen(publicFrame, '/register', 'register', () =>
      withMantine(import('./accounts/RegisterPage.tsx').then((page) => page.RegisterPage)),
    ),
    screen(publicFrame, '/drive/join', 'join', () =>
      withMantine(
        import('./drive/join/JoinPage.tsx').then((page) => page.JoinPage),
        ['documents'],
      ),
    ),
    screen(publicFrame, '/reset-password', 'reset_password', () =>
      withMantine(import('./accounts/reset/ResetPasswordPage.tsx').then((page) => page.ResetPasswordPage)),
    ),
    screen(publicFrame, '/verify-email', 'verify_email', () =>
      withMantine(import('./accounts/reset/VerifyEmailPage.tsx').then((page) => page.VerifyEmailPage)),
    ),
    screen(publicFrame, '/setup', 'set_up', () =>
      withMantine(
        import('./setup/SetUpPage.tsx').then((page) => page.SetUpPage),
        ['setup'],
      ),
    ),
    screen(
      publicFrame,
      '/about-us',
      'about_us',
      async () => (await withTexts(pageTexts, import('./pages/AboutUsPage.tsx'))).AboutUsPage,
    ),
    screen(
      publicFrame,
      '/privacy-policy',
      'privacy_policy',
      async () => (await withTexts(pageTexts, import('./pages/PrivacyPolicyPage.tsx'))).PrivacyPolicyPage,
    ),
  ]),
  screen(rootRoute, '/follow', 'follow', () =>
    withMantine(
      import('./trips/follow/FollowPage.tsx').then((page) => page.FollowPage),
      ['trips', 'follow'],
    ),
  ),
  forAll.addChildren([
    screen(
      forAll,
      '/bookings',
      'bookings',
      async () => (await withTexts(['bookings', 'chat'], import('./bookings/BookingsPage.tsx'))).BookingsPage,
    ),
    screen(
      forAll,
      '/bookings/$id',
      'booking',
      async () =>
        (
          await withTexts(
            ['booking-page', 'courier', 'people', 'audit', 'ledger', 'chat'],
            import('./bookings/page/BookingPage.tsx'),
          )
        ).BookingPage,
    ),
    screen(
      forAll,
      '/trips/$id',
      'trip',
      async () => (await withTexts(['courier', 'chat', 'safety'], import('./trips/TripPage.tsx'))).TripPage,
    ),
    screen(
      forAll,
      '/account-data',
      'your_data',
      async () => (await withTexts(['account-data'], import('./account-data/AccountDataPage.tsx'))).AccountDataPage,
    ),
    screen(
      forAll,
      '/notices',
      'notifications',
      async () => (await import('./shell/notices/NoticePanel.tsx')).NoticesPage,
    ),
    screen(
      forAll,
      '/profile',
      'profile',
      async () => (await withTexts(['profile', 'people', 'security'], import('./profile/ProfilePage.tsx'))).ProfilePage,
    ),
    screen(
      forAll,
      '/security',
      'security',
      async () => (await withTexts(['security'], import('./accounts/security/SecurityPage.tsx'))).SecurityPage,
    ),
  ]),
  forAdmins.addChildren([
    screen(
      forAdmins,
      '/addbookings',
      'addbookings',
      async () => (await withTexts(['caller'], import('./booking-form/AddBookingPage.tsx'))).AddBookingPage,
    ),
    screen(
      forAdmins,
      '/mails/providers',
      'mails',
      async () => (await withTexts(['mail'], import('./mail/ProvidersPage.tsx'))).ProvidersPage,
    ),
    screen(
      forAdmins,
      '/languagesetting/$id',
      'languages',
      async () => (await withTexts(['languages'], import('./languages/LanguageTextsPage.tsx'))).LanguageTextsPage,
    ),
  ]),
  forOffice.addChildren([
    screen(
      forOffice,
      '/people/$id',
      'person',
      async () => (await withTexts(['people', 'documents', 'audit'], import('./people/PersonPage.tsx'))).PersonPage,
    ),
  ]),
  forWallets.addChildren([
    screen(forWallets, '/wallet', 'wallet', async () => (await import('./wallet/WalletPage.tsx')).WalletPage),
  ]),
  forPayers.addChildren([
    screen(
      forPayers,
      '/pay/status/$id',
      'pay',
      async () => (await import('./payments/PayStatusPage.tsx')).PayStatusPage,
    ),
  ]),
  laterRoute,
  officeRoute,
  forDrivers.addChildren([
    screen(
      forDrivers,
      '/drive',
      'drive',
      async () => (await withTexts(['courier', 'chat', 'safety'], import('./drive/DrivePage.tsx'))).DrivePage,
    ),
    screen(
      forDrivers,
      '/statement',
      'statements',
      async () =>
        (await withTexts(['office-money', 'ledger'], import('./reports/statements/OwnStatementPage.tsx')))
          .OwnStatementPage,
    ),
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
