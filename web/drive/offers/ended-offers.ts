import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { useEffect, useRef, useState } from 'react'
import { liveOffers, type Answered } from './use-offers.ts'

/** An offer ended before its time, or ran out; the live event does not say why. */
export type OfferEnd = 'gone' | 'ran-out'

/** The texts that say it. */
export const offerEnds = {
  gone: 'drive_request_gone',
  'ran-out': 'offer_expired',
} as const satisfies Record<OfferEnd, string>

/** ms; an unanswered offer is renewed within a second or two, and is over only after that */
const renewalTime = 3000

/** How long the note stays, ms. */
const noteTime = 10_000

type Shown = Readonly<Record<string, OfferView>>

/**
 * The offers still followed, and how the last of the others ended [design/web-119]; null: none ended. Offers that the
 * driver answered give no note. `held`: the offers of the server; `now` by its clock.
 */
export const endedOffers = (
  shown: Shown,
  held: readonly OfferView[],
  answered: Answered,
  now: number,
): { readonly shown: Shown; readonly end: OfferEnd | null } => {
  const next: Record<string, OfferView> = {}
  let end: OfferEnd | null = null
  for (const [id, offer] of Object.entries(shown)) {
    if ((answered[id] ?? -1) >= offer.offeredAt) continue
    const waits = now < offer.expiresAt + renewalTime && held.some(({ bookingId }) => bookingId === id)
    if (waits) next[id] = offer
    else end = now < offer.expiresAt ? 'gone' : 'ran-out'
  }
  for (const offer of liveOffers(held, answered, now)) next[offer.bookingId] = offer
  return { shown: next, end }
}

/**
 * Calls `onEnd` with how an offer ended, and with null a while later. There is no note while an accept is pending:
 * its events close this offer and the driver's others, and may arrive before its answer.
 */
export const useEndedOffers = (
  held: readonly OfferView[],
  answered: Answered,
  now: number,
  accepting: boolean,
  onEnd: (end: OfferEnd | null) => void,
): void => {
  const shown = useRef<Shown>({})
  const [last, setLast] = useState<{ readonly end: OfferEnd | null; readonly at: number }>({ end: null, at: 0 })
  useEffect(() => {
    const { shown: next, end } = endedOffers(accepting ? {} : shown.current, held, answered, now)
    shown.current = next
    if (end !== null) setLast({ end, at: now })
  }, [held, answered, now, accepting])
  const note = now < last.at + noteTime ? last.end : null
  useEffect(() => onEnd(note), [note, onEnd])
}
