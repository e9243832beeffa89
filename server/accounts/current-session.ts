import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import type { Broadcaster } from '../platform/live/broadcaster.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { viewMe } from './view-me.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
  readonly live: Broadcaster
}

export const currentSession: UseCase<Deps, typeof accountsApi.current> = async (app, call) => {
  const live = app.live.mark()
  const user = await viewMe(app, call.who.id)
  if (user === undefined) throw new AppError(403, 'user_issue_contact_admin') // [accounts-19]
  return { user, live }
}
