import { IconMenu2 } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useFirstTexts } from '../../i18n/use-first-texts.ts'
import { lazyPart } from '../../platform/page/lazy-part.tsx'
import controls from '../controls.module.css'
import { LanguageSelect } from '../LanguageSelect.tsx'
import { Logo } from '../Logo.tsx'
import { PublicLinks } from './PublicLinks.tsx'
import classes from './PublicHeader.module.css'
import { SchemeSwitch } from '../SchemeSwitch.tsx'
import { SocialLinks } from './SocialLinks.tsx'

const SideDrawer = lazyPart(async () => (await import('../SideDrawer.tsx')).SideDrawer)

/** spec 1 §2: the header's colour changes once the page is scrolled past this height, in px. */
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

/** spec 1 §2: below 768 px the links live in a drawer of 260 px. */
export const PublicHeader = () => {
  const { t } = useFirstTexts()
  const scrolled = useScrolled()
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
