import '../ui/mantine-parts.ts'
import { Button } from '@mantine/core'
import { IconBrandApple, IconBrandGooglePlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../platform/api/settings.ts'
import { outsideLink } from '../platform/outside-link.ts'
import classes from './AppSection.module.css'

/** Links to the app stores [landing-16]. */
export const AppSection = () => {
  const { t } = useTranslation()
  const settings = useSettings()
  const apple = outsideLink(settings?.AppleStoreLink ?? '')
  const play = outsideLink(settings?.PlayStoreLink ?? '')
  if (apple === null && play === null) return null
  const outside = { target: '_blank', rel: 'noreferrer noopener', variant: 'default', size: 'lg' } as const
  return (
    <section className={classes.section} aria-labelledby="app-title">
      <div className={classes.inner}>
        <h2 id="app-title" className={classes.title}>
          {t('app_title')}
        </h2>
        <p className={classes.text}>{t('app_text')}</p>
        <div className={classes.links}>
          {apple !== null && (
            <Button
              component="a"
              href={apple}
              leftSection={<IconBrandApple size={20} stroke={1.75} aria-hidden />}
              {...outside}
            >
              {t('app_store')}
            </Button>
          )}
          {play !== null && (
            <Button
              component="a"
              href={play}
              leftSection={<IconBrandGooglePlay size={20} stroke={1.75} aria-hidden />}
              {...outside}
            >
              {t('play_store')}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
