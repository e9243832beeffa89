import { dateFormat } from '@remis/domain/kit/kept-formats'
import { lazy, Suspense, type ReactNode, useState } from 'react'
import classes from './PublicFrame.module.css'
import { PublicHeader } from './PublicHeader.tsx'
import { useFirstTexts } from '../../i18n/use-first-texts.ts'
import { useLanguage } from '../../platform/i18n.ts'
import { useSession } from '../../platform/api/session.ts'
import { useSettings } from '../../platform/api/settings.ts'
import { lazyPart } from '../../platform/page/lazy-part.tsx'
import { outsideLink } from '../../platform/outside-link.ts'
import { CitySpeed } from '../CitySpeed.tsx'
import { PublicLinks } from './PublicLinks.tsx'
import footer from './Footer.module.css'

const AlarmBar = lazyPart(async () => (await import('../../safety/AlarmBar.tsx')).AlarmBar, ['safety-desk'])

/** Red alerts reach an admin on the public screens too [design/safety-10]. */
const Alarms = () => {
  const { user } = useSession()
  return user?.usertype === 'admin' && user.twoFactorNeeded !== true ? (
    <div className={classes.alarms}>
      <Suspense>
        <AlarmBar />
      </Suspense>
    </div>
  ) : null
}

const OnDuty = lazy(async () => ({ default: (await import('../../drive/OnDuty.tsx')).OnDuty }))

/** A driver who may not drive yet has a session for the application only. */
const Duty = () => {
  const { user } = useSession()
  return user?.usertype === 'driver' && user.approved ? (
    <Suspense>
      <OnDuty driver={user.id} />
    </Suspense>
  ) : null
}

/** Header and footer of the public screens; each starts with a dark picture under the header. */
export const PublicFrame = ({ children }: { children: ReactNode }) => (
  <div className={classes.frame}>
    <PublicHeader />
    <main id="content" tabIndex={-1} className={classes.content}>
      {children}
    </main>
    <Footer />
    <Alarms />
    <Duty />
  </div>
)

const secure = (website: string): string => (/^https?:\/\//.test(website) ? website : `https://${website}`)

/** Footer with links [landing-17], company, website and year [landing-18]. */
export const Footer = () => {
  const { t } = useFirstTexts()
  const { locale } = useLanguage()
  const settings = useSettings()
  const [now] = useState(() => new Date())
  const terms = outsideLink(settings?.CompanyTerms ?? '')
  const year = dateFormat(locale, { year: 'numeric' }).format(now)
  return (
    <footer className={footer.footer}>
      <div className={footer.bar}>
        <nav className={footer.links} aria-label={t('footer_navigation')}>
          <PublicLinks />
        </nav>
        {settings !== undefined && settings.CompanyName !== '' && (
          <p className={footer.company}>
            © {year}{' '}
            {settings.CompanyWebsite === '' ? (
              settings.CompanyName
            ) : (
              <a href={secure(settings.CompanyWebsite)} rel="noreferrer noopener" target="_blank">
                {settings.CompanyName}
              </a>
            )}
          </p>
        )}
        {terms !== null && (
          <p className={footer.company}>
            <a href={terms} rel="noreferrer noopener" target="_blank">
              {t('terms')}
            </a>
          </p>
        )}
        <CitySpeed short={false} />
        {settings !== undefined && <p className={footer.company}>{settings.map.attribution}</p>}
      </div>
    </footer>
  )
}
