import { AppError } from '@remis/domain/messages/app-error'
import type { LanguagesCache } from '../../backoffice/languages/languages-cache.ts'

interface Deps {
  readonly languages: Pick<LanguagesCache, 'current'>
}

const isOffered = async ({ languages }: Deps, language: string): Promise<boolean> =>
  (await languages.current()).some(({ view }) => view.langLocale === language)

/** A language that people can choose, else 400. */
export const checkLanguage = async (app: Deps, language: string): Promise<void> => {
  if (!(await isOffered(app, language)))
    throw new AppError(400, 'invalid_input', { fields: { language: 'invalid_input' } })
}

/** The language of a page; null: it has none, or its language is not offered, such as one that was deleted since. */
export const languageOfPage = async (app: Deps, language: string | undefined): Promise<string | null> =>
  language !== undefined && (await isOffered(app, language)) ? language : null
