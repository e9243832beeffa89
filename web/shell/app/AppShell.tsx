import '../../ui/mantine-parts.ts'
import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconLayoutSidebar, IconMenu2, IconSearch } from '@tabler/icons-react'
import type { Me } from '@remis/domain/accounts/accounts-api'
import { isOffice } from '@remis/domain/kit/endpoint'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/api/session.ts'
import { withTexts } from '../../platform/i18n.ts'
import { DemoBar } from '../../platform/list/demo.tsx'
import { prepareMessages, showError } from '../../platform/show-message.ts'
import { AppLinks } from './AppLinks.tsx'
import classes from './AppShell.module.css'
import { isDrawerHidden, keepDrawerHidden } from './closed-groups.ts'
import { CitySpeed } from '../CitySpeed.tsx'
import controls from '../controls.module.css'
import { LanguageSelect } from '../LanguageSelect.tsx'
import { Logo } from '../Logo.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { ZoneNote } from './ZoneNote.tsx'
import { SchemeSwitch } from '../SchemeSwitch.tsx'
import { useKeptFocus } from '../../ui/parts/kept-focus.ts'
import { AlarmFrame } from '../../safety/AlarmFrame.tsx'
import { NoticeBell } from '../notices/NoticeBell.tsx'

const OnDuty = lazy(async () => ({ default: (await import('../../drive/OnDuty.tsx')).OnDuty }))

const loadDrawer = () => import('../SideDrawer.tsx')
const SideDrawer = lazy(async () => ({ default: (await loadDrawer()).SideDrawer }))

const loadPalette = () => withTexts(['palette', 'settings'], import('../office-search/Palette.tsx'))
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))

/** Chunks loaded ahead, because they are needed when the network fails. */
const prepare = (): void => {
  prepareMessages()
  loadDrawer().catch(() => undefined)
}

const findKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

/** Before the second step is set up there is nothing else to open. */
const worksInOffice = ({ usertype, twoFactorNeeded }: Me) => twoFactorNeeded !== true && isOffice(usertype)

/**
 * Top bar (`--shell-top` high) and navigation of the signed-in screens: links in the bar for riders and drivers, a left
 * drawer of 240 px for the back office [backoffice-3], which can be hidden, a side drawer on phones and tablets. The
 * screen below takes the rest.
 */
export const AppShell = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never')
  const [hidden, setHidden] = useState(isDrawerHidden)
  const [finding, setFinding] = useState(false)
  useKeptFocus()
  useEffect(() => {
    const idle = setTimeout(prepare, 1500)
    return () => clearTimeout(idle)
  }, [])
  const canFind = user !== null && worksInOffice(user)
  const find = () => {
    // a dialog on top is finished first
    if (canFind && document.querySelector('[aria-modal="true"]') === null)
      loadPalette().then(() => setFinding(true), showError)
  }
  useHotkeys([['mod+K', find]], [])
  if (user === null) return null
  const limited = user.twoFactorNeeded === true
  const office = worksInOffice(user)
  return (
    <div className={classes.shell} data-office={office || undefined} data-hidden={(office && hidden) || undefined}>
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
        {office && (
          <UnstyledButton
            className={`${controls.icon} ${classes.hide}`}
            aria-label={t('menu')}
            aria-expanded={!hidden}
            aria-controls="side-menu"
            onClick={() => {
              keepDrawerHidden(!hidden)
              setHidden(!hidden)
            }}
          >
            <IconLayoutSidebar size={22} stroke={1.75} aria-hidden />
          </UnstyledButton>
        )}
        <Logo />
        {!office && !limited && (
          <nav className={classes.inline} aria-label={t('main_navigation')}>
            <AppLinks usertype={user.usertype} />
          </nav>
        )}
        <div className={classes.tools}>
          {office && (
            <UnstyledButton
              className={classes.find}
              aria-keyshortcuts="Control+K Meta+K"
              aria-haspopup="dialog"
              onClick={find}
            >
              <IconSearch size={20} stroke={1.75} aria-hidden />
              <span>{t('find_anything')}</span>
              <kbd aria-hidden>{findKeys}</kbd>
            </UnstyledButton>
          )}
          <span className={office ? classes.wide : undefined}>
            <CitySpeed short />
          </span>
          <LanguageSelect />
          <span className={office ? classes.wide : undefined}>
            <SchemeSwitch />
          </span>
          {!limited && <NoticeBell role={user.usertype} />}
          <PersonMenu user={user} />
        </div>
      </header>
      {office && (
        <nav id="side-menu" className={classes.side} aria-label={t('main_navigation')}>
          <AppLinks usertype={user.usertype} />
        </nav>
      )}
      <main id="content" tabIndex={-1} className={classes.content}>
        {office && <ZoneNote />}
        {office && <DemoBar />}
        <AlarmFrame on={!limited && user.usertype === 'admin'}>{children}</AlarmFrame>
      </main>
      {user.usertype === 'driver' && (
        <Suspense>
          <OnDuty driver={user.id} />
        </Suspense>
      )}
      {finding && (
        <Suspense>
          <Palette user={user} onClose={() => setFinding(false)} />
        </Suspense>
      )}
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
