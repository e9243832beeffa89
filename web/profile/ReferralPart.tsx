import { Button, Text } from '@mantine/core'
import type { Profile } from '@remis/domain/accounts/profile-api'
import { withoutIsolates } from '@remis/domain/kit/clean-text'
import { IconCopy, IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useSettings } from '../platform/api/settings.ts'
import { useFormat } from '../platform/use-format.ts'
import cards from '../ui/parts/CardPage.module.css'
import classes from './profile.module.css'

/** The caller's referral code, to copy and share, with the rewards it earned [design/accounts-123]. */
export const ReferralPart = ({ referral }: { referral: NonNullable<Profile['referral']> }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const app = useSettings()?.appName ?? ''
  const [copied, setCopied] = useState(false)
  const { referralId: code, bonus, people, earned } = referral
  const write = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined, // not allowed here: the code can be selected
    )
  /** With the device's own dialog; a browser without one copies the invitation. */
  const share = () => {
    const text = withoutIsolates(t('profile_referral_text', { app, code }))
    const url = new URL(paths.registerWith(code), location.href).href
    if (typeof navigator.share !== 'function') return write(`${text} ${url}`)
    return navigator.share({ text, url }).catch(() => undefined) // closed by the person
  }
  return (
    <section className={cards.part} aria-labelledby="profile-referral">
      <div>
        <h2 id="profile-referral">{t('profile_referral')}</h2>
        <Text c="dimmed">
          {bonus > 0 ? t('profile_referral_lead', { bonus: format.money(bonus) }) : t('profile_referral_plain')}
        </Text>
      </div>
      <div className={classes.code}>
        <code dir="ltr" aria-label={t('referral_id')}>
          {code}
        </code>
        <Button
          size="md"
          variant="default"
          leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
          onClick={() => void write(code)}
        >
          <span aria-live="polite">{t(copied ? 'security_codes_copied' : 'security_codes_copy')}</span>
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconShare size={18} stroke={1.75} aria-hidden />}
          onClick={() => void share()}
        >
          {t('profile_referral_share')}
        </Button>
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>{t('profile_referral_people')}</dt>
          <dd>{format.number(people)}</dd>
        </div>
        <div>
          <dt>{t('profile_referral_earned')}</dt>
          <dd>{format.money(earned)}</dd>
        </div>
      </dl>
    </section>
  )
}
