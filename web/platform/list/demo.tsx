import { useTranslation } from 'react-i18next'
import type { ListState } from '../../ui/table/list-state.ts'
import { useSettings } from '../api/settings.ts'
import classes from './demo.module.css'

/** Demo mode: the server refuses changes and files [settings-14]. */
export const useDemo = (): boolean => useSettings()?.AllowCriticalEditsAdmin === false

/** Says so before anything is tried; nothing outside demo mode. */
export const DemoNote = () => {
  const { t } = useTranslation()
  return useDemo() ? <p className={classes.note}>{t('office_money_demo')}</p> : null
}

/** The note above a list that has nothing else above it. */
export const DemoBar = () =>
  useDemo() ? (
    <div className={classes.bar}>
      <DemoNote />
    </div>
  ) : null

/** A list without its export in demo mode. */
export const useExportRule = <List extends Pick<ListState<never>, 'exportAs'>>(list: List): Omit<List, 'exportAs'> => {
  const demo = useDemo()
  const { exportAs: _file, ...others } = list
  return demo ? others : list
}
