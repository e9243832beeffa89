import type { noticeTexts } from '@remis/domain/notices/notice-texts'
import type { firstTexts } from './english.ts'
import type { laterTexts } from './english-later.ts'
import type { moneyTexts } from './english-money.ts'
import type { tripTexts } from './english-trips.ts'

/** Every text of the app by key; `t` accepts no other (namespace `translations`, spec 1 §9). */
export type Texts = typeof firstTexts & typeof laterTexts & typeof noticeTexts & typeof tripTexts & typeof moneyTexts

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translations'
    keySeparator: false
    nsSeparator: false
    resources: { translations: Texts }
  }
}
