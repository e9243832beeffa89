import '../ui/mantine-parts.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { NightHero } from '../ui/night/NightHero.tsx'
import { PublicFrame } from './public/PublicFrame.tsx'
import classes from './Screen.module.css'

export const NotFound = () => {
  const { t } = useTranslation()
  return (
    <PublicFrame>
      <NightHero size="screen">
        <div className={`${classes.center} ${classes.night}`}>
          <div className={classes.words}>
            <h1 className={classes.title}>{t('not_found_title')}</h1>
            <p>{t('not_found_text')}</p>
            <Button size="lg" component={Link} to={paths.home()}>
              {t('to_the_start')}
            </Button>
          </div>
        </div>
      </NightHero>
    </PublicFrame>
  )
}
