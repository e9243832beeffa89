import { accountDataApi } from '@remis/domain/privacy/account-data-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { eraseDueAccounts } from './erasure/erase-due.ts'
import { requestDeletion, requestDeletionOf } from './erasure/request-deletion.ts'
import { makeExports } from './exports/make-export.ts'
import { downloadExport, requestExport } from './exports/request-export.ts'
import type { PrivacyDeps } from './privacy-deps.ts'
import { readAccountData } from './read-account-data.ts'
import { removeOld } from './remove-expired.ts'

export const privacy: Feature<PrivacyDeps> = {
  endpoints: serve<PrivacyDeps, typeof accountDataApi>(accountDataApi, {
    read: readAccountData,
    requestExport,
    download: downloadExport,
    requestDeletion,
    requestDeletionOf,
  }),
  sweeps: (app) => ({
    'what is kept for a time': { everyMs: 600_000, run: () => removeOld(app) },
    'account deletions': { everyMs: 60_000, run: () => eraseDueAccounts(app) },
    'data exports': { everyMs: 2000, run: () => makeExports(app) },
  }),
}
