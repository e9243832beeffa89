import { checkBookNow } from '@remis/domain/booking/booking-checks'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useSession } from '../platform/session.ts'
import { keyOf, showMessage } from '../platform/show-message.ts'
import { emptyDraft, forgetDraft, loadDraft, saveDraft, type BookingDraft } from './booking-draft.ts'
import classes from './BookingForm.module.css'
import { WideButton } from '../ui/WideButton.tsx'
import { CarTypeSelect } from './CarTypeSelect.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { useBookingFlow, type FullDraft } from './use-booking-flow.ts'
import { priceOf, useCarTypes, usePrices } from './use-prices.ts'

const EstimateDialog = lazy(async () => ({ default: (await import('./EstimateDialog.tsx')).EstimateDialog }))
const BookedDialog = lazy(async () => ({ default: (await import('./BookedDialog.tsx')).BookedDialog }))

const isFull = (draft: BookingDraft): draft is BookingDraft & FullDraft =>
  draft.pickup !== null && draft.drop !== null && draft.carType !== null

/** spec 1 §2: two places, a car type, Book Now. What was filled in survives the way to /login and back. */
export const BookingForm = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const session = useSession()
  const [draft, setDraft] = useState(loadDraft)
  const [checked, setChecked] = useState(false)
  const pickupField = useRef<HTMLInputElement>(null)
  const dropField = useRef<HTMLInputElement>(null)
  const carField = useRef<HTMLButtonElement>(null)
  const bookButton = useRef<HTMLButtonElement>(null)
  const cars = useCarTypes()
  const mayPrice =
    session.state === 'signed-out' || session.user?.usertype === 'rider' || session.user?.usertype === 'admin'
  const prices = usePrices(draft.pickup, draft.drop, mayPrice)
  const car = cars.data?.find(({ id }) => id === draft.carType) ?? null

  const toLogin = () => {
    showMessage('must_login', 'info')
    saveDraft({ ...draft, goOn: true })
    void navigate({ to: paths.login() })
  }
  const { flow, price, confirm, close } = useBookingFlow(toLogin)

  const change = (part: Partial<BookingDraft>) => {
    const next = { ...draft, ...part, goOn: false }
    setDraft(next)
    saveDraft(next)
  }

  const book = () => {
    const viewer = session.user === null ? null : { role: session.user.usertype }
    const ask = { pickup: draft.pickup, drop: draft.drop, carType: car?.id ?? null }
    const fault = checkBookNow(ask, { viewer, screen: 'landing', now: Date.now(), freeDriver: null })
    setChecked(fault?.key === 'select_proper')
    if (fault?.key === 'must_login') return toLogin()
    if (fault !== null) {
      showMessage(fault.key)
      const field = { pickup: pickupField, drop: dropField, carType: carField }[fault.field ?? '']
      return field?.current?.focus()
    }
    if (isFull(draft)) void price({ pickup: draft.pickup, drop: draft.drop, carType: draft.carType })
  }

  // Back from the sign-in: go on where Book was pressed, as soon as the car types are known.
  const goOn = draft.goOn && session.user?.usertype === 'rider' && cars.data !== undefined
  useEffect(() => {
    if (!goOn) return
    change({})
    book()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per return, whatever else changes
  }, [goOn])

  const booked = (leave: () => Promise<void>) => {
    forgetDraft()
    setDraft(emptyDraft)
    close()
    void leave()
  }

  const missing = (field: 'pickup' | 'drop' | 'carType') =>
    checked && (field === 'carType' ? car : draft[field]) === null
  return (
    <form
      className={classes.card}
      aria-labelledby="booking-form-title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        book()
      }}
    >
      <h2 id="booking-form-title" className={classes.title}>
        {t('booking_form')}
      </h2>
      <PlaceFields
        pickup={draft.pickup}
        drop={draft.drop}
        onChange={change}
        pickupError={missing('pickup') ? t('pickup_missing') : null}
        dropError={missing('drop') ? t('drop_missing') : null}
        pickupRef={pickupField}
        dropRef={dropField}
      />
      {cars.isError ? (
        <Retry text={t('car_types_failed')} onRetry={() => void cars.refetch()} />
      ) : (
        <CarTypeSelect
          cars={cars.data ?? []}
          value={car}
          onChange={(chosen) => change({ carType: chosen?.id ?? null })}
          priceOf={(one) => priceOf(prices.data, one)}
          pricing={prices.isFetching}
          error={missing('carType') ? t('car_type_missing') : null}
          buttonRef={carField}
        />
      )}
      {prices.isError && <PriceFault error={prices.error} onRetry={() => void prices.refetch()} />}
      <WideButton busy={flow.step === 'pricing'} buttonRef={bookButton}>
        {t('book_now')}
      </WideButton>
      <Suspense>
        {(flow.step === 'estimate' || flow.step === 'confirming') && (
          <EstimateDialog
            flow={flow}
            onConfirm={() => {
              if (isFull(draft)) void confirm(draft)
            }}
            onClose={() => {
              close()
              requestAnimationFrame(() => bookButton.current?.focus())
            }}
          />
        )}
        {flow.step === 'booked' && (
          <BookedDialog
            bookingId={flow.bookingId}
            onWatch={() => booked(() => navigate({ to: paths.trip(flow.bookingId) }))}
            onClose={() => booked(() => navigate({ to: paths.bookings() }))}
          />
        )}
      </Suspense>
    </form>
  )
}

const Retry = ({ text, onRetry }: { text: string; onRetry: () => void }) => {
  const { t } = useTranslation()
  return (
    <p className={classes.fault} role="alert">
      {text}{' '}
      <button type="button" className={classes.again} onClick={onRetry}>
        {t('try_again')}
      </button>
    </p>
  )
}

/** A place we do not serve is no fault of the network: trying again would not help. */
const PriceFault = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation()
  const key = keyOf(error)
  const final = key === 'out_of_region' || key === 'place_to_coords_error' || key === 'no_route_found'
  if (!final) return <Retry text={t('prices_failed')} onRetry={onRetry} />
  return (
    <p className={classes.fault} role="alert">
      {t(key)}
    </p>
  )
}
