import '../ui/mantine-parts.ts'
import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chosenPlace, emptyDraft, type BookingDraft } from '../booking-parts/booking-draft.ts'
import { bookingQuery } from '../booking-parts/booking-queries.ts'
import { useCarTypes } from '../booking-parts/use-prices.ts'
import { LeaveGuard, type Place } from '../ui/dialogs/LeaveGuard.tsx'
import classes from './AddBookingPage.module.css'
import { BookingForm } from './BookingForm.tsx'
import { BookingMap } from './caller/BookingMap.tsx'
import { startOnce, type Start } from './repeated-start.ts'

/** `/addbookings`: the booking form of the landing page with a rider field, and a map beside it [booking-45]. */
export const AddBookingPage = () => {
  const { t } = useTranslation()
  const { again } = useSearch({ strict: false }) as { again?: unknown }
  const id = typeof again === 'string' ? again : undefined
  return (
    <div className={classes.page}>
      <Title order={1} size="h3">
        {t('add_booking_title')}
      </Title>
      {id === undefined ? <Desk start={emptyDraft} rider={null} /> : <Repeated key={id} id={id} />}
    </div>
  )
}

/** The form with rider, places and car type of a booking; the price is asked for again [booking-70]. */
const Repeated = ({ id }: { id: string }) => {
  const { t } = useTranslation()
  const booking = useQuery(bookingQuery(id))
  const cars = useCarTypes()
  const [before, setBefore] = useState<Start>()
  const start = startOnce(before, booking, cars)
  if (start !== before) setBefore(start)
  if (start === undefined) return <Skeleton height={480} aria-busy="true" />
  return (
    <>
      {start.missing && <Text role="alert">{t('trip_missing')}</Text>}
      <Desk {...start} />
    </>
  )
}

const inSameDesk = (one: Place, other: Place): boolean =>
  one.pathname === other.pathname && one.search.again === other.search.again

const isSameTrip = (one: BookingDraft, other: BookingDraft): boolean =>
  chosenPlace(one.pickup) === chosenPlace(other.pickup) &&
  chosenPlace(one.drop) === chosenPlace(other.drop) &&
  one.carType === other.carType &&
  one.later === other.later &&
  one.tripdate === other.tripdate

const Desk = ({ start, rider: first }: Start) => {
  const [rider, setRider] = useState(first)
  const [draft, setDraft] = useState(start)
  const [note, setNote] = useState('')
  const asAtFirst = rider === first && isSameTrip(draft, start)
  const empty = rider === null && isSameTrip(draft, emptyDraft)
  return (
    <div className={classes.desk}>
      <LeaveGuard dirty={note.trim() !== '' || !(asAtFirst || empty)} stays={inSameDesk} />
      <BookingForm office={{ rider, onRider: setRider, start, onDraft: setDraft, note, onNote: setNote }} />
      <BookingMap draft={draft} />
    </div>
  )
}
