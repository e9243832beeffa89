import { IconLanguage } from '@tabler/icons-react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { useHydrating } from '../platform/page/hydration.ts'
import { useLanguage } from '../platform/i18n.ts'
import { chooseOwnLanguage } from '../platform/page/preferences.ts'
import classes from './controls.module.css'

/**
 * Preselects the language in use; choosing one switches the interface and the date locale. The prerender offers that
 * one alone.
 */
export const LanguageSelect = () => {
  const { t } = useFirstTexts()
  const { languages, current } = useLanguage()
  const hydrating = useHydrating()
  const offered = hydrating ? [current] : languages
  if (offered.length < 2 && !hydrating) return null
  return (
    <span className={classes.select}>
      <IconLanguage size={20} stroke={1.75} aria-hidden />
      <select
        key={hydrating ? 'prerendered' : 'live'}
        aria-label={t('language')}
        value={current.langLocale}
        onChange={(event) => {
          const chosen = languages.find((language) => language.langLocale === event.currentTarget.value)
          if (chosen !== undefined) void chooseOwnLanguage(chosen)
        }}
      >
        {offered.map((language) => (
          <option key={language.id} value={language.langLocale} lang={language.langLocale}>
            {language.langName}
          </option>
        ))}
      </select>
    </span>
  )
}
