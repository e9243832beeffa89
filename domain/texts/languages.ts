/** Texts by key. */
export type Texts = Readonly<Record<string, string>>

export interface BuiltInLanguage {
  /** BCP 47; the folder of its texts */
  readonly code: string
  /** in the language itself */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** locale for Intl: dates, numbers, money */
  readonly dateLocale: string
}

/** Scripts that are written from right to left (https://www.w3.org/International/questions/qa-scripts). */
const rightToLeftScripts = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

/** ISO 15924 script of a language code such as "fa" or "zh-TW"; undefined for a code that is not valid. */
export const scriptOf = (code: string): string | undefined => {
  try {
    return new Intl.Locale(code).maximize().script
  } catch {
    return undefined
  }
}

/** The language of a code without its country and script: "fil" of "fil-PH". */
export const languageOnly = (code: string): string => code.split('-')[0] ?? code

/** Direction of any language code, built in or added by an operator. */
export const directionOf = (code: string): 'ltr' | 'rtl' =>
  rightToLeftScripts.has(scriptOf(code) ?? '') ? 'rtl' : 'ltr'

/** `dateLocale` where the country decides how dates are written. */
export const builtIn = (code: string, name: string, dateLocale = code): BuiltInLanguage => ({
  code,
  name,
  direction: directionOf(code),
  dateLocale,
})

/** Fallback of every text, and the default of a new installation [languages-2]. */
export const fallbackLanguage = builtIn('en', 'English', 'en-GB')

/** Plural forms of a language, for keys such as `seats_one`: `one`, `other`, in Arabic six of them. */
export const pluralFormsOf = (code: string): readonly Intl.LDMLPluralRule[] =>
  new Intl.PluralRules(code).resolvedOptions().pluralCategories
