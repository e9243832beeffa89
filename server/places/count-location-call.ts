import { countAgainst } from '../platform/http/rate-limits.ts'
import type { Platform } from '../platform/http/use-case.ts'
import type { MapsProvider } from '../providers/maps/maps-provider.ts'

/**
 * Counts a location call of one person or visitor where an outside service answers, so that one person cannot exhaust
 * the daily ceiling [design/maps-85]. The rate limits of the `maps` class apply as well. Not in a transaction.
 */
export const countLocationCall = async (
  { maps, db, config }: Platform & { readonly maps: MapsProvider },
  subject: string,
): Promise<void> => {
  if (maps.services.names.length === 0) return
  const { max, windowSeconds } = config.limits.maps.perPerson
  await countAgainst(db.request, 'maps', subject, max, windowSeconds)
}
