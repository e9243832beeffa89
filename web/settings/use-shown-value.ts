import { dispatchPolicyNames } from '@remis/domain/backoffice/settings'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../platform/i18n.ts'
import { useFormat } from '../platform/use-format.ts'

/** Writes a value of a setting as people read it; null is a value that is not shown. */
export const useShownValue = (): ((name: string, value: string | number | boolean | null) => string) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { locale } = useLanguage()
  return (name, value) => {
    if (value === null) return t('settings_hidden')
    if (typeof value === 'boolean') return t(value ? 'settings_on' : 'settings_off')
    if (typeof value === 'number') return format.number(value)
    const policy = dispatchPolicyNames.find((one) => one === value)
    if (name === 'dispatchPolicy' && policy !== undefined) return t(`set_dispatchPolicy_${policy}`)
    if (value === '') return t('settings_empty')
    if (name === 'restrictCountry') return new Intl.DisplayNames([locale], { type: 'region' }).of(value) ?? value
    return value
  }
}
