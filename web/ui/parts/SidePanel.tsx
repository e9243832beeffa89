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

/** A popover, a field with an open list, or a modal dialog: Escape closes it first. */
const closesFirst = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('[aria-modal="true"]') !== null ||
  (target instanceof Element && target.closest('[role="dialog"], [role="combobox"][aria-expanded="true"]') !== null)

/** Details of one row beside its table, which stays in view. Takes the focus; Escape closes it. */
export const SidePanel = ({ labelledBy, bar, narrow = false, onClose, children }: Props) => {
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // The listener captures, so that it runs before the one of a dialog removes the dialog.
      if (event.key === 'Escape' && !closesFirst(event)) onClose()
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
