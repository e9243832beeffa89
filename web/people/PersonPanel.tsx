import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import classes from './people.module.css'
import { PersonCard } from './PersonCard.tsx'

/** One person beside the table, which stays in view. */
export const PersonPanel = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A dialog on top closes first. Seen before its own listener takes it away: that one is added later.
      if (event.key === 'Escape' && document.querySelector('[aria-modal="true"]') === null) onClose()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [onClose])
  return (
    <aside ref={panel} className={classes.panel} tabIndex={-1} aria-labelledby="person-name">
      <div className={classes.bar}>
        <Link to={paths.person(id)}>{t('person_full')}</Link>
        <CloseButton size="lg" aria-label={t('panel_close')} onClick={onClose} />
      </div>
      <PersonCard id={id} level={2} onDeleted={onClose} />
    </aside>
  )
}
