import { Button, Text, Title, VisuallyHidden } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { endedStatuses, pickupStatuses, type Status } from '@remis/domain/booking/statuses'
import { kmBetween } from '@remis/domain/kit/distance'
import { isAtPickup } from '@remis/domain/tracking/pickup-presence'
import { firstName } from '@remis/domain/people/first-name'
import { IconMessage, IconNavigation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LaterTime } from '../../booking-parts/LaterTime.tsx'
import { nextPoint, type RouteAhead } from '../../booking-parts/use-route-ahead.ts'
import { ChatButton } from '../../chat/ChatButton.tsx'
import { useFormat } from '../../platform/use-format.ts'
import { CallButton } from '../../ui/parts/phone/CallButton.tsx'
import { Face } from '../../ui/parts/Person.tsx'
import { useFocusKept } from '../../ui/dialogs/use-focus.ts'
import classes from '../drive.module.css'
import { ParcelFacts } from '../parcel/ParcelFacts.tsx'
import { PhotoStep } from '../parcel/PhotoStep.tsx'
import type { ParcelRules } from '../parcel/use-parcel-rules.ts'
import type { Whereabouts } from '../positions/use-position-watch.ts'
import type { CodeFault } from './code-fault.ts'
import { CodePad } from './CodePad.tsx'
import { isThere, navigationLink, stepTitle } from './drive-steps.ts'
import { DebtPart, StepMoney, toCollectOf } from './StepMoney.tsx'

/** The other side can still be reached: something was left in the car [design/chat-13]. */
const ended: readonly Status[] = ['REACHED', ...endedStatuses]

interface Props {
  readonly trip: BookingView
  readonly code: string
  readonly onCode: (code: string) => void
  readonly onStart: () => void
  readonly fault: CodeFault | null
  /** a step of the trip is not answered yet */
  readonly busy: boolean
  readonly where: Whereabouts
  /** to the pickup or the drop */
  readonly left: RouteAhead['left']
  readonly rules: ParcelRules
}

/** The facts of the step: address, rider, amount. */
export const StepPanel = ({ trip, code, onCode, onStart, fault, busy, where, left, rules }: Props) => {
  const { t } = useTranslation()
  const name = firstName(trip.customer_name)
  const goal = nextPoint(trip)
  const onTheWay = goal !== null || trip.status === 'ARRIVED'
  const asking = trip.status === 'ARRIVED' && trip.codeNeeded
  const title = useFocusKept<HTMLHeadingElement>(trip.status)
  return (
    <div className={classes.step}>
      <Title ref={title} order={1} size="h3" tabIndex={-1} aria-live="polite">
        {asking ? t('drive_code_title', { name }) : t(stepTitle(trip))}
      </Title>
      {trip.status === 'ARRIVED' && trip.arrivalConfirmedAt === null && <Unconfirmed trip={trip} where={where} />}
      <StepMoney trip={trip} />
      <LaterTime trip={trip} />
      {goal !== null && <Goal goal={goal} left={left} isPickup={trip.status === 'ACCEPTED'} />}
      {trip.pickUpInstructions && pickupStatuses.includes(trip.status) && (
        <p className={classes.noteFromOffice}>
          <IconMessage size={20} stroke={1.75} aria-hidden />
          <VisuallyHidden>{t('drive_note')}: </VisuallyHidden>
          <bdi>{trip.pickUpInstructions}</bdi>
        </p>
      )}
      {rules.parcels && onTheWay && <ParcelFacts trip={trip} />}
      {rules.pickupPhoto && trip.status === 'ARRIVED' && (
        <PhotoStep booking={trip.id} name="pickup_image" label={t('col_pickup_photo')} disabled={busy} />
      )}
      {asking && (
        <CodePad
          label={t('drive_code_title', { name })}
          value={code}
          onChange={onCode}
          onEnter={onStart}
          fault={fault}
        />
      )}
      {trip.status === 'CANCELLED' && <ChatButton trip={trip} side="driver" size="lg" />}
      {(onTheWay || ended.includes(trip.status)) && <Rider trip={trip} onTheWay={onTheWay} />}
    </div>
  )
}

/** What is missing for the confirmation of the arrival [design/moves-70]. */
const Unconfirmed = ({ trip: { pickup }, where }: Pick<Props, 'trip' | 'where'>) => {
  const { t } = useTranslation()
  const format = useFormat()
  const text =
    where.at === null
      ? t('drive_unconfirmed_nowhere')
      : isAtPickup(pickup, { ...where.at, at: 0 })
        ? t('drive_unconfirmed_near')
        : t('drive_unconfirmed_far', { distance: format.distance(kmBetween(where.at, pickup)) })
  return (
    <Text aria-live="polite" className={classes.hint}>
      {text}
    </Text>
  )
}

interface GoalProps extends Pick<Props, 'left'> {
  readonly goal: BookingView['pickup']
  readonly isPickup: boolean
}

/** Shows where the driver goes and how far it is, with a link to the phone's map app. */
const Goal = ({ goal, left, isPickup }: GoalProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={classes.goal}>
      <p>
        <bdi>{goal.add}</bdi>
        <span className={classes.left}>
          {left !== null && !isThere(left.km) && `${format.duration(left.seconds)} · ${format.distance(left.km)}`}
          {left !== null && isThere(left.km) && isPickup && t('drive_at_pickup')}
        </span>
      </p>
      <Button
        component="a"
        href={navigationLink(goal, goal.add, navigator.userAgent)}
        target="_blank"
        rel="noopener noreferrer"
        variant="light"
        size="lg"
        leftSection={<IconNavigation size={20} stroke={1.75} aria-hidden />}
        aria-label={t('drive_navigate_to', { place: goal.add })}
      >
        {t('drive_navigate')}
      </Button>
    </div>
  )
}

interface RiderProps extends Pick<Props, 'trip'> {
  /** before the drop: shows how the trip is paid */
  readonly onTheWay: boolean
}

/** Shows the rider, with buttons to write and to call. */
const Rider = ({ trip, onTheWay }: RiderProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const name = firstName(trip.customer_name)
  return (
    <div className={classes.rider}>
      <Face src={trip.customer_image ?? null} name={name} size={44} />
      <span>
        <b>{name}</b>
        {onTheWay && (
          <span className={classes.quiet}>
            {trip.payment_mode === 'cash'
              ? t('offer_collect_cash', { amount: format.money(toCollectOf(trip)) })
              : t(trip.payment_mode === 'card' ? 'drive_paid_card' : 'drive_paid_wallet')}
          </span>
        )}
        {onTheWay && <DebtPart trip={trip} />}
      </span>
      <ChatButton trip={trip} side="driver" size="lg" />
      <CallButton size="lg" name={name} number={trip.customer_contact} />
    </div>
  )
}
