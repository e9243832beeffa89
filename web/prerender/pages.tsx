import '../styles.ts'
import { createMemoryHistory, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { fallbackLanguage } from '@remis/domain/texts/languages'
import i18next from 'i18next'
import type { FunctionComponent } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { App } from '../app.tsx'
import { LandingPage } from '../landing/LandingPage.tsx'
import { AboutUsPage } from '../pages/AboutUsPage.tsx'
import { PrivacyPolicyPage } from '../pages/PrivacyPolicyPage.tsx'
import { paths } from '../paths.ts'
import { languagesQuery } from '../platform/i18n.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { sessionQuery } from '../platform/api/session.ts'
import { createFrameRoutes, routerOptions } from '../shell/public/frame-routes.tsx'
import { ScreenSpinner } from '../shell/Screen.tsx'
import { NightHero } from '../ui/night/NightHero.tsx'
import { WaitingCard } from '../ui/night/WaitingCard.tsx'

const SignIn = () => (
  <NightHero size="screen">
    <WaitingCard as="sign-in" />
  </NightHero>
)

/** For signed-in people; a driver has no booking form, so only the picture is certain. */
const SignedIn = () => <NightHero size="full">{null}</NightHero>

interface Page {
  readonly component: FunctionComponent
  /** the browser hydrates it; the others are replaced by the app */
  readonly hydrates?: boolean
  readonly unframed?: boolean
}

/** By address; `signed-in` is `/` with a session cookie, `other` every screen that needs a session. */
const pages: Readonly<Record<string, Page>> = {
  [paths.home()]: { component: LandingPage, hydrates: true },
  [paths.login()]: { component: SignIn },
  [paths.register()]: { component: SignIn },
  [paths.aboutUs()]: { component: AboutUsPage },
  [paths.privacyPolicy()]: { component: PrivacyPolicyPage },
  'signed-in': { component: SignedIn },
  other: { component: ScreenSpinner, unframed: true },
}

/** The server replaces the places by settings and languages (server/platform/page/first-reply.ts). */
const fillStores = (): void => {
  queryClient.setQueryData(sessionQuery.queryKey, null)
  const { code, dateLocale } = fallbackLanguage
  const language = { id: code, langName: '{{langName}}', langLocale: code, dateLocale, createdAt: '' }
  queryClient.setQueryData(languagesQuery.queryKey, [{ ...language, changes: null, default: true }])
}

const renderPage = async (address: string, { component, hydrates, unframed }: Page): Promise<string> => {
  const path = address.startsWith('/') ? address : '/'
  const { rootRoute, publicFrame } = createFrameRoutes()
  // links lead to addresses of the whole app
  const elsewhere = createRoute({ getParentRoute: () => rootRoute, path: '/$', component: Outlet })
  const parent = unframed ? rootRoute : publicFrame
  const page = createRoute({ getParentRoute: () => parent as typeof rootRoute, path, component })
  const routeTree = rootRoute.addChildren(
    unframed ? [page, elsewhere] : [publicFrame.addChildren([page as never]), elsewhere],
  )
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ ...routerOptions, routeTree, history })
  await router.load()
  const html = (hydrates ? renderToString : renderToStaticMarkup)(<App router={router} />)
  // React preloads every picture first; ours are a few lines below, or not visible yet
  const lean = html.replace(/<link rel="preload" as="image"[^>]*>/g, '')
  // links work without the app; other controls are disabled until it replaces the page
  return hydrates ? lean : lean.replace(/<(button|select) /g, '<$1 disabled ')
}

/** The HTML of each address before any script runs, rendered when the app is built. */
export const renderPages = async (): Promise<Record<string, string>> => {
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
  const rendered: Record<string, string> = {}
  for (const [address, page] of Object.entries(pages)) rendered[address] = await renderPage(address, page)
  const twin = Object.entries(rendered).find(([one, html]) =>
    Object.entries(rendered).some(
      ([other, same]) => html === same && pages[one]?.component !== pages[other]?.component,
    ),
  )
  if (twin !== undefined) throw new Error(`prerender: ${twin[0]} has the HTML of another page`)
  return rendered
}
