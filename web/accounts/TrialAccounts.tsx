import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../platform/api/settings.ts'
import classes from './TrialAccounts.module.css'

interface Props {
  readonly disabled: boolean
  readonly onChoose: (account: { email: string; password: string }) => void
}

/** Chips shown while trial data is present; one press signs in. */
export const TrialAccounts = ({ disabled, onChoose }: Props) => {
  const { t } = useTranslation()
  const accounts = useSettings()?.trialAccounts ?? []
  if (accounts.length === 0) return null
  return (
    <section className={classes.trial} aria-labelledby="trial-title">
      <h2 id="trial-title" className={classes.title}>
        {t('trial_accounts')}
      </h2>
      <p className={classes.hint}>{t('trial_accounts_hint')}</p>
      <ul className={classes.chips}>
        {accounts.map((account) => (
          <li key={account.email}>
            <UnstyledButton
              className={classes.chip}
              disabled={disabled}
              onClick={() => onChoose({ email: account.email, password: account.password })}
            >
              {account.label}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
