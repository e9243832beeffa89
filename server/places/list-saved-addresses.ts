import type { Kysely } from 'kysely'
import type { savedAddressesApi } from '@remis/domain/places/places-api'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import type { Tables } from '../platform/database/schema.ts'
import { selectSavedAddresses } from './saved-address-store.ts'

/** Home and work, then the most used, at most one page. */
export const listSavedAddresses: UseCase<Platform, typeof savedAddressesApi.list> = async (
  { db, config },
  { who },
) => ({
  rows: await selectSavedAddresses(db.request, who.id, config.limits.pageRows.usual),
})

/** Home and work of a rider, then the most used. */
export const listSavedOf = (db: Kysely<Tables>, rider: string, limit: number) => selectSavedAddresses(db, rider, limit)
