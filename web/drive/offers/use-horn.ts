import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { useEffect, useRef, useState } from 'react'
import { useSettings } from '../../platform/api/settings.ts'
import { soundHorn } from './horn.ts'
import { freshOffers } from './use-offers.ts'

/** Interval of the horn while an offer is open (CarHornRepeat), ms. */
const hornPause = 4000

/** Sounds the horn for new offers; CarHornRepeat repeats it. Returns the offer for which it sounded last. */
export const useHorn = (offers: readonly OfferView[]): OfferView | null => {
  const repeat = useSettings()?.CarHornRepeat ?? false
  const seen = useRef<Record<string, number>>({})
  const [latest, setLatest] = useState<OfferView | null>(null)
  useEffect(() => {
    const fresh = freshOffers(seen.current, offers)
    if (fresh.length === 0) return
    for (const offer of fresh) seen.current[offer.bookingId] = offer.offeredAt
    void soundHorn()
    setLatest(fresh[0]!)
  }, [offers])
  const waiting = offers.length > 0
  useEffect(() => {
    if (!repeat || !waiting) return
    const timer = setInterval(() => void soundHorn(), hornPause)
    return () => clearInterval(timer)
  }, [repeat, waiting])
  return latest
}
