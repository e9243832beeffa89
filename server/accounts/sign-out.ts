import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { removeDeviceOf } from '../push/devices.ts'
import { revokeSession } from '../platform/sessions/sessions.ts'

/** Ends the session on the server, also for copies of its token. */
export const signOut: UseCase<Platform, typeof accountsApi.signOut> = async (_app, call) => {
  await call.commit(async (tx) => {
    await revokeSession(tx, call.who.sessionId)
    await removeDeviceOf(tx, call.who.sessionId)
    return {}
  })
  call.cookie.clear()
  return {}
}
