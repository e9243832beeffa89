import type { messages } from '@remis/domain/messages/english'
import type { noticeTexts } from '@remis/domain/notices/notice-texts'
import type { interfaceTexts } from './english.ts'
import type { moneyTexts } from './english-money.ts'
import type { pageTexts } from './english-pages.ts'
import type { tripTexts } from './english-trips.ts'

/** Every text of the app by key; `t` accepts no other (namespace `translations`, spec 1 §9). */
export type Texts = typeof messages &
  typeof noticeTexts &
  typeof interfaceTexts &
  typeof pageTexts &
  typeof tripTexts &
  typeof moneyTexts

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translations'
    keySeparator: false
    nsSeparator: false
    resources: { translations: Texts }
  }
}
