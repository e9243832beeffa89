import { CloseButton } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './SidePanel.module.css'

interface Props {
  /** id of the heading that names the panel */
  readonly labelledBy: string
  /** beside the close button */
  readonly bar: ReactNode
  /** 440 px in place of 560 */
  readonly narrow?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Details of one row beside its table, which stays in view. Takes the focus; Escape closes it. */
export const SidePanel = ({ labelledBy, bar, narrow = false, onClose, children }: Props) => {
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A dialog on top closes first. The listener captures, so that it runs before the dialog's removes the dialog.
      if (event.key === 'Escape' && document.querySelector('[aria-modal="true"]') === null) onClose()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [onClose])
  return (
    <aside
      ref={panel}
      className={classes.panel}
      data-narrow={narrow || undefined}
      tabIndex={-1}
      aria-labelledby={labelledBy}
    >
      <div className={classes.bar}>
        {bar}
        <CloseButton size="lg" aria-label={t('panel_close')} onClick={onClose} />
      </div>
      {children}
    </aside>
  )
}
