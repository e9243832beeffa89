import { Button, Text, Title } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { IconNavigation, IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { nextPoint } from '../../booking-parts/use-route-ahead.ts'
import { useSettings } from '../../platform/api/settings.ts'
import { useFormat } from '../../platform/use-format.ts'
import { Face } from '../../ui/parts/Person.tsx'
import { useFocusKept } from '../../ui/dialogs/use-focus.ts'
import { CodePad } from './CodePad.tsx'
import classes from '../drive.module.css'
import { shareChange } from './share-change.ts'
import { navigationLink, firstName, stepTitle } from './drive-steps.ts'

/** One sentence on why the share is not the one of the request. */
const ShareNote = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const change = shareChange(trip)
  if (change === null) return null
  return (
    <span className={classes.quiet}>
      {t(change.key, {
        amount: format.money(change.amount),
        km: format.distance(change.final.km),
        time: format.duration(change.final.seconds),
        quotedKm: format.distance(change.quoted.km),
        quotedTime: format.duration(change.quoted.seconds),
      })}
      {change.charged !== null && ` ${t(`trip_charged_${change.charged}`)}`}
    </span>
  )
}

interface Props {
  readonly trip: BookingView
  readonly code: string
  readonly onCode: (code: string) => void
  readonly onStart: () => void
}

/** The facts of the step: address, rider, amount. */
export const StepPanel = ({ trip, code, onCode, onStart }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const coded = useSettings()?.otp_secure ?? true
  const name = firstName(trip.customer_name)
  const goal = nextPoint(trip)
  const toCollect = trip.payableAmount ?? 0
  const asking = trip.status === 'ARRIVED' && coded
  const title = useFocusKept<HTMLHeadingElement>(trip.status)
  return (
    <div className={classes.step}>
      <Title ref={title} order={1} size="h3" tabIndex={-1} aria-live="polite">
        {asking ? t('drive_code_title', { name }) : t(stepTitle(trip))}
      </Title>
      {trip.status === 'REACHED' && <strong className={classes.pay}>{format.money(toCollect)}</strong>}
      {(trip.status === 'PAID' || trip.status === 'COMPLETE') && (
        <div className={classes.sum}>
          <span className={classes.quiet}>{t('drive_earned_trip')}</span>
          <strong className={classes.pay}>{format.money(trip.driver_share ?? 0)}</strong>
          <ShareNote trip={trip} />
        </div>
      )}
      {trip.status === 'PENDING' && <strong className={classes.pay}>{format.money(toCollect)}</strong>}
      {trip.status === 'CANCELLED' && trip.reason && (
        <Text c="dimmed">{t('trip_cancelled_because', { reason: trip.reason })}</Text>
      )}
      {goal !== null && (
        <div className={classes.goal}>
          <p>
            <bdi>{goal.add}</bdi>
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
      )}
      {asking && <CodePad label={t('drive_code_title', { name })} value={code} onChange={onCode} onEnter={onStart} />}
      {(goal !== null || trip.status === 'ARRIVED') && (
        <div className={classes.rider}>
          <Face src={trip.customer_image ?? null} name={name} size={44} />
          <span>
            <b>{name}</b>
            <span className={classes.quiet}>
              {trip.payment_mode === 'cash'
                ? t('drive_collect_cash', { amount: format.money(toCollect) })
                : t(trip.payment_mode === 'card' ? 'drive_paid_card' : 'drive_paid_wallet')}
            </span>
          </span>
          {trip.customer_contact && /^\+?[\d\s-]+$/.test(trip.customer_contact) && (
            <Button
              component="a"
              href={`tel:${trip.customer_contact.replace(/[\s-]/g, '')}`}
              variant="light"
              size="lg"
              leftSection={<IconPhone size={20} stroke={1.75} aria-hidden />}
              aria-label={t('trip_call_person', { name })}
            >
              {t('trip_call')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
