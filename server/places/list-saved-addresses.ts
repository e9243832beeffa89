import type { savedAddressesApi } from '@remis/domain/places/places-api'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { selectSavedAddresses } from './saved-address-store.ts'

/** Home and work, then the most used, at most one page. */
export const listSavedAddresses: UseCase<Platform, typeof savedAddressesApi.list> = async (
  { db, config },
  { who },
) => ({
  rows: await selectSavedAddresses(db.request, who.id, config.limits.pageRows.usual),
})
