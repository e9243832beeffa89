import { isOffice } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import { addressNet } from '../platform/security/address-net.ts'
import { countAgainst, uncount } from '../platform/http/rate-limits.ts'
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
  const most = Math.floor(config.maps.dailySpend * 1e6 * personShare)
  const share = {
    count: async (microDollars: number) => {
      try {
        await countAgainst(db.request, 'maps money', subject, most, windowSeconds, microDollars)
        return true
      } catch (error) {
        if (!(error instanceof AppError && error.status === 429)) throw error
        await share.uncount(microDollars)
        return false
      }
    },
    uncount: (microDollars: number) => uncount(db.request, 'maps money', subject, microDollars),
  }
  return withShare(share, call)
}
