import '../ui/mantine-parts.ts'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Screen.module.css'

/** A screen that could not be shown, with the way out. The router hands in `reset` where a screen broke. */
export const BrokenScreen = ({ reset }: { reset: () => void }) => {
  const { t } = useTranslation()
  return (
    <main id="content" tabIndex={-1} className={classes.center}>
      <div className={classes.words} role="alert">
        <h1 className={classes.title}>{t('screen_error_title')}</h1>
        <p>{t('screen_error_text')}</p>
        <Button leftSection={<IconRefresh size={20} stroke={1.75} aria-hidden />} onClick={reset}>
          {t('try_again')}
        </Button>
      </div>
    </main>
  )
}
