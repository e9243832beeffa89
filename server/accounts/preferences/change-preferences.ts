import type { Preferences, preferencesApi } from '@remis/domain/accounts/preferences/preferences-api'
import type { UseCase } from '../../platform/http/use-case.ts'
import { changeOwnAccount } from '../../people/own-account.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProfileDeps } from '../profile/profile-deps.ts'
import { checkLanguage, languageOfPage } from './offered-language.ts'

interface LookColumns {
  readonly language: string | null
  readonly color_scheme: Preferences['colorScheme']
  readonly density: Preferences['density']
}

export const viewPreferences = ({ language, color_scheme, density }: LookColumns): Preferences => ({
  language,
  colorScheme: color_scheme,
  density,
})

/** Remembers the look that the caller chose; the language is that of mails and SMS too [design/web-113]. */
export const changePreferences: UseCase<ProfileDeps, typeof preferencesApi.change> = async (app, call) => {
  const { language, colorScheme, density } = call.body
  if (typeof language === 'string') await checkLanguage(app, language)
  const ofPage = language === undefined ? await languageOfPage(app, call.body.pageLanguage) : null
  const { id } = call.who
  return call.commit(async (tx) => {
    await changeOwnAccount(tx, id, async () => ({
      ...(language === undefined ? {} : { language }),
      ...(ofPage === null ? {} : { language: (await readLanguage(tx, id)) ?? ofPage }),
      ...(colorScheme === undefined ? {} : { color_scheme: colorScheme }),
      ...(density === undefined ? {} : { density }),
    }))
    const row = tx.selectFrom('users').select(['language', 'color_scheme', 'density']).where('id', '=', id)
    return { preferences: viewPreferences(await row.executeTakeFirstOrThrow()) }
  })
}

const readLanguage = async (tx: Tx, id: string): Promise<string | null> =>
  (await tx.selectFrom('users').select('language').where('id', '=', id).executeTakeFirstOrThrow()).language
