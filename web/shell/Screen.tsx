import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { isReachable } from '../platform/api/plain-call.ts'
import classes from './Screen.module.css'
import { Spinner } from '../ui/parts/WideButton.tsx'

/**
 * Replaces a screen that failed to load, with a retry. It loads nothing, because it is shown when a chunk cannot be
 * loaded. The page is reloaded only if the server answers; a reload without it would lose the page.
 */
export const ScreenError = ({ reset }: { reset: () => void }) => {
  const { t } = useFirstTexts()
  const [asking, setAsking] = useState(false)
  const again = async () => {
    setAsking(true)
    if (await isReachable()) return location.reload()
    setAsking(false)
    reset()
  }
  return (
    <main id="content" tabIndex={-1} className={classes.center}>
      <div className={classes.words} role="alert">
        <h1 className={classes.title}>{t('screen_error_title')}</h1>
        <p>{t('screen_error_text')}</p>
        <button type="button" className={classes.again} disabled={asking} onClick={() => void again()}>
          <IconRefresh size={20} stroke={1.75} aria-hidden />
          {t('try_again')}
        </button>
      </div>
    </main>
  )
}

export const ScreenSpinner = () => {
  const { t } = useFirstTexts()
  return (
    <output className={classes.center} aria-label={t('loading')}>
      <Spinner size={36} />
    </output>
  )
}
