import { useNow } from '../platform/api/server-clock.ts'
import { Text, Title } from '@mantine/core'
import { noShowReason } from '@remis/domain/booking/system-reason'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { isAborted } from '@remis/domain/booking/booking-status'
import type { Role } from '@remis/domain/kit/endpoint'
import { openDebtOf } from '@remis/domain/booking/unpaid/open-debt'
import type { TripPosition } from '@remis/domain/tracking/tracking-api'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../platform/use-format.ts'
import { Announced } from './Announced.tsx'
import { PositionAge } from './PositionAge.tsx'
import { Progress } from './Progress.tsx'
import { cancelledAmounts, otherSentence, positionAge, returnedText, sentenceOf, type Sentence } from './trip-state.ts'
import { useLeftPickup } from '../booking-parts/booking-queries.ts'
import type { Eta } from '../booking-parts/use-driver-position.ts'
import { feeText } from '../booking-parts/cancel/fee-text.ts'
import { reasonText } from '../booking-parts/reason-text.ts'
import classes from './trip.module.css'

interface Props {
  readonly trip: BookingView
  readonly role: Role
  readonly position: TripPosition | null
  readonly eta: Eta | null
  readonly lost: boolean
}

type AnySentence = Omit<Sentence, 'key'> & { readonly key: Sentence['key'] | ReturnType<typeof otherSentence> }

/** The state as a sentence, announced when it changes, and the five steps. */
export const TripHead = ({ trip, role, position, eta, lost }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(5000)
  const age = position === null ? null : positionAge(position.at, now)
  const leftPickup = useLeftPickup(trip)
  // Hide the arrival time when the position is over a minute old.
  const sentence: AnySentence =
    role === 'rider'
      ? sentenceOf(trip, age?.look === 'lost' ? null : (eta?.seconds ?? null), leftPickup)
      : { key: otherSentence(trip) }
  const words = {
    driver: trip.driver_name ?? '',
    time: sentence.seconds === undefined ? '' : format.duration(sentence.seconds, eta?.range),
    amount: format.money((trip.payableAmount ?? 0) + openDebtOf(trip)),
  }
  return (
    <header className={classes.head}>
      <Title order={1} size="h3" className={classes.sentence}>
        {/* a range of minutes stays on one line */}
        {t(sentence.key, words).replaceAll('–', '\u2060–\u2060')}
      </Title>
      {leftPickup ? (
        <Announced state="trip_left_pickup" text={t('trip_left_pickup')} />
      ) : (
        <Announced state={sentence.key} text={t(sentence.key, words)} />
      )}
      {trip.status === 'CANCELLED' && <Cancelled trip={trip} role={role} />}
      {isAborted(trip) && trip.reason && (
        <Text c="dimmed">{t('trip_cancelled_because', { reason: reasonText(t, trip.reason) })}</Text>
      )}
      {trip.status === 'ARRIVED' && trip.arrivalConfirmedAt === null && (
        <Text size="sm">{t(role === 'rider' ? 'trip_arrival_unconfirmed' : 'trip_arrival_unconfirmed_other')}</Text>
      )}
      {leftPickup && <Text size="sm">{t('trip_left_pickup')}</Text>}
      {role === 'rider' && isRebooked(trip) && <Text>{t('trip_rebooked')}</Text>}
      {position !== null && <PositionAge at={position.at} now={now} />}
      {lost && (
        <Text size="xs" className={classes.age} data-look="lost">
          {t('location_fetch_error')}
        </Text>
      )}
      {!isAborted(trip) && <Progress status={trip.status} returned={trip.undelivered !== null} />}
    </header>
  )
}

/** The trip continues a ride that its driver cancelled, or it was cancelled and is continued by another booking. */
const isRebooked = (trip: BookingView): boolean =>
  trip.status === 'CANCELLED' ? Boolean(trip.successor) : trip.status === 'NEW' && Boolean(trip.predecessor)

/** Who cancelled and why, the fee, and what came back. */
const Cancelled = ({ trip, role }: Pick<Props, 'trip' | 'role'>) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { fee, owed, returned } = cancelledAmounts(trip)
  const rider = role === 'rider'
  const noShow = trip.reason === noShowReason
  const by = trip.cancelledBy ?? 'system'
  return (
    <>
      <Text c="dimmed">
        {rider && noShow
          ? t('trip_no_show')
          : t(rider && by === 'rider' ? 'trip_you_cancelled' : `trip_cancelled_by_${by}`)}{' '}
        {trip.reason !== null &&
          trip.reason !== '' &&
          by !== 'system' &&
          !(rider && noShow) &&
          t('trip_cancelled_because', { reason: reasonText(t, trip.reason) })}
      </Text>
      {fee > 0 && (
        <Text fw={600}>
          {feeText(t, format, { fee, owed }, rider ? 'trip_cancelled_fee' : 'trip_cancelled_fee_other')}
        </Text>
      )}
      {rider && returned !== null && (
        <Text size="sm">{t(returnedText(returned.to, trip.refund), { amount: format.money(returned.amount) })}</Text>
      )}
    </>
  )
}
