import { dispatchPolicyNames } from '@remis/domain/backoffice/settings'
import { zonesOffered } from '@remis/domain/backoffice/time-zones'
import { fallbackLanguage } from '@remis/domain/texts/languages'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countriesFor } from '../accounts/countries.ts'
import { useLanguage } from '../platform/i18n.ts'
import type { SettingKind } from './setting-groups.ts'

type Choices = readonly { readonly value: string; readonly label: string }[]

const none = { value: '', label: '–' }

/** The stored value stays a choice, also where it is not in the list. */
const withStored = (choices: Choices, stored: string): Choices =>
  choices.some(({ value }) => value === stored) ? choices : [{ value: stored, label: stored || none.label }, ...choices]

/** What a setting offers, named in the language of the page; undefined where it is typed. */
export const useChoices = (kind: SettingKind, stored: string): Choices | undefined => {
  const { t } = useTranslation()
  const { locale } = useLanguage()
  return useMemo(() => {
    switch (kind) {
      case 'currency': {
        const names = new Intl.DisplayNames([locale], { type: 'currency' })
        const all = Intl.supportedValuesOf('currency').map((value) => ({
          value,
          label: `${names.of(value) ?? value} (${value})`,
        }))
        return withStored(
          all.toSorted((a, b) => a.label.localeCompare(b.label, locale)),
          stored,
        )
      }
      case 'zone':
        return withStored(
          zonesOffered().map((value) => ({ value, label: value.replaceAll('_', ' ') })),
          stored,
        )
      case 'country': {
        // The setting holds the English name, whatever the language of the office.
        const english = new Intl.DisplayNames([fallbackLanguage.code], { type: 'region' })
        return withStored(
          [none, ...countriesFor(locale).map(({ code, label }) => ({ value: english.of(code) ?? code, label }))],
          stored,
        )
      }
      case 'country-code':
        return withStored(
          [
            { value: '', label: t('settings_none') },
            ...countriesFor(locale).map(({ code, label }) => ({ value: code, label })),
          ],
          stored,
        )
      case 'policy':
        return dispatchPolicyNames.map((value) => ({ value, label: t(`set_dispatchPolicy_${value}`) }))
      case 'email':
      case 'money':
      case 'number':
      case 'secret':
      case 'switch':
      case 'text':
        return undefined
    }
  }, [kind, stored, locale, t])
}
