import { Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import classes from './ParcelRecord.module.css'

/** Whether there is anything to show: photos, the proof, a return. */
export const hasParcelRecord = ({ pickup_image, deliver_image, handover, undelivered }: BookingView): boolean =>
  (pickup_image ?? deliver_image ?? handover ?? undelivered) !== null

/** Photos, proof and return of a delivery [design/delivery-26]. Without a heading. */
export const ParcelRecord = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { handover, undelivered } = booking
  const returnFee = booking.returnFee ?? 0
  const photos = [
    { label: t('col_pickup_photo'), address: booking.pickup_image },
    { label: t('col_delivery_photo'), address: booking.deliver_image },
    { label: t('return_photo'), address: undelivered?.image ?? null },
    { label: t('proof_signature'), address: handover?.signature ?? null },
  ].flatMap(({ label, address }) => (address === null ? [] : [{ label, address }]))
  return (
    <div className={classes.record}>
      {undelivered !== null && (
        <div>
          <Text fw={600}>{t('undelivered_because', { reason: t(`undelivered_${undelivered.reason}`) })}</Text>
          {undelivered.note !== null && (
            <Text>
              <bdi>{undelivered.note}</bdi>
            </Text>
          )}
          {undelivered.drop !== null && (
            <Text size="sm" c="dimmed">
              {t('undelivered_from', { place: undelivered.drop.add })}
            </Text>
          )}
        </div>
      )}
      <dl className={classes.facts}>
        {returnFee > 0 && (
          <div>
            <dt>{t('return_fee')}</dt>
            <dd>{format.money(returnFee)}</dd>
          </div>
        )}
        {handover?.receivedBy && (
          <div>
            <dt>{t('received_by')}</dt>
            <dd>
              <bdi>{handover.receivedBy}</bdi>
            </dd>
          </div>
        )}
      </dl>
      {returnFee > 0 && (
        <Text size="sm" c="dimmed">
          {t('return_fee_how')}
        </Text>
      )}
      {handover?.byCode === true && <Text size="sm">{t('received_with_code')}</Text>}
      {photos.length > 0 && (
        <div className={classes.photos}>
          {photos.map(({ label, address }) => (
            <a key={address} href={address} target="_blank" rel="noopener noreferrer">
              <img src={address} alt="" loading="lazy" />
              <span>{label}</span>
            </a>
          ))}
        </div>
      )}
    </div>
  )
}
