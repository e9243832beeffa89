import type { BookingScreen } from '@remis/domain/booking/booking-checks'
import type { KnownPlace, RiderChoice } from '@remis/domain/people/riders-api'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { paths } from '../paths.ts'
import { lazyPart } from '../platform/page/lazy-part.tsx'
import { serverClock } from '../platform/api/server-clock.ts'
import { useSession } from '../platform/api/session.ts'
import { useSettings, useSettingsFailed, useVariant } from '../platform/api/settings.ts'
import { forgetAnswer, prepareMessages, showMessage } from '../platform/show-message.ts'
import { fullDraft } from './booking-request.ts'
import { chosenPlace, cleared, forgetDraft, type BookingDraft } from '../booking-parts/booking-draft.ts'
import classes from './BookingForm.module.css'
import { BookingSteps } from './BookingSteps.tsx'
import { checkDraft, type LateFault } from './press/check-draft.ts'
import { usePressedEarly } from './press/use-pressed-early.ts'
import { PriceFault, Retry } from './PriceFault.tsx'
import { WideButton } from '../ui/parts/WideButton.tsx'
import { CarTypeSelect } from './CarTypeSelect.tsx'
import { MapHint } from '../places/MapHint.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { WhenFields } from './WhenFields.tsx'
import { useBookingFlow, type Chosen } from './use-booking-flow.ts'
import { useDraft, type OfficeDraft } from './use-draft.ts'
import { asksForParcel } from './parcel/instruction.ts'
import { priceOf, useCarTypes, usePrices } from '../booking-parts/use-prices.ts'

const CallerFields = lazyPart(
  async () => (await import('./caller/CallerFields.tsx')).CallerFields,
  ['caller', 'money', 'trips'],
)
const NoteField = lazyPart(async () => (await import('./caller/NoteField.tsx')).NoteField, ['caller'])

/** On /addbookings a rider is chosen [booking-45]. */
export interface OfficeForm extends OfficeDraft {
  readonly rider: RiderChoice | null
  readonly onRider: (rider: RiderChoice | null) => void
  /** to the driver */
  readonly note: string
  readonly onNote: (note: string) => void
}

interface Props {
  readonly office?: OfficeForm
}

