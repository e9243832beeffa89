import { useTranslation } from 'react-i18next'
import classes from './OrLine.module.css'

/** Separates alternative ways to sign in. */
export const OrLine = () => {
  const { t } = useTranslation()
  return <p className={classes.or}>{t('social_or')}</p>
}
