import { useNow } from '../../platform/api/server-clock.ts'
import { VisuallyHidden } from '@mantine/core'
import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { putOffer } from '../../booking-parts/booking-cache.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import { useFormat } from '../../platform/use-format.ts'
import { useFocusKept } from '../../ui/dialogs/use-focus.ts'
import classes from '../drive.module.css'
import { useEndedOffers, type OfferEnd } from './ended-offers.ts'
import { placeOffers, type PlacedOffer } from './placed-offers.ts'
import { useHorn } from './use-horn.ts'
import { carAtPickup, liveOffers, useOffers } from './use-offers.ts'
import { OfferCard } from './OfferCard.tsx'

interface Props {
  readonly onAccepted: (bookingId: string) => void
  /** how an offer ended, for a while; then null */
  readonly onEnd: (end: OfferEnd | null) => void
}

/** The open offers of the driver, stacked. */
export const OffersPanel = ({ onAccepted, onEnd }: Props) => {
  const { t } = useTranslation()
  const now = useNow(250)
  const [answered, setAnswered] = useState<Readonly<Record<string, number>>>({})
  const held = useOffers()
  const offers = liveOffers(held, answered, now)
  const [accepting, setAccepting] = useState(false)
  useEndedOffers(held, answered, now, accepting, onEnd)
  const latest = useHorn(offers)
  const [shown, setShown] = useState<readonly PlacedOffer[]>([])
  const placed = placeOffers(shown, offers, answered, now)
  if (placed !== shown) setShown(placed)
  // the browser takes the focus from a button that is disabled only a moment later
  const list = useFocusKept<HTMLUListElement>(offers.length === placed.length ? offers.length : now)
  const answer = (offer: OfferView) => setAnswered((held) => ({ ...held, [offer.bookingId]: offer.offeredAt }))
  return (
    <>
      {/* keyed: the next request may have the same text [design/web-212] */}
      <VisuallyHidden key={latest === null ? '' : `${latest.bookingId} ${latest.offeredAt}`} role="alert">
        {latest !== null && <News offer={latest} />}
      </VisuallyHidden>
      {placed.length > 0 && (
        <ul ref={list} tabIndex={-1} className={classes.offers} aria-label={t('drive_requests')}>
          {placed.map(({ offer, ended }) => (
            <li key={offer.bookingId}>
              <OfferCard
                offer={offer}
                now={now}
                ended={ended?.as ?? null}
                onAccepting={setAccepting}
                onAccepted={() => onAccepted(offer.bookingId)}
                onGone={() => {
                  // a message says why
                  answer(offer)
                  putOffer(queryClient, offer.bookingId, null)
                }}
                onDeclined={() => answer(offer)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A new request, for screen readers. */
const News = ({ offer }: { readonly offer: OfferView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { driver_share, pickupTime, pickupDistance } = offer
  const amount = format.money(driver_share)
  const time = pickupTime === null ? format.distance(pickupDistance) : format.duration(pickupTime)
  return carAtPickup(offer) ? t('drive_new_request_here', { amount }) : t('drive_new_request', { amount, time })
}
