import { directionOf } from '@remis/domain/texts/languages'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './languages.module.css'

/** A text with its placeholders as chips. */
export const SourceText = ({ text, code }: { readonly text: string; readonly code: string }) => (
  <p className={classes.text} lang={code} dir={directionOf(code)}>
    {text.split(/(\{\{\w+\}\})/).map((part, place) => {
      const name = /^\{\{(\w+)\}\}$/.exec(part)?.[1]
      return name === undefined ? (
        part
      ) : (
        // the parts of one text never change places
        // oxlint-disable-next-line react/no-array-index-key
        <code key={place} className={classes.chip} dir="ltr">
          {name}
        </code>
      )
    })}
  </p>
)

interface Props {
  readonly wanted: readonly string[]
  readonly found: readonly string[]
  readonly onInsert: (name: string) => void
}

/** The placeholders that a text needs: those it has with a check mark, the others to insert. */
export const Placeholders = ({ wanted, found, onInsert }: Props) => {
  const { t } = useTranslation()
  return (
    <span className={classes.chips}>
      {[...new Set(wanted)].map((name) =>
        found.includes(name) ? (
          <code key={name} className={classes.chip} dir="ltr">
            <IconCheck size={12} stroke={2.5} aria-label={t('language_placeholder_there')} />
            {name}
          </code>
        ) : (
          <button
            key={name}
            type="button"
            className={classes.chip}
            data-missing
            dir="ltr"
            aria-label={t('language_placeholder_insert', { name })}
            onClick={() => onInsert(name)}
          >
            <IconPlus size={12} stroke={2.5} aria-hidden />
            {name}
          </button>
        ),
      )}
    </span>
  )
}
