import { useTranslation } from 'react-i18next'
import { Spinner } from '../ui/Spinner.tsx'
import classes from './Screen.module.css'

export const ScreenSpinner = () => {
  const { t } = useTranslation()
  return (
    <output className={classes.center} aria-label={t('loading')}>
      <Spinner size={36} />
    </output>
  )
}
