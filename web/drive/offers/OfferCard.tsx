import { Button, Text } from '@mantine/core'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { IconClock, IconFlag, IconMapPin, IconPackage, IconRoute } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMove } from '../../booking-parts/booking-queries.ts'
import { isRefused } from '../../platform/api/call-outcome.ts'
import { keyOf } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../drive.module.css'
import { ParcelChoice } from '../parcel/ParcelFacts.tsx'
import { isThere } from '../trip/drive-steps.ts'
import { offerEnds, type OfferEnd } from './ended-offers.ts'
import { carAtPickup, shareLeft } from './use-offers.ts'

interface Props {
  readonly offer: OfferView
  readonly now: number
  /** it is over, and keeps its place for a moment */
  readonly ended: OfferEnd | 'answered' | null
  /** false: the accept was refused, or has no answer */
  readonly onAccepting: (accepting: boolean) => void
  readonly onAccepted: () => void
  /** taken by another driver, or expired */
  readonly onGone: () => void
  readonly onDeclined: () => void
}

/** An offer as a full card: net pay, distances, what a parcel is [design/delivery-43], accept and decline. */
export const OfferCard = ({ offer, now, ended, onAccepting, onAccepted, onGone, onDeclined }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const accept = useAccept(offer, { onAccepting, onAccepted, onGone })
  const decline = useMove(bookingsCalls.decline)
  const seconds = ended === null ? Math.ceil((offer.expiresAt - now) / 1000) : 0
  const money =
    offer.payment_mode === 'cash'
      ? t('offer_collect_cash', { amount: format.money(offer.cash + offer.debt) })
      : t(offer.payment_mode === 'card' ? 'drive_paid_card' : 'drive_paid_wallet')
  const { pickupTime, pickupDistance } = offer
  // a few metres beyond a barrier are minutes away: only the minutes are said
  const wayToPickup = [
    ...(pickupTime === null ? [] : [format.duration(pickupTime)]),
    ...(pickupTime !== null && isThere(pickupDistance) ? [] : [format.distance(pickupDistance)]),
  ]
  return (
    <article
      className={classes.offer}
      data-over={ended !== null || undefined}
      aria-label={t('drive_request', { name: offer.customer_name })}
    >
      <header>
        <div>
          <span className={classes.quiet}>{t('drive_you_get')}</span>
          <strong className={classes.pay}>{format.money(offer.driver_share)}</strong>
          <span className={classes.quiet}>{money}</span>
          {offer.debt > 0 && (
            <span className={classes.quiet}>{t('drive_debt_part', { amount: format.money(offer.debt) })}</span>
          )}
        </div>
        <Ring
          share={ended === null ? shareLeft(offer, now) : 0}
          text={format.number(seconds)}
          label={t('drive_seconds_left', { count: seconds })}
        />
      </header>
      <ul className={classes.facts}>
        {offer.bookLater && (
          <li>
            <IconClock size={20} stroke={1.75} aria-hidden />
            <b>{t('offer_later', { time: format.date(offer.tripdate, 'date-time') })}</b>
          </li>
        )}
        <li>
          <IconMapPin size={20} stroke={1.75} aria-hidden />
          <span>
            {carAtPickup(offer) ? (
              <b>{t('drive_at_pickup')}</b>
            ) : (
              <>
                <b>{wayToPickup.join(' · ')}</b> {t('drive_to_pickup')}
              </>
            )}
            <span className={classes.address}>
              <bdi>{offer.pickup.add}</bdi>
            </span>
          </span>
        </li>
        <li>
          <IconRoute size={20} stroke={1.75} aria-hidden />
          <span>
            <b>
              {format.duration(offer.estimateTime)} · {format.distance(offer.estimateDistance)}
            </b>{' '}
            {t('drive_trip_length')}
          </span>
        </li>
        {offer.dropArea !== '' && (
          <li>
            <IconFlag size={20} stroke={1.75} aria-hidden />
            <span>{t('drive_to_area', { area: offer.dropArea })}</span>
          </li>
        )}
        {(offer.parcelType !== null || offer.option !== null) && (
          <li>
            <IconPackage size={20} stroke={1.75} aria-hidden />
            <ParcelChoice parcelType={offer.parcelType} option={offer.option} />
          </li>
        )}
      </ul>
      <footer>
        <Button
          size="xl"
          px="xs"
          variant="default"
          disabled={accept.isPending || ended !== null}
          onClick={() => {
            onDeclined()
            decline.mutate(inputOf(offer))
          }}
        >
          {t('drive_decline')}
        </Button>
        <Button size="xl" loading={accept.isPending} disabled={ended !== null} onClick={() => void accept.run()}>
          {t('drive_accept')}
        </Button>
        {(ended === 'gone' || ended === 'ran-out') && <Text component="output">{t(offerEnds[ended])}</Text>}
      </footer>
    </article>
  )
}

const inputOf = ({ bookingId }: OfferView) => ({ params: { id: bookingId }, body: {} })

/** The offer stays: the driver may accept it after going online or adding money. */
const mendable: readonly unknown[] = ['driver_offline', 'wallet_balance_low']

/** Accepts an offer. Handles the answer even if the offer has expired and its card is gone. */
export const useAccept = (
  offer: OfferView,
  { onAccepting, onAccepted, onGone }: Pick<Props, 'onAccepting' | 'onAccepted' | 'onGone'>,
) => {
  const { mutateAsync, isPending } = useMove(bookingsCalls.accept)
  const run = async () => {
    onAccepting(true)
    try {
      await mutateAsync(inputOf(offer))
    } catch (error) {
      onAccepting(false)
      if (isRefused(error) && !mendable.includes(keyOf(error))) onGone()
      return
    }
    onAccepted()
  }
  return { run, isPending }
}

const radius = 26
const length = 2 * Math.PI * radius

/** A ring that drains with the time left, around the seconds. */
export const Ring = ({ share, text, label }: { share: number; text: string; label: string }) => (
  <span className={classes.ring} role="timer" aria-label={label} data-late={share < 0.3 || undefined}>
    <svg viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
      <circle cx="32" cy="32" r={radius} />
      <circle cx="32" cy="32" r={radius} strokeDasharray={length} strokeDashoffset={length * (1 - share)} />
    </svg>
    <b aria-hidden="true">{text}</b>
  </span>
)
