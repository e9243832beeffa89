import type { Preferences } from '@remis/domain/accounts/preferences/preferences-api'
import { preferencesCalls, type Density } from '@remis/domain/accounts/preferences/preferences-routes'
import type { Input } from '@remis/domain/kit/endpoint'
import type { Language } from '@remis/domain/backoffice/backoffice-api'
import { plainCall, queryClient } from '../api/plain-call.ts'
import { onSignIn, sessionQuery } from '../api/session.ts'
import { settingsQuery } from '../api/settings.ts'
import { chooseLanguage, i18n, knownLanguages } from '../i18n.ts'
import { chooseColorScheme, type ColorScheme } from './color-scheme.ts'
import { setDensity } from './density.ts'

/** What was chosen on this page while no one was signed in. */
let chosenBefore: Partial<Preferences> = {}

const signedIn = () => queryClient.getQueryData(sessionQuery.queryKey)

/** Calls so far: an answer that arrives after that of a later call is older. */
let calls = 0

const store = async (body: Input<typeof preferencesCalls.change>['body']): Promise<void> => {
  const before = signedIn()
  const call = ++calls
  const { preferences } = await plainCall(preferencesCalls.change, { body })
  queryClient.setQueryData(sessionQuery.queryKey, (now) =>
    now?.id === before?.id && now && call === calls ? { ...now, preferences } : now,
  )
}

/** Stored with the signed-in account; the choice counts in this browser also when it cannot be sent. */
const keep = async (choice: Partial<Preferences>): Promise<void> => {
  if (signedIn()) return store(choice).catch(() => undefined)
  chosenBefore = { ...chosenBefore, ...choice }
}

/** Resolves when the page is in the language and the account was asked to store it. */
export const chooseOwnLanguage = async (language: Language): Promise<void> => {
  await Promise.all([keep({ language: language.langLocale }), chooseLanguage(language)])
}

/** Makes the language of the page that of mails too. Throws AppError. */
export const storeLanguage = (language: Language): Promise<void> => store({ language: language.langLocale })

export const chooseOwnScheme = (colorScheme: ColorScheme): void => {
  void keep({ colorScheme })
  chooseColorScheme(colorScheme)
}

export const chooseOwnDensity = (density: Density): void => {
  void keep({ density })
  setDensity(density)
}

/** The accounts of a demo are shared [design/web-113]. */
const isDemo = (): boolean => queryClient.getQueryData(settingsQuery.queryKey)?.AllowCriticalEditsAdmin === false

// The look follows a person to another device; what was chosen just before the sign-in is newer [design/web-113]. An
// account without a language gets that of the page [design/web-196].
onSignIn(({ preferences }) => {
  const newer = chosenBefore
  chosenBefore = {}
  const { language, colorScheme, density } = { ...preferences, ...newer }
  const first = language === null && !isDemo() ? { pageLanguage: i18n.language } : {}
  const sent = { ...newer, ...first }
  if (Object.keys(sent).length > 0) store(sent).catch(() => undefined)
  const known = knownLanguages().find(({ langLocale }) => langLocale === language)
  if (known !== undefined && known.langLocale !== i18n.language) void chooseLanguage(known)
  if (colorScheme !== null) chooseColorScheme(colorScheme)
  if (density !== null) setDensity(density)
})
