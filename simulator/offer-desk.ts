import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import type { Conductor } from './conductor.ts'
import { decide, type HeldOffer } from './accept-offers.ts'

/** Collects the offers of the whole fleet, so that one driver accepts a booking and people can accept first. */
export interface OfferDesk {
  /** A driver's offer is new or was renewed; null: it is over. */
  note(driver: string, bookingId: string, offer: OfferView | null): void
  close(): void
}

interface Desk {
  readonly conductor: Pick<Conductor, 'offersOf'>
  readonly isFleet: (driver: string) => boolean
  /** True when this driver has the booking now; false when it was taken or is over. */
  readonly accept: (driver: string, bookingId: string) => Promise<boolean>
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

interface Entry {
  since: number
  seenAt: number
  readonly held: Map<string, HeldOffer>
  timer: NodeJS.Timeout | undefined
  working: boolean
  /** an offer arrived during the work */
  again: boolean
}

const retryMs = 2000
/** Entries without an offer for this long are removed. */
const forgetMs = 15 * 60_000

export const openOfferDesk = (desk: Desk): OfferDesk => {
  const entries = new Map<string, Entry>()
  let closed = false

  const forgetOld = () => {
    for (const [id, entry] of entries)
      if (entry.held.size === 0 && !entry.working && desk.now() - entry.seenAt > forgetMs) entries.delete(id)
  }

  const schedule = (id: string, entry: Entry, ms: number) => {
    clearTimeout(entry.timer)
    if (!closed) entry.timer = setTimeout(() => void work(id, entry), ms)
  }

  const acceptFirst = async (id: string, drivers: readonly string[], entry: Entry): Promise<void> => {
    for (const driver of drivers) {
      const accepted = await desk.accept(driver, id)
      entry.held.delete(driver)
      if (accepted) return entry.held.clear()
    }
  }

  const work = async (id: string, entry: Entry): Promise<void> => {
    if (entry.working) return
    entry.working = true
    entry.again = false
    try {
      const early = decide({
        ...entry,
        held: [...entry.held.values()],
        now: desk.now(),
        asked: { offers: [], waiting: [] },
        isFleet: desk.isFleet,
      })
      // The other offers matter only once the fleet would accept.
      const asked = early.kind === 'accept' ? await desk.conductor.offersOf(id) : { offers: [], waiting: [] }
      const verdict = decide({
        ...entry,
        held: [...entry.held.values()],
        now: desk.now(),
        asked,
        isFleet: desk.isFleet,
      })
      if (verdict.kind === 'wait') schedule(id, entry, verdict.ms)
      if (verdict.kind === 'accept') await acceptFirst(id, verdict.drivers, entry)
    } catch (error) {
      desk.onError(error)
      schedule(id, entry, retryMs)
    } finally {
      entry.working = false
      if (entry.again) schedule(id, entry, 0)
    }
  }

  return {
    note: (driver, id, offer) => {
      if (offer === null) {
        entries.get(id)?.held.delete(driver)
        return
      }
      forgetOld()
      const now = desk.now()
      const known = entries.get(id)
      const entry = known ?? {
        since: now,
        seenAt: now,
        held: new Map(),
        timer: undefined,
        working: false,
        again: false,
      }
      entry.since = Math.min(entry.since, offer.offeredAt)
      entry.seenAt = now
      entry.held.set(driver, {
        driver,
        expiresAt: offer.expiresAt,
        pickupTime: offer.pickupTime,
        pickupDistance: offer.pickupDistance,
      })
      entries.set(id, entry)
      entry.again = entry.working
      if (!entry.working) schedule(id, entry, 0)
    },
    close: () => {
      closed = true
      for (const entry of entries.values()) clearTimeout(entry.timer)
      entries.clear()
    },
  }
}
