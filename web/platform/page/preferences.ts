import type { Preferences } from '@remis/domain/accounts/preferences/preferences-api'
import { preferencesCalls, type Density } from '@remis/domain/accounts/preferences/preferences-routes'
import type { Language } from '@remis/domain/backoffice/backoffice-api'
import { plainCall, queryClient } from '../api/plain-call.ts'
import { onSignIn, sessionQuery } from '../api/session.ts'
import { chooseLanguage, i18n, knownLanguages } from '../i18n.ts'
import { chooseColorScheme, type ColorScheme } from './color-scheme.ts'
import { setDensity } from './density.ts'

/** What was chosen on this page while no one was signed in. */
let chosenBefore: Partial<Preferences> = {}

/** Stored with the signed-in account; the choice counts in this browser also when it cannot be sent. */
const keep = (choice: Partial<Preferences>): void => {
  if (!queryClient.getQueryData(sessionQuery.queryKey)) chosenBefore = { ...chosenBefore, ...choice }
  else plainCall(preferencesCalls.change, { body: choice }).catch(() => undefined)
}

export const chooseOwnLanguage = (language: Language): Promise<void> => {
  keep({ language: language.langLocale })
  return chooseLanguage(language)
}

export const chooseOwnScheme = (colorScheme: ColorScheme): void => {
  keep({ colorScheme })
  chooseColorScheme(colorScheme)
}

export const chooseOwnDensity = (density: Density): void => {
  keep({ density })
  setDensity(density)
}

// The look follows a person to another device; what was chosen just before the sign-in is newer [design/web-113].
onSignIn(({ preferences }) => {
  const newer = chosenBefore
  chosenBefore = {}
  if (Object.keys(newer).length > 0) keep(newer)
  const { language, colorScheme, density } = { ...preferences, ...newer }
  const known = knownLanguages().find(({ langLocale }) => langLocale === language)
  if (known !== undefined && known.langLocale !== i18n.language) void chooseLanguage(known)
  if (colorScheme !== null) chooseColorScheme(colorScheme)
  if (density !== null) setDensity(density)
})
