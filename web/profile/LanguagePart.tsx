import { NativeSelect, Text } from '@mantine/core'
import type { Profile } from '@remis/domain/accounts/profile-api'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, useLanguage } from '../platform/i18n.ts'
import cards from '../ui/parts/CardPage.module.css'
import classes from './profile.module.css'
import { useChangeProfile } from './profile-query.ts'

/** The language of this browser, of mails and of SMS. */
export const LanguagePart = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { languages, current } = useLanguage()
  const change = useChangeProfile()
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
        disabled={change.isPending}
        data={languages.map(({ langLocale, langName }) => ({ value: langLocale, label: langName }))}
        onChange={(event) => {
          const chosen = languages.find(({ langLocale }) => langLocale === event.currentTarget.value)
          if (chosen === undefined) return
          void chooseLanguage(chosen)
          if (chosen.langLocale !== profile.language) change.mutate({ language: chosen.langLocale })
        }}
      />
    </section>
  )
}
