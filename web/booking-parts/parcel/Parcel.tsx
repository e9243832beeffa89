import type { BookingView } from '@remis/domain/booking/booking-api'
import { useTranslation } from 'react-i18next'
import { useVariant } from '../../platform/api/settings.ts'
import { Lines } from './Lines.tsx'
import classes from './Parcel.module.css'
import { useParcelLines } from './use-parcel-lines.ts'

/** The parcel, its receiver and the instructions, for its sender and the office [delivery-5]. */
export const Parcel = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const variant = useVariant()
  const lines = useParcelLines(trip)
  if (!variant.showsParcel) return null
  return (
    <section className={classes.parcel} aria-labelledby="parcel">
      <h2 id="parcel">{t('parcel')}</h2>
      <Lines lines={lines} />
    </section>
  )
}
