import { AppError } from '@remis/domain/messages/app-error'
import { LRUCache } from 'lru-cache'
import { addressNet } from '../../platform/security/address-net.ts'
import { FloodLimit } from '../../platform/http/flood-limit.ts'
import type { Person, Platform, Who } from '../../platform/http/use-case.ts'
import { shiftPosition, type ShiftPosition } from './shift-position.ts'

/** What riders and visitors can find out about free drivers before they book, and how often they may ask. */
export interface Nearby {
  readonly shift: ShiftPosition
  /** Driving seconds from a driver to a cell of pickups by an outside service, for a minute; undefined: not known. */
  readonly seconds: LRUCache<string, Promise<number | undefined>>
  /** Counts one answer for the caller and for the network; false past the limit of either [design/access-84]. */
  mayAsk(who: Who, address: string): boolean
  /**
   * Searches drivers at Confirm and runs `book`, which reads the outcome by `lookAt` after all its other checks. A
   * Confirm that read it but made no booking counts against the limits of rider and network, because its answer reveals
   * whether a driver is near. Past the limit of the rider throws 429 before anything is measured; past that of the
   * network, which many riders can share, `roughly` decides instead of exact positions [design/access-85].
   */
  confirm<T, Booked>(
    rider: Person,
    address: string,
    search: ConfirmSearch<T>,
    book: (lookAt: () => T) => Promise<Booked>,
  ): Promise<Booked>
}

export interface ConfirmSearch<T> {
  /** the search of dispatch, on exact positions */
  readonly find: () => Promise<T>
  readonly isNear: (found: T) => boolean
  /** whether a driver is near by shifted positions, which everyone may see */
  readonly roughly: () => Promise<boolean>
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
    confirm: async ({ id }, address, { find, isNear, roughly }, book) => {
      const now = Date.now()
      const net = addressNet(address)
      // Counted first, so that calls at the same time are all counted.
      floods.count('refused rider', id, booking.noDriverPerRider, now)
      const exact = floods.isWithin('refused net', net, booking.noDriverPerNet, now)
      // Not counted: a rough answer reveals no exact position.
      if (!exact) floods.uncount('refused net', net)
      let told = false
      try {
        const found = exact || (await roughly()) ? await find() : null
        const booked = await book(() => {
          told = true
          if (found === null || (exact && !isNear(found))) throw new AppError(422, 'no_driver_found_alert_messege')
          return found
        })
        told = false
        return booked
      } finally {
        if (!told) floods.uncount('refused rider', id)
        if (!told && exact) floods.uncount('refused net', net)
      }
    },
  }
}
