import type { Meter } from './meter.ts'

/** Bookings shared by the riders and drivers of a load run: an offer may arrive before the rider's own answer. */
export interface Bookings {
  /** The rider sent the booking at `at`; `code` reads its trip code. */
  sent(id: string, at: number, code: () => Promise<string | null>): void
  /** A driver received an offer of it; only the first one counts. */
  offered(id: string, at: number): void
  /** The trip code; null when none is needed. */
  codeOf(id: string): Promise<string | null>
  forget(id: string): void
}

interface Known {
  sentAt?: number
  offeredAt?: number
  code?: () => Promise<string | null>
}

export const makeBookings = (meter: Meter): Bookings => {
  const known = new Map<string, Known>()
  const of = (id: string): Known => {
    const found = known.get(id) ?? {}
    known.set(id, found)
    return found
  }
  const measure = ({ sentAt, offeredAt }: Known) => {
    if (sentAt !== undefined && offeredAt !== undefined) meter.time('offer', offeredAt - sentAt)
  }
  return {
    sent: (id, at, code) => {
      const booking = Object.assign(of(id), { sentAt: at, code })
      measure(booking)
    },
    offered: (id, at) => {
      const booking = of(id)
      if (booking.offeredAt !== undefined) return
      booking.offeredAt = at
      measure(booking)
    },
    codeOf: async (id) => (await known.get(id)?.code?.()) ?? null,
    forget: (id) => void known.delete(id),
  }
}
