import { Button, NativeSelect, Text } from '@mantine/core'
import type { Language } from '@remis/domain/backoffice/backoffice-api'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../platform/api/session.ts'
import { useLanguage } from '../platform/i18n.ts'
import { useDemo } from '../platform/list/demo.tsx'
import { chooseOwnLanguage, storeLanguage } from '../platform/page/preferences.ts'
import { showError } from '../platform/show-message.ts'
import cards from '../ui/parts/CardPage.module.css'
import classes from './profile.module.css'

/** The language of this browser, and that of mails and SMS where it is another one [design/web-197]. */
export const LanguagePart = () => {
  const { t } = useTranslation()
  const { languages, current } = useLanguage()
  const stored = useSession().user?.preferences.language ?? null
  const demo = useDemo()
  const [busy, setBusy] = useState<'choosing' | 'storing' | null>(null)
  const select = useRef<HTMLSelectElement>(null)
  const ofMails = languages.find(({ langLocale }) => langLocale === stored) ?? languages.find((one) => one.default)
  const differs = !demo && ofMails !== undefined && ofMails.langLocale !== current.langLocale

  const choose = async (chosen: Language) => {
    setBusy('choosing')
    await chooseOwnLanguage(chosen)
    setBusy(null)
  }
  const makeOfMails = async () => {
    setBusy('storing')
    try {
      await storeLanguage(current)
      // the button goes
      select.current?.focus()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(null)
    }
  }
  return (
    <section className={cards.part} aria-labelledby="profile-language">
      <div>
        <h2 id="profile-language">{t('profile_language')}</h2>
        <Text c="dimmed">{t('profile_language_lead')}</Text>
      </div>
      <NativeSelect
        ref={select}
        size="md"
        className={classes.short ?? ''}
        aria-labelledby="profile-language"
        value={current.langLocale}
        data={languages.map(({ langLocale, langName }) => ({ value: langLocale, label: langName }))}
        onChange={(event) => {
          const chosen = languages.find(({ langLocale }) => langLocale === event.currentTarget.value)
          if (chosen !== undefined) void choose(chosen)
        }}
      />
      {differs && busy !== 'choosing' && (
        <div>
          <Text>{t('profile_language_differs', { language: ofMails.langName })}</Text>
          <Button size="md" mt="xs" variant="default" loading={busy === 'storing'} onClick={() => void makeOfMails()}>
            {t('profile_language_use', { language: current.langName })}
          </Button>
        </div>
      )}
    </section>
  )
}
