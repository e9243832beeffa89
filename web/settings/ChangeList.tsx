import type { SavedVersion } from '@remis/domain/backoffice/settings-api'
import { defaultSettings, type Settings } from '@remis/domain/backoffice/settings'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../platform/use-format.ts'
import classes from './settings.module.css'
import { useShownValue } from './use-shown-value.ts'

type AnyChange = SavedVersion['changes'][number]
export type Change = AnyChange & { readonly name: keyof Settings }

export const isSetting = (change: AnyChange): change is Change => change.name in defaultSettings

interface Props {
  readonly changes: readonly Change[]
  /** rows that are no settings, below; `from`: null where there was nothing before */
  readonly more?: readonly { readonly label: string; readonly from: string | null; readonly to: string }[]
  /** name and values beside each other where there is room */
  readonly wide?: boolean
}

/** Settings with their values before and after. */
export const ChangeList = ({ changes, more = [], wide = false }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = useShownValue()
  const rows = changes.map(({ name, from, to }) => ({
    label: t(`set_${name}`),
    // a change without values is not shown [design/settings-3]
    from: from === null ? null : shown(name, from),
    to: shown(name, from === null ? null : to),
  }))
  return (
    <dl className={classes.changes} data-wide={wide || undefined}>
      {[...rows, ...more].map(({ label, from, to }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {from !== null && (
              <>
                <bdi className={classes.before}>{from}</bdi>
                <span aria-hidden className={classes.arrow}>
                  {format.arrow}
                </span>
              </>
            )}
            <bdi>{to}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
