import { builtIn, fallbackLanguage, type BuiltInLanguage } from './languages.ts'

/** The languages that Remis ships with; the texts of each are in a folder named by its code [design/languages-1]. */
export const languages: readonly BuiltInLanguage[] = [
  fallbackLanguage,
  builtIn('es', 'Español'),
  builtIn('pt', 'Português', 'pt-BR'),
  builtIn('fr', 'Français'),
  builtIn('de', 'Deutsch'),
  builtIn('it', 'Italiano'),
  builtIn('ar', 'العربية'),
  builtIn('he', 'עברית'),
  builtIn('hi', 'हिन्दी', 'hi-IN'),
  builtIn('ru', 'Русский'),
  builtIn('zh', '简体中文', 'zh-CN'),
  builtIn('tr', 'Türkçe'),
  builtIn('id', 'Bahasa Indonesia'),
]

/** Languages of a new installation; the office adds others [design/languages-4]. */
export const firstLanguages: readonly BuiltInLanguage[] = languages.filter(({ code }) => ['en', 'ar'].includes(code))
