import type { setupApi } from '@remis/domain/setup/setup-api'
import { proposeSetUp } from '@remis/domain/setup/propose-set-up'
import { mapFacts } from '../maps/map-facts.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { hashToken, newToken } from '../platform/sessions/session-guard.ts'
import type { MapsProvider } from '../providers/maps/maps-provider.ts'
import { hasAdmin, isOpen, replaceCode } from './set-up-code-store.ts'

/**
 * A link that sets this installation up, once and within an hour; undefined when it has an admin. Earlier links are
 * closed. The token is in the fragment, which no server or proxy on the way logs [design/access-76].
 */
export const makeSetUpLink = async ({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<string | undefined> => {
  if (await hasAdmin(db.request)) return undefined
  const token = newToken()
  await db.transact((tx) => replaceCode(tx, hashToken(token), config.limits.setUpMinutes))
  return `${config.publicUrl}/setup#${token}`
}

interface Deps extends Platform {
  readonly maps: Pick<MapsProvider, 'region'>
}

/** Whether the link is open, and the defaults from the map in use [design/maps-105]. */
export const checkSetUpLink: UseCase<Deps, typeof setupApi.check> = async ({ db, maps }, { body }) => {
  if (!(await isOpen(db.request, hashToken(body.token)))) return { state: 'closed', proposed: null }
  const facts = (await mapFacts(maps.region()))('')
  return { state: 'open', proposed: { map: facts.map, ...proposeSetUp(facts) } }
}
