import { trackerPath } from '@remis/domain/tracking/tracker-protocols'
import type { trackingApi } from '@remis/domain/tracking/tracking-api'
import type { Tx } from '../../platform/database/database.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { hashToken, newToken } from '../../platform/sessions/session-guard.ts'
import { deleteTracker, findTracker, upsertTracker } from './tracker-store.ts'

export const readTracker: UseCase<Platform, typeof trackingApi.tracker> = async ({ db }, { who }) => {
  const row = await findTracker(db.request, who.id)
  return { createdAt: row?.created_at ?? null, usedAt: row?.used_at ?? null }
}

/** The token is stored as a hash, so it can be shown only now. */
export const makeTracker: UseCase<Platform, typeof trackingApi.makeTracker> = async ({ config }, { who, commit }) => {
  const token = newToken()
  return commit(async (tx) => ({
    createdAt: (await upsertTracker(tx, who.id, hashToken(token))).created_at,
    token,
    url: new URL(trackerPath, config.publicUrl).href,
  }))
}

export const endTracker: UseCase<Platform, typeof trackingApi.endTracker> = async (_app, { who, commit }) =>
  commit(async (tx) => {
    await deleteTracker(tx, who.id)
    return {}
  })

/** Ends with the sessions of a person [design/tracking-33]. */
export const endTrackerOf = (tx: Tx, person: string): Promise<void> => deleteTracker(tx, person)
