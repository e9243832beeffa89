import type { firstTexts } from '@remis/domain/texts/first-texts'
import { useTranslation } from 'react-i18next'

type WithoutCount<K> = K extends `${infer Stem}_other` ? Stem : K

/** `useTranslation` for a visitor's first page: it accepts only the keys that are loaded with the page. */
export const useFirstTexts = (): {
  readonly t: (key: WithoutCount<keyof typeof firstTexts>, values?: Readonly<Record<string, string | number>>) => string
} => {
  const { t } = useTranslation()
  return { t: t as (key: string, values?: object) => string }
}
