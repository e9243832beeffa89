import { IconLanguage } from '@tabler/icons-react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { chooseLanguage, useLanguage } from '../platform/i18n.ts'
import classes from './controls.module.css'

/** spec 1 §4: preselects the language in use; choosing one switches the interface and the date locale. */
export const LanguageSelect = () => {
  const { t } = useFirstTexts()
  const { languages, current } = useLanguage()
  if (languages.length < 2) return null
  return (
    <span className={classes.select}>
      <IconLanguage size={20} stroke={1.75} aria-hidden />
      <select
        aria-label={t('language')}
        value={current.langLocale}
        onChange={(event) => {
          const chosen = languages.find((language) => language.langLocale === event.currentTarget.value)
          if (chosen !== undefined) void chooseLanguage(chosen)
        }}
      >
        {languages.map((language) => (
          <option key={language.id} value={language.langLocale} lang={language.langLocale}>
            {language.langName}
          </option>
        ))}
      </select>
    </span>
  )
}
