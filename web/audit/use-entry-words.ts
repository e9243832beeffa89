import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../platform/api/settings.ts'
import { i18n } from '../platform/i18n.ts'
import { useFormat } from '../platform/use-format.ts'
import { fieldKeyOf, valueKeysOf, type EntryWords } from './entry-words.ts'

/** The words of audit entries. Amounts of another currency than the operator's are a number with its code. */
export const useEntryWords = (): EntryWords => {
  const { t } = useTranslation()
  const format = useFormat()
  const code = useSettings()?.code ?? ''
  const has = (key: string) => i18n.exists(key)
  return {
    money: (minor, currency = code) => {
      const amount = toMajor(minor, exponentOf(currency))
      return currency === code ? format.money(amount) : `${format.number(amount)} ${currency}`
    },
    fromTo: (from, to) => format.fromTo(from, to),
    comma: t('list_comma'),
    time: (ms) => format.date(ms, 'date-time'),
    field: (entry, name) => {
      const key = fieldKeyOf(entry, name, has)
      return key === null ? name : t(key as 'audit_role')
    },
    value: (name, value) => {
      const key = valueKeysOf(name, value).find(has)
      return key === undefined ? null : t(key as 'value_yes')
    },
  }
}
