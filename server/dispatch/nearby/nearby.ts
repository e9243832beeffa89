import { LRUCache } from 'lru-cache'
import { addressNet } from '../../accounts/address-net.ts'
import { FloodLimit } from '../../platform/http/flood-limit.ts'
import type { Person, Platform, Who } from '../../platform/http/use-case.ts'
import { shiftPosition, type ShiftPosition } from './shift-position.ts'

/** What riders and visitors learn about free drivers before they book, and how often. */
export interface Nearby {
  readonly shift: ShiftPosition
  /** Driving seconds from a driver to a cell of pickups by an outside service, for a minute; undefined: not known. */
  readonly seconds: LRUCache<string, Promise<number | undefined>>
  /** Counts one answer for the caller and for the network; false past the limit of either [design/access-84]. */
  mayAsk(who: Who, address: string): boolean
  /**
   * Runs the exact check of Confirm. Each time that no driver is near counts for the rider and for the network; past the
   * limit of either 429, before the check is made [design/access-85].
   */
  checkExactly<T>(rider: Person, address: string, check: () => Promise<T>, isNear: (found: T) => boolean): Promise<T>
}

export const openNearby = ({ config, secret }: Pick<Platform, 'config' | 'secret'>): Nearby => {
  const floods = new FloodLimit()
  const { floods: rates, booking } = config.limits
  return {
    shift: shiftPosition(secret.keyFor('shifted-positions')),
    seconds: new LRUCache({ max: 20_000, ttl: 60_000 }),
    mayAsk: (who, address) => {
      const now = Date.now()
      const byNet = floods.isWithin('net', addressNet(address), rates.nearby, now)
      return (who.kind !== 'person' || floods.isWithin('person', who.id, rates.nearby, now)) && byNet
    },
    checkExactly: async ({ id }, address, check, isNear) => {
      const subjects = [
        ['refused rider', id, booking.noDriverPerRider],
        ['refused net', addressNet(address), booking.noDriverPerNet],
      ] as const
      // Counted first, so that calls at the same time are all counted.
      const now = Date.now()
      for (const [name, subject, rate] of subjects) floods.count(name, subject, rate, now)
      let refused = false
      try {
        const found = await check()
        refused = !isNear(found)
        return found
      } finally {
        if (!refused) for (const [name, subject] of subjects) floods.uncount(name, subject)
      }
    },
  }
}
