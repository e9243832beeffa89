import '../ui/mantine-parts.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import classes from './Slogan.module.css'

/** Shown to drivers and fleet admins instead of the booking form [landing-11]. */
export const Slogan = ({ usertype }: { usertype: 'driver' | 'fleetadmin' }) => {
  const { t } = useTranslation()
  return (
    <div className={classes.slogan}>
      <h1 className={classes.title}>{t('slogan_title')}</h1>
      <p className={classes.text}>{t(`slogan_${usertype}`)}</p>
      <Button component={Link} to={usertype === 'driver' ? paths.drive() : paths.bookings()} size="lg">
        {t(`slogan_go_${usertype}`)}
      </Button>
    </div>
  )
}
