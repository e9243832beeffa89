import { blockersOf, deletionDays } from '@remis/domain/privacy/account-data'
import type { accountDataApi } from '@remis/domain/privacy/account-data-api'
import type { UseCase } from '../platform/http/use-case.ts'
import { findCancelled, selectAccountState } from './erasure/deletion-store.ts'
import { findLast } from './exports/export-store.ts'
import { viewExport } from './exports/request-export.ts'
import type { PrivacyDeps } from './privacy-deps.ts'

/** What the page "Your data" shows. */
export const readAccountData: UseCase<PrivacyDeps, typeof accountDataApi.read> = async ({ db }, { who }) => {
  const [last, state, deletionCancelledAt] = await Promise.all([
    findLast(db.request, who.id),
    selectAccountState(db.request, who.id),
    findCancelled(db.request, who.id, deletionDays),
  ])
  return {
    export: last === undefined ? null : viewExport(last),
    blockers: blockersOf(state),
    deletionCancelledAt,
  }
}