/** Two places, a car type, now or later [landing-12]. The draft is kept over the redirect to /login and back. */
export const BookingForm = ({ office }: Props) => {
  const { t } = useFirstTexts()
  const navigate = useNavigate()
  const session = useSession()
  const settings = useSettings()
  const forRider = office !== undefined
  const screen: BookingScreen = forRider ? 'admin' : 'landing'
  const rider = office?.rider ?? null
  const [places, setPlaces] = useState<readonly KnownPlace[]>()
  const variant = useVariant()
  const form = useRef<HTMLFormElement>(null)
  const riderField = useRef<HTMLInputElement>(null)
  const pickupField = useRef<HTMLInputElement>(null)
  const dropField = useRef<HTMLInputElement>(null)
  const carField = useRef<HTMLButtonElement>(null)
  const dateField = useRef<HTMLInputElement>(null)
  const bookButton = useRef<HTMLButtonElement>(null)
  const [lateFault, setLateFault] = useState<LateFault | null>(null)
  /** a place of the last quote was not on the map */
  const [outside, setOutside] = useState(false)
  const [checked, setChecked] = useState(false)
  /** resets what is typed in the fields of the places */
  const [timesCleared, setTimesCleared] = useState(0)
  const { draft, ...drafts } = useDraft(
    office,
    () => form.current?.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]?.checked ?? false,
  )
  const cars = useCarTypes()
  const mayPrice =
    session.state === 'signed-out' || session.user?.usertype === 'rider' || session.user?.usertype === 'admin'
  const [pickup, drop] = [chosenPlace(draft.pickup), chosenPlace(draft.drop)]
  const prices = usePrices(pickup, drop, mayPrice, draft.later ? draft.tripdate : null)
  const car = cars.data?.find(({ id }) => id === draft.carType) ?? null

  const settingsFailed = useSettingsFailed()
  const waits =
    session.state === 'unknown' ||
    (draft.carType !== null && cars.data === undefined && !cars.isError) ||
    // the time is read in the operator's zone, and no later than the operator allows
    (draft.later && settings === undefined && !settingsFailed)

  const toLogin = (chosen: Partial<Chosen> = {}) => {
    // the page stays, behind the dialog to sign in again
    if (forRider) return
    showMessage('must_login', 'info')
    drafts.saveToGoOn(chosen)
    void navigate({ to: paths.login() })
  }
  const booking = useBookingFlow(toLogin, () => setOutside(true))

  const change = (part: Partial<BookingDraft>) => {
    if (part.pickup !== undefined || part.drop !== undefined) prepareMessages()
    drafts.change(part)
    setLateFault(null)
    setOutside(false)
  }
  /** The destination comes after the pickup, so it gets the focus while it is empty. */
  const choosePlaces = (part: Partial<BookingDraft>) => {
    change(part)
    if (!part.pickup || (part.drop ?? drop) !== null) return
    // the place comes from the server, and the person may be elsewhere by then
    const { activeElement } = document
    if (activeElement === pickupField.current || activeElement === document.body) dropField.current?.focus()
  }

  const book = () => {
    if (waits) return early.press()
    const viewer = session.user === null ? null : { role: session.user.usertype }
    const { tripdate } = draft
    const ask = { pickup, drop, carType: car?.id ?? null, rider: rider?.id ?? null, tripdate }
    const context = { viewer, screen, now: serverClock.now(), bookLaterDays: settings?.bookLaterDays }
    const { fault, field, missing, late } = checkDraft(ask, draft.later, context)
    setChecked(missing !== undefined)
    setLateFault(late)
    if (fault?.key === 'must_login') return toLogin()
    if (fault !== null) {
      showMessage(fault.key, 'error', missing && t(missing))
      const fields = { pickup: pickupField, drop: dropField, carType: carField, rider: riderField, tripdate: dateField }
      return field && fields[field].current?.focus()
    }
    forgetAnswer()
    const full = fullDraft(draft, rider?.id ?? null, {})
    // [delivery-4]
    if (full !== null) void booking.price(full, draft.promo, asksForParcel(variant, car))
  }

  // Back from the sign-in: continue where Book was pressed, once the car types are loaded.
  const goOn = draft.goOn && session.user?.usertype === 'rider' && cars.data !== undefined
  useEffect(() => {
    if (!goOn) return
    change({})
    book()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per return
  }, [goOn])

  const early = usePressedEarly(waits, session, book)

  // The form, a reload, or the way to the payment page and back must not offer the same ride again.
  const { step } = booking.flow
  const isMade = step === 'booked' || step === 'paying'
  useEffect(() => {
    if (!isMade) return
    drafts.empty()
    office?.onNote('')
    office?.onRider(null)
    if (!forRider) forgetDraft()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per booking
  }, [isMade, forRider])

  const clear = () => {
    change(cleared(draft))
    setChecked(false)
    setTimesCleared(timesCleared + 1)
    // the selected point is the pickup [booking-31]
    requestAnimationFrame(() => pickupField.current?.focus())
  }

  const isMissing = (value: object | null) => checked && value === null
  return (
    <form
      ref={form}
      className={classes.card}
      {...(forRider ? { 'aria-label': t('add_booking') } : { 'aria-labelledby': 'booking-form-title' })}
      noValidate
      // outside of a dialog: a submit by the browser, before the app is loaded, does nothing
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault()
        book()
      }}
    >
      <div className={classes.head} hidden={forRider && drop === null && draft.carType === null}>
        {!forRider && (
          <h2 id="booking-form-title" className={classes.title}>
            {t('booking_form')}
          </h2>
        )}
        {(drop !== null || draft.carType !== null) && (
          <button type="button" className={classes.clear} onClick={clear}>
            {t('clear_trip')}
          </button>
        )}
      </div>
      {office !== undefined && (
        <Suspense fallback={<div className={classes.riderRoom} />}>
          <CallerFields
            rider={rider}
            onRider={office.onRider}
            error={checked && rider === null ? t('rider_missing') : null}
            inputRef={riderField}
            onPlaces={setPlaces}
            onRide={change}
          />
        </Suspense>
      )}
      <PlaceFields
        key={timesCleared}
        pickup={pickup}
        drop={drop}
        onChange={choosePlaces}
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
          onChange={(chosen) => change({ carType: chosen?.id ?? null })}
          priceOf={(one) => priceOf(prices.data, one)}
          pricing={prices.isFetching}
          later={draft.later}
          error={isMissing(car) ? t('car_type_missing') : null}
          buttonRef={carField}
        />
      )}
      {prices.isError && <PriceFault error={prices.error} onRetry={() => void prices.refetch()} />}
      {outside && !prices.isError && <MapHint />}
      <WhenFields
        later={draft.later}
        tripdate={draft.tripdate}
        onChange={change}
        error={lateFault !== null ? t(lateFault) : checked && draft.tripdate === null ? t('when_missing') : null}
        inputRef={dateField}
      />
      {office !== undefined && !variant.needsRecipient && (
        <Suspense>
          <NoteField value={office.note} onChange={office.onNote} />
        </Suspense>
      )}
      <WideButton busy={step === 'pricing' || early.isPressed} buttonRef={bookButton}>
        {t(draft.later ? 'book_later' : 'book_now')}
      </WideButton>
      <BookingSteps
        booking={booking}
        draft={draft}
        car={car}
        rider={rider?.id ?? null}
        parcelOf={[rider?.id, timesCleared, draft.owner].join(' ')}
        office={forRider}
        note={office?.note ?? ''}
        onLeave={drafts.saveToGoOn}
        onClose={() => {
          drafts.change({ promo: null, mode: null })
          requestAnimationFrame(() => bookButton.current?.focus())
        }}
      />
    </form>
  )
}
