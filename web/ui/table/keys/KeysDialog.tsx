import { useTranslation } from 'react-i18next'
import { Dialog } from '../../dialogs/Dialog.tsx'
import classes from './KeysDialog.module.css'

const keys = [
  [['j', '↓'], 'table_key_next'],
  [['k', '↑'], 'table_key_previous'],
  [['Enter'], 'table_key_open'],
  [['Esc'], 'table_key_close'],
  [['/'], 'table_key_search'],
  [['?'], 'table_key_help'],
] as const
const selectKey = [['x'], 'table_key_select'] as const
const editKey = [['e'], 'table_key_edit'] as const

interface Props {
  readonly selects: boolean
  readonly edits: boolean
  readonly onClose: () => void
}

/** The keys of a list. */
export const KeysDialog = ({ selects, edits, onClose }: Props) => {
  const { t } = useTranslation()
  const shown = [...keys, ...(edits ? [editKey] : []), ...(selects ? [selectKey] : [])]
  return (
    <Dialog title={t('table_keys')} closeLabel={t('close')} onClose={onClose}>
      <dl className={classes.keys}>
        {shown.map(([names, text]) => (
          <div key={text}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
