import '../../ui/mantine-parts.ts'
import { UnstyledButton } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/api/session.ts'
import { DemoBar } from '../../platform/list/demo.tsx'
import { prepareMessages } from '../../platform/show-message.ts'
import { AppLinks } from './AppLinks.tsx'
import classes from './AppShell.module.css'
import { CitySpeed } from '../CitySpeed.tsx'
import controls from '../controls.module.css'
import { LanguageSelect } from '../LanguageSelect.tsx'
import { Logo } from '../Logo.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { SchemeSwitch } from '../SchemeSwitch.tsx'
import { NoticeBell } from '../notices/NoticeBell.tsx'

const loadDrawer = () => import('../SideDrawer.tsx')
const SideDrawer = lazy(async () => ({ default: (await loadDrawer()).SideDrawer }))

/** Chunks loaded ahead, because they are needed when the network fails. */
const prepare = (): void => {
  prepareMessages()
  loadDrawer().catch(() => undefined)
}

/**
 * Top bar (`--shell-top` high) and navigation of the signed-in screens: links in the bar for riders and drivers, a left
 * drawer of 240 px for the back office [backoffice-3], a side drawer on phones and tablets. The screen below takes the rest.
 */
export const AppShell = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never')
  useEffect(() => {
    const idle = setTimeout(prepare, 1500)
    return () => clearTimeout(idle)
  }, [])
  if (user === null) return null
  // Before the second step is set up there is nothing else to open.
  const limited = user.twoFactorNeeded === true
  const office = !limited && (user.usertype === 'admin' || user.usertype === 'fleetadmin')
  return (
    <div className={classes.shell} data-office={office || undefined}>
      <header className={classes.top}>
        {!limited && (
          <UnstyledButton
            className={`${controls.icon} ${classes.burger}`}
            aria-label={t('open_menu')}
            aria-haspopup="dialog"
            aria-expanded={drawer === 'open'}
            onClick={() => setDrawer('open')}
          >
            <IconMenu2 size={24} stroke={1.75} aria-hidden />
          </UnstyledButton>
        )}
        <Logo />
        {!office && !limited && (
          <nav className={classes.inline} aria-label={t('main_navigation')}>
            <AppLinks usertype={user.usertype} />
          </nav>
        )}
        <div className={classes.tools}>
          <CitySpeed short />
          <LanguageSelect />
          <SchemeSwitch />
          {!limited && <NoticeBell role={user.usertype} />}
          <PersonMenu user={user} />
        </div>
      </header>
      {office && (
        <nav className={classes.side} aria-label={t('main_navigation')}>
          <AppLinks usertype={user.usertype} />
        </nav>
      )}
      <main id="content" tabIndex={-1} className={classes.content}>
        {office && <DemoBar />}
        {children}
      </main>
      {drawer !== 'never' && (
        <Suspense>
          <SideDrawer opened={drawer === 'open'} onClose={() => setDrawer('closed')}>
            <AppLinks usertype={user.usertype} onFollow={() => setDrawer('closed')} />
          </SideDrawer>
        </Suspense>
      )}
    </div>
  )
}
