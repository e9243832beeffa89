import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import type { Conductor } from './conductor.ts'
import { decide, type HeldOffer } from './take-offers.ts'

/** Where the fleet's offers lie together, so that one driver takes a booking and the persons get their turn. */
export interface OfferDesk {
  /** A driver's offer appeared or was renewed; null: it is over. */
  note(driver: string, bookingId: string, offer: OfferView | null): void
  close(): void
}

interface Desk {
  readonly conductor: Pick<Conductor, 'offersOf'>
  readonly isFleet: (driver: string) => boolean
  /** True: this driver has the booking now. False: somebody else has, or it is gone. */
  readonly take: (driver: string, bookingId: string) => Promise<boolean>
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

interface Entry {
  since: number
  seenAt: number
  readonly held: Map<string, HeldOffer>
  timer: NodeJS.Timeout | undefined
  working: boolean
  /** something was noted while it was worked on */
  again: boolean
}

const againMs = 2000
/** A booking nobody has heard of for so long is forgotten. */
const forgetMs = 15 * 60_000

export const openOfferDesk = (desk: Desk): OfferDesk => {
  const entries = new Map<string, Entry>()
  let closed = false

  const forgetOld = () => {
    for (const [id, entry] of entries)
      if (entry.held.size === 0 && !entry.working && desk.now() - entry.seenAt > forgetMs) entries.delete(id)
  }

  const lookIn = (id: string, entry: Entry, ms: number) => {
    clearTimeout(entry.timer)
    if (!closed) entry.timer = setTimeout(() => void work(id, entry), ms)
  }

  const takeFirst = async (id: string, drivers: readonly string[], entry: Entry): Promise<void> => {
    for (const driver of drivers) {
      const taken = await desk.take(driver, id)
      entry.held.delete(driver)
      if (taken) return entry.held.clear()
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
        offers: [],
        isFleet: desk.isFleet,
      })
      // Only when it comes to taking it matters who else was asked.
      const offers = early.kind === 'take' ? await desk.conductor.offersOf(id) : []
      const verdict = decide({
        ...entry,
        held: [...entry.held.values()],
        now: desk.now(),
        offers,
        isFleet: desk.isFleet,
      })
      if (verdict.kind === 'wait') lookIn(id, entry, verdict.ms)
      if (verdict.kind === 'take') await takeFirst(id, verdict.drivers, entry)
    } catch (error) {
      desk.onError(error)
      lookIn(id, entry, againMs)
    } finally {
      entry.working = false
      if (entry.again) lookIn(id, entry, 0)
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
      if (!entry.working) lookIn(id, entry, 0)
    },
    close: () => {
      closed = true
      for (const entry of entries.values()) clearTimeout(entry.timer)
      entries.clear()
    },
  }
}
