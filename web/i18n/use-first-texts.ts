import type { formMessages } from '@remis/domain/messages/english-form'
import { useTranslation } from 'react-i18next'
import type { firstTexts } from './english.ts'

type Key = keyof typeof firstTexts | keyof typeof formMessages
type WithoutCount<K> = K extends `${infer Stem}_other` ? Stem : K

/** `useTranslation` for all that a visitor's first page is made of: it takes no key whose words come later. */
export const useFirstTexts = (): {
  readonly t: (key: WithoutCount<Key>, values?: Readonly<Record<string, string | number>>) => string
} => {
  const { t } = useTranslation()
  return { t: t as (key: string, values?: object) => string }
}
