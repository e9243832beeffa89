import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Screen.module.css'

export const ScreenSpinner = () => {
  const { t } = useTranslation()
  return (
    <div className={classes.center} role="status" aria-label={t('loading')}>
      <Loader size="md" aria-hidden />
    </div>
  )
}
