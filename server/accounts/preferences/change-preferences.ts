import type { Preferences, preferencesApi } from '@remis/domain/accounts/preferences/preferences-api'
import type { UseCase } from '../../platform/http/use-case.ts'
import { changeOwnAccount } from '../../people/own-account.ts'
import { checkLanguage } from '../profile/change-profile.ts'
import type { ProfileDeps } from '../profile/profile-deps.ts'

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
  const { id } = call.who
  return call.commit(async (tx) => {
    await changeOwnAccount(tx, id, () =>
      Promise.resolve({
        ...(language === undefined ? {} : { language }),
        ...(colorScheme === undefined ? {} : { color_scheme: colorScheme }),
        ...(density === undefined ? {} : { density }),
      }),
    )
    const row = tx.selectFrom('users').select(['language', 'color_scheme', 'density']).where('id', '=', id)
    return { preferences: viewPreferences(await row.executeTakeFirstOrThrow()) }
  })
}
