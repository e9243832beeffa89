import type { TextFiles } from '../platform/i18n.ts'

/** What every language brings, beside the English of the first page. */
export const textFiles: TextFiles = {
  en: { later: async () => (await import('./english-later.ts')).laterTexts },
  ar: {
    first: async () => (await import('./arabic.ts')).firstTexts,
    later: async () => (await import('./load-arabic-later.ts')).laterArabic,
  },
}
