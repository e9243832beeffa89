import type { BookingScreen } from '@remis/domain/booking/booking-checks'
import type { RiderChoice } from '@remis/domain/people/riders-api'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type RefObject } from 'react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { paths } from '../paths.ts'
import { serverClock } from '../platform/api/server-clock.ts'
import { useSession } from '../platform/api/session.ts'
import { useSettings, useSettingsFailed, useVariant } from '../platform/api/settings.ts'
import { forgetAnswer, prepareMessages, showMessage } from '../platform/show-message.ts'
import { chosenPlace, cleared, forgetDraft, type BookingDraft } from '../booking-parts/booking-draft.ts'
import { useCarTypes, usePrices } from '../booking-parts/use-prices.ts'
import { fullDraft } from './booking-request.ts'
import { asksForParcel } from './parcel/instruction.ts'
import { checkDraft, type LateFault } from './press/check-draft.ts'
import { usePressedEarly } from './press/use-pressed-early.ts'
import { useBookingFlow, type Chosen } from './use-booking-flow.ts'
import { useDraft, type OfficeDraft } from './use-draft.ts'

/** On /addbookings a rider is chosen [booking-45]. */
export interface OfficeForm extends OfficeDraft {
  readonly rider: RiderChoice | null
  readonly onRider: (rider: RiderChoice | null) => void
  /** to the driver */
  readonly note: string
  readonly onNote: (note: string) => void
}

/** What the form focuses; entries have the names of `checkDraft`. */
interface Fields {
  readonly form: RefObject<HTMLFormElement | null>
  readonly rider: RefObject<HTMLInputElement | null>
  readonly pickup: RefObject<HTMLInputElement | null>
  readonly drop: RefObject<HTMLInputElement | null>
  readonly carType: RefObject<HTMLButtonElement | null>
  readonly tripdate: RefObject<HTMLInputElement | null>
  readonly book: RefObject<HTMLButtonElement | null>
}

/** What is entered in the booking form, what it lacks, and the press of Book. `office`: on /addbookings. */
export const useBookingForm = (office: OfficeForm | undefined, fields: Fields) => {
  const { t } = useFirstTexts()
  const navigate = useNavigate()
  const session = useSession()
  const settings = useSettings()
  const forRider = office !== undefined
  const screen: BookingScreen = forRider ? 'admin' : 'landing'
  const rider = office?.rider ?? null
  const variant = useVariant()
  const [lateFault, setLateFault] = useState<LateFault | null>(null)
  /** a place of the last quote was not on the map */
  const [outside, setOutside] = useState(false)
  const [checked, setChecked] = useState(false)
  /** resets what is typed in the fields of the places */
  const [timesCleared, setTimesCleared] = useState(0)
  const { draft, ...drafts } = useDraft(
    office,
    () => fields.form.current?.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]?.checked ?? false,
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
    if (activeElement === fields.pickup.current || activeElement === document.body) fields.drop.current?.focus()
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
    requestAnimationFrame(() => fields.pickup.current?.focus())
  }

  return {
    draft,
    pickup,
    drop,
    car,
    cars,
    prices,
    booking,
    /** Book was pressed with an empty field: empty fields say so */
    checked,
    lateFault,
    outside,
    timesCleared,
    busy: step === 'pricing' || early.isPressed,
    change,
    choosePlaces,
    book,
    clear,
    saveToGoOn: drafts.saveToGoOn,
    closeEstimate: () => {
      drafts.change({ promo: null, mode: null })
      requestAnimationFrame(() => fields.book.current?.focus())
    },
  }
}
