import { Text, VisuallyHidden } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { IconMessage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CallButton } from '../../ui/parts/phone/CallButton.tsx'
import drive from '../drive.module.css'
import classes from './parcel.module.css'

interface Choice {
  readonly parcelType: string | null
  readonly option: string | null
}

/** The names of the parcel type and the option, one line each; empty where none was chosen. */
export const ParcelChoice = ({ parcelType, option }: Choice) => {
  const { t } = useTranslation()
  if (parcelType === null && option === null) return null
  return (
    <dl className={classes.facts}>
      {parcelType !== null && (
        <div>
          <dt>{t('col_parcel')}</dt>
          <dd>{parcelType}</dd>
        </div>
      )}
      {option !== null && (
        <div>
          <dt>{t('col_option')}</dt>
          <dd>{option}</dd>
        </div>
      )}
    </dl>
  )
}

/** Parcel and receiver; the number while the courier may see it [design/access-5] [design/chat-12]. */
export const ParcelFacts = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const { parcelTypeSelected: parcel, optionSelected: option, deliveryPerson, deliveryPersonPhone: phone } = trip
  const atDoor = trip.status === 'STARTED' && trip.undelivered === null
  return (
    <div className={classes.parcel}>
      <ParcelChoice parcelType={parcel?.description ?? null} option={option?.description ?? null} />
      {(deliveryPerson !== null || phone) && trip.undelivered === null && (
        <div className={classes.recipient}>
          <span>
            <small>{t('recipient')}</small>
            <b>
              <bdi>{deliveryPerson ?? phone}</bdi>
            </b>
          </span>
          <CallButton size="lg" name={deliveryPerson ?? t('recipient')} number={phone} />
        </div>
      )}
      {atDoor && phone === null && (
        <Text size="sm" c="dimmed">
          {t('recipient_no_calls')}
        </Text>
      )}
      {atDoor && trip.deliveryInstructions && (
        <p className={drive.noteFromOffice}>
          <IconMessage size={20} stroke={1.75} aria-hidden />
          <VisuallyHidden>{t('col_delivery_instructions')}: </VisuallyHidden>
          <bdi>{trip.deliveryInstructions}</bdi>
        </p>
      )}
    </div>
  )
}
