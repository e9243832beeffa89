import { NativeSelect, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../platform/i18n.ts'
import { chooseOwnLanguage } from '../platform/page/preferences.ts'
import cards from '../ui/parts/CardPage.module.css'
import classes from './profile.module.css'

/** The language of this browser, of mails and of SMS. */
export const LanguagePart = () => {
  const { t } = useTranslation()
  const { languages, current } = useLanguage()
  return (
    <section className={cards.part} aria-labelledby="profile-language">
      <div>
        <h2 id="profile-language">{t('profile_language')}</h2>
        <Text c="dimmed">{t('profile_language_lead')}</Text>
      </div>
      <NativeSelect
        size="md"
        className={classes.short ?? ''}
        aria-labelledby="profile-language"
        value={current.langLocale}
        data={languages.map(({ langLocale, langName }) => ({ value: langLocale, label: langName }))}
        onChange={(event) => {
          const chosen = languages.find(({ langLocale }) => langLocale === event.currentTarget.value)
          if (chosen !== undefined) void chooseOwnLanguage(chosen)
        }}
      />
    </section>
  )
}
