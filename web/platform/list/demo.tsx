import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListState, RowAction } from '../../ui/table/list-state.ts'
import { useSettings } from '../api/settings.ts'
import classes from './demo.module.css'

/** Demo mode: the server refuses changes and files [settings-14]. */
export const useDemo = (): boolean => useSettings()?.AllowCriticalEditsAdmin === false

/** The element that says why a control is switched off. */
const noteId = 'demo-note'

/** The attributes of a control that demo mode switches off: it stays in the tab order, and the note says why. */
export const switchedOff = { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': noteId } as const

/** Above every screen of the office: what demo mode refuses, before anything is tried. */
export const DemoBar = () => {
  const { t } = useTranslation()
  return useDemo() ? (
    <div className={classes.bar}>
      <p id={noteId} role="note" className={classes.note}>
        {t('demo_note')}
      </p>
    </div>
  ) : null
}

/** Above the account: an account that visitors of a demo share is not changed. */
export const DemoAccountNote = () => {
  const { t } = useTranslation()
  return useDemo() ? (
    <p id="demo-account" role="note" className={classes.note}>
      {t('demo_account')}
    </p>
  ) : null
}

type EditButtonProps = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    /** it changes the account of the caller */
    readonly own?: boolean
  }

/** A button that changes something: demo mode switches it off, with the reason for keyboard and screen reader. */
export const EditButton = ({ own = false, ...props }: EditButtonProps) =>
  useDemo() ? (
    <Button
      {...props}
      {...switchedOff}
      {...(own ? { 'aria-describedby': 'demo-account' } : {})}
      type="button"
      disabled={false}
      onClick={(event) => event.preventDefault()}
    />
  ) : (
    <Button {...props} />
  )

/** The actions of a row as demo mode shows them: in their places, and switched off unless they only read. */
export const useDemoActions = () => {
  const demo = useDemo()
  return <Row,>(actions: readonly RowAction<Row>[]): readonly RowAction<Row>[] =>
    demo ? actions.map((action) => (action.reads ? action : { ...action, offBy: noteId })) : actions
}

/** Of a list's main button, which adds a row. */
export const useDemoOff = (): { readonly offBy?: string } => (useDemo() ? { offBy: noteId } : {})

/** A list whose export demo mode switches off. */
export const useExportRule = <List extends Pick<ListState<never>, 'exportAs' | 'exportOff'>>(list: List): List => {
  const { t } = useTranslation()
  return useDemo() ? { ...list, exportOff: t('demo_export') } : list
}
