import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { Spinner } from '../ui/Spinner.tsx'
import classes from './Screen.module.css'

export const ScreenSpinner = () => {
  const { t } = useFirstTexts()
  return (
    <output className={classes.center} aria-label={t('loading')}>
      <Spinner size={36} />
    </output>
  )
}
