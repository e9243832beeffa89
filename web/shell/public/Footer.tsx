import { useState } from 'react'
import { useFirstTexts } from '../../i18n/use-first-texts.ts'
import { useLanguage } from '../../platform/i18n.ts'
import { useSettings } from '../../platform/api/settings.ts'
import { CitySpeed } from '../CitySpeed.tsx'
import { PublicLinks } from './PublicLinks.tsx'
import classes from './Footer.module.css'

const secure = (website: string): string => (/^https?:\/\//.test(website) ? website : `https://${website}`)

/** Footer with links [landing-17], company, website and year [landing-18]. */
export const Footer = () => {
  const { t } = useFirstTexts()
  const { locale } = useLanguage()
  const settings = useSettings()
  const [now] = useState(() => new Date())
  const year = new Intl.DateTimeFormat(locale, { year: 'numeric' }).format(now)
  return (
    <footer className={classes.footer}>
      <div className={classes.bar}>
        <nav className={classes.links} aria-label={t('footer_navigation')}>
          <PublicLinks />
        </nav>
        {settings !== undefined && settings.CompanyName !== '' && (
          <p className={classes.company}>
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
        <CitySpeed short={false} />
        {settings !== undefined && <p className={classes.company}>{settings.map.attribution}</p>}
      </div>
    </footer>
  )
}
