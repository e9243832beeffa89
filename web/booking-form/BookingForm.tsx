import type { KnownPlace } from '@remis/domain/people/riders-api'
import { Suspense, useRef, useState } from 'react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { lazyPart } from '../platform/page/lazy-part.tsx'
import { useVariant } from '../platform/api/settings.ts'
import { priceOf } from '../booking-parts/use-prices.ts'
import { MapHint } from '../places/MapHint.tsx'
import { WideButton } from '../ui/parts/WideButton.tsx'
import classes from './BookingForm.module.css'
import { BookingSteps } from './BookingSteps.tsx'
import { CarTypeSelect } from './CarTypeSelect.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { PriceFault, Retry } from './PriceFault.tsx'
import { useBookingForm, type OfficeForm } from './use-booking-form.ts'
import { WhenFields } from './WhenFields.tsx'

const CallerFields = lazyPart(
  async () => (await import('./caller/CallerFields.tsx')).CallerFields,
  ['caller', 'money', 'trips'],
)
const NoteField = lazyPart(async () => (await import('./caller/NoteField.tsx')).NoteField, ['caller'])

interface Props {
  readonly office?: OfficeForm
}

/** Two places, a car type, now or later [landing-12]. The draft is kept over the redirect to /login and back. */
export const BookingForm = ({ office }: Props) => {
  const { t } = useFirstTexts()
  const formRef = useRef<HTMLFormElement>(null)
  const riderField = useRef<HTMLInputElement>(null)
  const pickupField = useRef<HTMLInputElement>(null)
  const dropField = useRef<HTMLInputElement>(null)
  const carField = useRef<HTMLButtonElement>(null)
  const dateField = useRef<HTMLInputElement>(null)
  const bookButton = useRef<HTMLButtonElement>(null)
  const { draft, pickup, drop, car, cars, prices, booking, ...form } = useBookingForm(office, {
    form: formRef,
    rider: riderField,
    pickup: pickupField,
    drop: dropField,
    carType: carField,
    tripdate: dateField,
    book: bookButton,
  })
  const forRider = office !== undefined
  const rider = office?.rider ?? null
  const variant = useVariant()
  const [places, setPlaces] = useState<readonly KnownPlace[]>()
  const isMissing = (value: object | null) => form.checked && value === null
  return (
    <form
      ref={formRef}
      className={classes.card}
      {...(forRider ? { 'aria-label': t('add_booking') } : { 'aria-labelledby': 'booking-form-title' })}
      noValidate
      // outside of a dialog: a submit by the browser, before the app is loaded, does nothing
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault()
        form.book()
      }}
    >
      <div className={classes.head} hidden={forRider && drop === null && draft.carType === null}>
        {!forRider && (
          <h2 id="booking-form-title" className={classes.title}>
            {t('booking_form')}
          </h2>
        )}
        {(drop !== null || draft.carType !== null) && (
          <button type="button" className={classes.clear} onClick={form.clear}>
            {t('clear_trip')}
          </button>
        )}
      </div>
      {office !== undefined && (
        <Suspense fallback={<div className={classes.riderRoom} />}>
          <CallerFields
            rider={rider}
            onRider={office.onRider}
            error={form.checked && rider === null ? t('rider_missing') : null}
            inputRef={riderField}
            onPlaces={setPlaces}
            onRide={form.change}
          />
        </Suspense>
      )}
      <PlaceFields
        key={form.timesCleared}
        pickup={pickup}
        drop={drop}
        onChange={form.choosePlaces}
        pickupError={isMissing(pickup) ? t('pickup_missing') : null}
        dropError={isMissing(drop) ? t('drop_missing') : null}
        pickupRef={pickupField}
        dropRef={dropField}
        known={places}
      />
      {cars.isError ? (
        <Retry text={t('car_types_failed')} onRetry={() => void cars.refetch()} />
      ) : cars.data?.length === 0 ? (
        <p className={classes.fault} role="alert">
          {t('no_cars')}
        </p>
      ) : (
        <CarTypeSelect
          cars={cars.data ?? []}
          value={car}
          onChange={(chosen) => form.change({ carType: chosen?.id ?? null })}
          priceOf={(one) => priceOf(prices.data, one)}
          pricing={prices.isFetching}
          later={draft.later}
          error={isMissing(car) ? t('car_type_missing') : null}
          buttonRef={carField}
        />
      )}
      {prices.isError && <PriceFault error={prices.error} onRetry={() => void prices.refetch()} />}
      {form.outside && !prices.isError && <MapHint />}
      <WhenFields
        later={draft.later}
        tripdate={draft.tripdate}
        onChange={form.change}
        error={
          form.lateFault !== null
            ? t(form.lateFault)
            : form.checked && draft.tripdate === null
              ? t('when_missing')
              : null
        }
        inputRef={dateField}
      />
      {office !== undefined && !variant.needsRecipient && (
        <Suspense>
          <NoteField value={office.note} onChange={office.onNote} />
        </Suspense>
      )}
      <WideButton busy={form.busy} buttonRef={bookButton}>
        {t(draft.later ? 'book_later' : 'book_now')}
      </WideButton>
      <BookingSteps
        booking={booking}
        draft={draft}
        car={car}
        rider={rider?.id ?? null}
        parcelOf={[rider?.id, form.timesCleared, draft.owner].join(' ')}
        office={forRider}
        note={office?.note ?? ''}
        onLeave={form.saveToGoOn}
        onClose={() => {
          form.closeEstimate()
        }}
      />
    </form>
  )
}
