import { IconMenu2 } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useFirstTexts } from '../../i18n/use-first-texts.ts'
import { lazyPart } from '../../platform/page/lazy-part.tsx'
import { useSession } from '../../platform/api/session.ts'
import controls from '../controls.module.css'
import { LanguageSelect } from '../LanguageSelect.tsx'
import { Logo } from '../Logo.tsx'
import { PublicLinks } from './PublicLinks.tsx'
import classes from './PublicHeader.module.css'
import { SchemeSwitch } from '../SchemeSwitch.tsx'
import { SocialLinks } from './SocialLinks.tsx'

const NoticeBell = lazyPart(async () => (await import('../notices/NoticeBell.tsx')).NoticeBell, ['notices'])
const SideDrawer = lazyPart(async () => (await import('../SideDrawer.tsx')).SideDrawer)

/** Scroll height from which the header is solid [landing-6], px. */
const solidFrom = 80

const useScrolled = (): boolean => {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const read = () => setScrolled(scrollY > solidFrom)
    read()
    addEventListener('scroll', read, { passive: true })
    return () => removeEventListener('scroll', read)
  }, [])
  return scrolled
}

/** Header of the public screens [landing-1]; below 768 px the links are in a drawer [landing-5]. */
export const PublicHeader = () => {
  const { t } = useFirstTexts()
  const scrolled = useScrolled()
  const { user } = useSession()
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <header className={classes.header} data-solid={scrolled || undefined}>
      <div className={classes.bar}>
        <Logo />
        <nav className={classes.links} aria-label={t('main_navigation')}>
          <PublicLinks />
        </nav>
        <div className={classes.tools}>
          <span className={classes.wide}>
            <SocialLinks />
          </span>
          <LanguageSelect />
          <SchemeSwitch />
          {user !== null && (
            <Suspense>
              <NoticeBell role={user.usertype} />
            </Suspense>
          )}
          <button
            type="button"
            className={`${controls.icon} ${classes.burger}`}
            aria-label={t('open_menu')}
            aria-haspopup="dialog"
            aria-expanded={drawer === 'open'}
            onClick={() => setDrawer('open')}
          >
            <IconMenu2 size={24} stroke={1.75} aria-hidden />
          </button>
        </div>
      </div>
      {drawer !== 'never' && (
        <Suspense>
          <SideDrawer opened={drawer === 'open'} onClose={() => setDrawer('closed')}>
            <PublicLinks onFollow={() => setDrawer('closed')} />
            <span>
              <SocialLinks />
            </span>
          </SideDrawer>
        </Suspense>
      )}
    </header>
  )
}
