import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { BookingDraft } from '../booking-parts/booking-draft.ts'
import { paths } from '../paths.ts'
import { useVariant } from '../platform/api/settings.ts'
import { lazyPart } from '../platform/page/lazy-part.tsx'
import { fullDraft } from './booking-request.ts'
import { asksForParcel, instructionOf, parcelFor, type EnteredParcel, type ParcelChoice } from './parcel/instruction.ts'
import type { Chosen, useBookingFlow } from './use-booking-flow.ts'

/** They load with their texts, outside of the first page. */
const EstimateDialog = lazyPart(async () => (await import('./estimate/EstimateDialog.tsx')).EstimateDialog, ['money'])
const ParcelDialog = lazyPart(async () => (await import('./parcel/ParcelDialog.tsx')).ParcelDialog, ['delivery'])
const PayDialog = lazyPart(async () => (await import('../payments/PayDialog.tsx')).PayDialog, ['money'])
const BookedDialog = lazyPart(async () => (await import('./estimate/BookedDialog.tsx')).BookedDialog)

interface Props {
  readonly booking: ReturnType<typeof useBookingFlow>
  readonly draft: BookingDraft
  readonly car: CarTypeView | null
  /** id of the rider an admin books for; null on a rider's form */
  readonly rider: string | null
  readonly office: boolean
  /** changes where what was entered about the parcel is out of date: with the rider, or by "Start over" */
  readonly parcelOf: string
  /** of an admin, to the driver */
  readonly note: string
  /** the estimate is left to pay first, with these choices */
  readonly onLeave: (chosen: Chosen) => void
  /** a dialog was closed without a booking */
  readonly onClose: () => void
}

/** The dialogs after Book: parcel, estimate, payment, the booking that is made. */
export const BookingSteps = ({ booking, draft, car, rider, parcelOf, office, note, ...on }: Props) => {
  const { flow, choose, enterPromo, confirm, close } = booking
  const navigate = useNavigate()
  const variant = useVariant()
  const [entered, setEntered] = useState<EnteredParcel | null>(null)
  const parcel = parcelFor(parcelOf, entered)
  const { details, choice } = parcel
  const fullWith = (chosen: ParcelChoice | null) =>
    fullDraft(
      draft,
      rider,
      instructionOf(
        variant.needsRecipient ? details : { pickUpInstructions: note },
        asksForParcel(variant, car) ? chosen : null,
      ),
    )
  const full = fullWith(choice)
  const closed = () => {
    close()
    on.onClose()
  }
  const openPage = (path: string) => {
    setEntered(null)
    close()
    void navigate({ to: path })
  }

  return (
    <Suspense>
      {(flow.step === 'estimate' || flow.step === 'repricing' || flow.step === 'confirming') && (
        <EstimateDialog
          flow={flow}
          own={!office}
          details={details}
          onDetails={(typed) => setEntered({ ...parcel, details: typed })}
          onConfirm={(mode, debtInCash) => {
            if (full !== null) void confirm(full, mode, debtInCash)
          }}
          onPromo={(name, mode) => {
            if (full !== null) void enterPromo(full, name, mode)
          }}
          chosenBefore={draft.mode}
          onLeave={(mode) => on.onLeave({ promo: flow.quote.promo?.promo_name ?? null, mode })}
          onClose={closed}
        />
      )}
      {flow.step === 'choosing' && car !== null && (
        <ParcelDialog
          car={car}
          choice={choice}
          busy={flow.busy}
          onChoose={(chosen) => {
            setEntered({ ...parcel, choice: chosen })
            const wanted = fullWith(chosen)
            if (wanted !== null) void choose(wanted, draft.promo)
          }}
          onClose={closed}
        />
      )}
      {/* [payments-9] */}
      {flow.step === 'paying' && (
        <PayDialog order={{ booking: flow.booking }} onClose={() => openPage(paths.bookings())} />
      )}
      {flow.step === 'booked' && (
        <BookedDialog
          bookingId={flow.bookingId}
          office={office}
          onWatch={() => openPage((office ? paths.bookingPage : paths.trip)(flow.bookingId))}
          onClose={() => openPage(paths.bookings())}
        />
      )}
    </Suspense>
  )
}
