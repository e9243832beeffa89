import '../ui/mantine-parts.ts'
import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './AddBookingPage.module.css'
import { BookingForm } from './BookingForm.tsx'

/** `/addbookings`: the booking form of the landing page with a rider field [booking-45]. */
export const AddBookingPage = () => {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <Title order={1} size="h3">
        {t('add_booking_title')}
      </Title>
      <BookingForm screen="admin" />
    </div>
  )
}
