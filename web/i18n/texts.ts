import type { english } from '@remis/domain/texts/english'

declare module 'i18next' {
  interface CustomTypeOptions {
    // `t` accepts the keys of the English texts and no other [languages-3]
    defaultNS: 'translations'
    keySeparator: false
    nsSeparator: false
    resources: { translations: typeof english }
  }
}
