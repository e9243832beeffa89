import { isOffice } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import { addressNet } from '../platform/security/address-net.ts'
import { countAgainst } from '../platform/http/rate-limits.ts'
import type { Platform, Who } from '../platform/http/use-case.ts'
import type { MapsProvider } from '../providers/maps/maps-provider.ts'
import { withShare } from '../platform/security/spender.ts'

/** Whose calls are counted; visitors count by their network. */
export interface Payer {
  readonly subject: string
  /** Staff book for many riders, so no share of the money limits them. */
  readonly isOffice: boolean
}

export const payerOf = (who: Who, address: string): Payer =>
  who.kind === 'person'
    ? { subject: who.id, isOffice: isOffice(who.role) }
    : { subject: addressNet(address), isOffice: false }

/**
 * Runs a location call of one person or visitor. Where an outside service answers, the call and the money of its
 * requests are counted, so that one person cannot use up the daily ceiling [design/maps-85]. The rate limits of the
 * `maps` class apply as well. Not in a transaction.
 */
export const asLocationCall = async <T>(
  { maps, db, config }: Platform & { readonly maps: MapsProvider },
  { subject, isOffice }: Payer,
  call: () => Promise<T>,
): Promise<T> => {
  if (maps.services.names.length === 0) return call()
  const { perPerson, personShare } = config.limits.maps
  const { max, windowSeconds } = perPerson
  await countAgainst(db.request, 'maps', subject, max, windowSeconds)
  if (isOffice) return call()
  const share = Math.floor(config.maps.dailySpend * 1e6 * personShare)
  return withShare(async (microDollars) => {
    try {
      await countAgainst(db.request, 'maps money', subject, share, windowSeconds, microDollars)
      return true
    } catch (error) {
      if (error instanceof AppError && error.status === 429) return false
      throw error
    }
  }, call)
}
