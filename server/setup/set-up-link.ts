import type { setupApi } from '@remis/domain/setup/setup-api'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { hashToken, newToken } from '../platform/sessions/session-guard.ts'
import { hasAdmin, isOpen, replaceCode } from './set-up-code-store.ts'

/**
 * A link that sets this installation up, once and within an hour; undefined when it has an admin. Earlier links are closed.
 * The token is in the fragment, which no server or proxy on the way logs [design/access-76].
 */
export const makeSetUpLink = async ({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<string | undefined> => {
  if (await hasAdmin(db.request)) return undefined
  const token = newToken()
  await db.transact((tx) => replaceCode(tx, hashToken(token), config.limits.setUpMinutes))
  return `${config.publicUrl}/setup#${token}`
}

export const checkSetUpLink: UseCase<Platform, typeof setupApi.check> = async ({ db }, { body }) => ({
  state: (await isOpen(db.request, hashToken(body.token))) ? 'open' : 'closed',
})
