import { Stack } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import type { TripPosition } from '@remis/domain/tracking/tracking-api'
import { useTranslation } from 'react-i18next'
import { useSession } from '../platform/api/session.ts'
import { PushOffer } from '../platform/push/PushOffer.tsx'
import type { Eta } from '../booking-parts/use-driver-position.ts'
import { ChainLinks } from '../booking-parts/ChainLinks.tsx'
import { LaterTime } from '../booking-parts/LaterTime.tsx'
import { RouteEnds } from '../ui/parts/RouteEnds.tsx'
import { CancelTerms } from './CancelTerms.tsx'
import { ParcelProof } from './ParcelProof.tsx'
import { Parcel } from '../booking-parts/parcel/Parcel.tsx'
import { PersonCard } from './PersonCard.tsx'
import { Price } from './Price.tsx'
import { Rating } from './Rating.tsx'
import { Receipt } from './Receipt.tsx'
import { Searching } from './Searching.tsx'
import { TripCode } from './TripCode.tsx'
import { TripHead } from './TripHead.tsx'
import { isArrived } from './trip-state.ts'
import { ChatButton } from '../chat/ChatButton.tsx'
import { SafetyPart, SafetyQuestion } from '../safety/SafetyPart.tsx'
import { ShareRide } from './follow/ShareRide.tsx'

/** In these statuses notices to the rider are still to come. */
const onTheWay: readonly string[] = ['NEW', 'ACCEPTED']

interface Props {
  readonly trip: BookingView
  readonly position: TripPosition | null
  /** seconds to the next point */
  readonly eta: Eta | null
  /** loaded, and there is no position */
  readonly lost: boolean
}

/** The panel of a trip for its rider, its driver or the office. */
export const TripPanel = ({ trip, position, eta, lost }: Props) => {
  const { t } = useTranslation()
  const { user } = useSession()
  if (user === null) return null
  const role = user.usertype
  const arrived = isArrived(trip.status)
  // The order changes on arrival. With keys the parts keep their state: a chat that is open in one stays open.
  const person = trip.status !== 'CANCELLED' && <PersonCard key="person" trip={trip} role={role} />
  const code = role === 'rider' && <TripCode key="code" trip={trip} />
  const notifications = role === 'rider' && onTheWay.includes(trip.status) && (
    <PushOffer key="notifications" text={t('push_ask_rider')} />
  )
  const rating = role === 'rider' && <Rating key="rating" trip={trip} />
  const proof = <ParcelProof key="proof" trip={trip} role={role} />
  const receipt = <Receipt key="receipt" trip={trip} role={role} />
  return (
    <Stack gap={20}>
      {role === 'rider' && <SafetyQuestion trip={trip} />}
      <TripHead trip={trip} role={role} position={position} eta={eta} lost={lost} />
      <LaterTime trip={trip} />
      {role === 'rider' && <Searching key={trip.id} trip={trip} />}
      {arrived ? [rating, proof, receipt, person] : [person, code, notifications, proof]}
      {trip.status === 'CANCELLED' && (role === 'rider' || role === 'driver') && <ChatButton trip={trip} side={role} />}
      {(role === 'rider' || role === 'driver') && (
        <SafetyPart trip={trip} side={role} share={<ShareRide trip={trip} side={role} />} />
      )}
      <RouteEnds
        from={{ label: t('trip_pickup'), text: trip.pickup.add }}
        to={{ label: t('trip_drop'), text: trip.drop.add }}
      />
      {role !== 'driver' && <Parcel trip={trip} />}
      {!arrived && trip.status !== 'CANCELLED' && <Price trip={trip} />}
      {role === 'rider' && <CancelTerms trip={trip} />}
      <ChainLinks booking={trip} />
    </Stack>
  )
}
