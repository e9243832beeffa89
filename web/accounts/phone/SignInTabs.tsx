import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../platform/api/settings.ts'
import classes from '../LoginPage.module.css'
import type { DueStep } from '../SecondStep.tsx'
import { useSignInInfo } from './sign-in-info.ts'

const PhoneSignIn = lazy(() => import('./PhoneSignIn.tsx').then((part) => ({ default: part.PhoneSignIn })))

interface Props {
  /** the email tab */
  readonly children: ReactNode
  readonly onStep: (step: DueStep) => void
}

/** Takes the role from a panel without a tab. */
const noPanel = { role: undefined, 'aria-labelledby': undefined }

/**
 * The email tab, and that of the phone with MobileLoginEnabled [accounts-12]; locked while info is kept [accounts-18].
 */
export const SignInTabs = ({ children, onStep }: Props) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const info = useSignInInfo()
  const [chosen, setChosen] = useState<string | null>('email')
  const byPhone = settings?.MobileLoginEnabled === true
  const kept = info === null ? chosen : info.mobile === undefined ? 'email' : 'phone'
  const tab = byPhone ? kept : 'email'
  const locked = (name: string) => info !== null && name !== tab
  // No tab bar for a single tab. The form keeps its place in the tree, and so the focus, when a bar appears later: the
  // settings may arrive after it.
  const single = !byPhone && info === null
  return (
    <Tabs value={tab} onChange={setChosen}>
      {!single && (
        <Tabs.List grow>
          <Tabs.Tab value="email" className={classes.tab ?? ''} disabled={locked('email')}>
            {t('email_tab')}
          </Tabs.Tab>
          {byPhone && (
            <Tabs.Tab value="phone" className={classes.tab ?? ''} disabled={locked('phone')}>
              {t('phone_tab')}
            </Tabs.Tab>
          )}
        </Tabs.List>
      )}
      <Tabs.Panel value="email" {...(single ? noPanel : { pt: 'md' })}>
        {children}
      </Tabs.Panel>
      {byPhone && (
        <Tabs.Panel value="phone" pt="md">
          <Suspense>{tab === 'phone' && <PhoneSignIn onStep={onStep} />}</Suspense>
        </Tabs.Panel>
      )}
    </Tabs>
  )
}
