import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { SettingsKeeper } from '../backoffice/settings-keeper.ts'
import type { Platform, UseCase } from '../platform/use-case.ts'
import { viewMe } from './view-me.ts'

interface Needs extends Platform {
  readonly settings: SettingsKeeper
}

export const currentSession: UseCase<Needs, typeof accountsApi.current> = async (app, call) => {
  const user = await viewMe(app.db.request, app.settings, call.who.id)
  if (user === undefined) throw new AppError(401, 'not_logged_in')
  return { user }
}
