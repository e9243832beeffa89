import type { securityApi } from '@remis/domain/accounts/security-api'
import { deviceName } from '@remis/domain/accounts/device-name'
import { AppError } from '@remis/domain/messages/app-error'
import { isDemo, type SettingsCache } from '../../backoffice/settings/settings-cache.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { liveSessionsOf, revokeOwnSession } from '../../platform/sessions/sessions.ts'
import { endAccess } from '../end-access.ts'
import { forgetDevices } from '../sign-in/known-devices-store.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

/** In demo mode only the current session: the others belong to visitors who share the account. */
export const listSessions: UseCase<Deps, typeof securityApi.sessions> = async (app, call) => {
  const demo = await isDemo(app)
  const live = await liveSessionsOf(app.db.request, call.who.id)
  const rows = demo ? live.filter(({ id }) => id === call.who.sessionId) : live
  return {
    rows: rows.map(({ id, net, user_agent, created_at, seen_at }) => ({
      id,
      net,
      device: deviceName(user_agent),
      createdAt: created_at,
      seenAt: seen_at,
      current: id === call.who.sessionId,
    })),
  }
}

/** Its live links end within 2 s [design/live-10]. A stranger's session and one that has ended are 404 alike. */
export const endSession: UseCase<Platform, typeof securityApi.endSession> = async (_app, call) => {
  await call.commit(async (tx) => {
    if (!(await revokeOwnSession(tx, call.who.id, call.body.id))) throw new AppError(404, 'not_found')
    return {}
  })
  if (call.body.id === call.who.sessionId) call.cookie.clear()
  return {}
}

/** For a person who fears that someone else is signed in: ends all sessions and forgets all known browsers. */
export const endAllSessions: UseCase<Platform, typeof securityApi.endAllSessions> = async (_app, call) => {
  await call.commit(async (tx) => {
    await endAccess(tx, call.who.id)
    await forgetDevices(tx, call.who.id, undefined)
    return {}
  })
  call.cookie.clear()
  return {}
}
