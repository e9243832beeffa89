import '../styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { fallbackLanguage, languages } from '@remis/domain/texts/languages'
import { CarTypeList } from '../booking-form/CarTypeList.tsx'
import { LandingPage } from '../landing/LandingPage.tsx'
import { AboutUsPage } from '../pages/AboutUsPage.tsx'
import { PrivacyPolicyPage } from '../pages/PrivacyPolicyPage.tsx'
import { paths } from '../paths.ts'
import { languagesQuery } from '../platform/i18n.ts'
import { queryClient } from '../platform/query.ts'
import { sessionQuery } from '../platform/session.ts'
import { settingsQuery } from '../platform/settings.ts'
import { PublicFrame } from '../shell/PublicFrame.tsx'
import { Root } from '../shell/Root.tsx'
import { ScreenSpinner } from '../shell/ScreenSpinner.tsx'
import { NightHero } from '../ui/NightHero.tsx'
import { WaitingCard } from '../ui/WaitingCard.tsx'

const SignIn = () => (
  <NightHero size="screen">
    <WaitingCard as="sign-in" />
  </NightHero>
)

/** Whoever is signed in may be a driver, who books nothing: the picture says nothing wrong. */
const Known = () => <NightHero size="full">{null}</NightHero>

const car = { id: '', name: '', image: '', extra_info: '', seats: 1, parcelTypes: [], options: [] }

/** The list that opens under the select of the form, with one car: the page's own script fills it in (early-cars.ts). */
const Home = () => (
  <>
    <LandingPage />
    <template id="early-cars">
      <CarTypeList
        list={{
          dropProps: {} as never,
          listProps: { role: 'listbox' } as never,
          optionProps: () => ({ role: 'option', 'aria-selected': false }) as never,
        }}
        labelId=""
        cars={[car]}
        value={null}
        priceOf={() => undefined}
        pricing={false}
      />
    </template>
  </>
)

const framed = (Page: FunctionComponent) => () => (
  <PublicFrame>
    <Page />
  </PublicFrame>
)

/** By address; `signed-in` is that of the root where a session is known, `other` every screen behind the sign-in. */
const pages: Readonly<Record<string, FunctionComponent>> = {
  [paths.home()]: framed(Home),
  [paths.login()]: framed(SignIn),
  [paths.register()]: framed(SignIn),
  [paths.aboutUs()]: framed(AboutUsPage),
  [paths.privacyPolicy()]: framed(PrivacyPolicyPage),
  'signed-in': framed(Known),
  other: ScreenSpinner,
}

/** What the server fills in from settings and languages (server/platform/page/first-reply.ts). */
const fillStores = (): void => {
  // whoever is signed in gets another picture
  queryClient.setQueryData(sessionQuery.queryKey, null)
  queryClient.setQueryData(settingsQuery.queryKey, {
    appName: '{{appName}}',
    CompanyName: '',
    CompanyWebsite: '',
    FacebookHandle: '',
    TwitterHandle: '',
    InstagramHandle: '',
    AppleStoreLink: '',
    PlayStoreLink: '',
    contact_email: '{{email}}',
    speed: 1,
    map: { attribution: '' },
  } as never)
  queryClient.setQueryData(
    languagesQuery.queryKey,
    languages.map(({ code, dateLocale }) => ({
      id: code,
      langName: '{{langName}}',
      langLocale: code,
      dateLocale,
      changes: null,
      default: code === fallbackLanguage.code,
      createdAt: '',
    })),
  )
}

const renderLook = async (address: string, Page: FunctionComponent): Promise<string> => {
  const root = createRootRoute({ component: Root })
  const path = address.startsWith('/') ? address : '/'
  const page = createRoute({ getParentRoute: () => root, path, component: Page })
  // the links of the frame lead to addresses of the whole app
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/$', component: Outlet })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: root.addChildren([page, elsewhere]), history })
  await router.load()
  return asleep(
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    ),
  )
}

/** Links lead on without the app; what needs it says so until it is there, instead of swallowing a touch. */
const asleep = (html: string): string =>
  html
    .replace(/<(button|select) /g, '<$1 disabled ')
    // React asks for every picture ahead; they stand a few lines below, or are not seen at all yet
    .replace(/<link rel="preload" as="image"[^>]*>/g, '')

/** What each address shows before any script runs: our own screens, rendered when the app is built. */
export const renderLooks = async (): Promise<Record<string, string>> => {
  await i18next.use(initReactI18next).init({
    lng: fallbackLanguage.code,
    ns: ['translations'],
    defaultNS: 'translations',
    keySeparator: false,
    nsSeparator: false,
    resources: { [fallbackLanguage.code]: { translations: {} } },
    parseMissingKeyHandler: (key) => `{{${key}}}`,
  })
  fillStores()
  const looks: Record<string, string> = {}
  for (const [address, Page] of Object.entries(pages)) looks[address] = await renderLook(address, Page)
  return looks
}
