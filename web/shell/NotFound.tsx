import '../ui/mantine-parts.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import classes from './Screen.module.css'

export const NotFound = () => {
  const { t } = useTranslation()
  return (
    <main id="content" tabIndex={-1} className={classes.center}>
      <div className={classes.words}>
        <h1 className={classes.title}>{t('not_found_title')}</h1>
        <p>{t('not_found_text')}</p>
        <Button component={Link} to={paths.home()}>
          {t('to_the_start')}
        </Button>
      </div>
    </main>
  )
}
