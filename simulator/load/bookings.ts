import type { Meter } from './meter.ts'

/** What riders and drivers of a load run know of each other's bookings: the offer may arrive before the rider's answer. */
export interface Bookings {
  /** The rider sent it off then, and tells the code when asked. */
  sent(id: string, at: number, code: () => Promise<string | null>): void
  /** A driver sees it; the first counts. */
  offered(id: string, at: number): void
  /** The code that the rider tells the driver; null: none is needed. */
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
