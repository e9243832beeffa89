import { TextInput } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { endingsCalls } from '@remis/domain/booking/booking-routes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayHaveHappened, useMove } from '../../booking-parts/booking-queries.ts'
import { useFormat } from '../../platform/use-format.ts'
import { amountIn } from '../../ui/form/amount-in.ts'
import { WrittenReasonDialog } from '../../ui/dialogs/WrittenReasonDialog.tsx'

interface Props {
  readonly booking: BookingView
  readonly onClose: () => void
}

/** Ends a trip with a part of the quoted fare, or without any, which cancels the booking [design/moves-37]. */
export const AbortDialog = ({ booking, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const abort = useMove(endingsCalls.abort, booking.version)
  const most = booking.estimate ?? booking.trip_cost ?? 0
  const fare = amountIn(typed)
  const wrongFare = fare === null || (fare !== undefined && fare > most)
  return (
    <WrittenReasonDialog
      title={t('abort_title')}
      lead={t('abort_lead')}
      confirm={t('abort_confirm')}
      danger
      busy={abort.isPending}
      fields={(checked) => (
        <TextInput
          label={t('abort_fare')}
          description={t('abort_fare_hint', { amount: format.money(most) })}
          size="md"
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={typed}
          error={checked && wrongFare ? t('abort_fare_invalid', { amount: format.money(most) }) : null}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      valid={!wrongFare}
      onConfirm={(reason) =>
        abort.mutate(
          { params: { id: booking.id }, body: { reason, fare: fare ?? null } },
          { onSuccess: onClose, onError: (error) => !mayHaveHappened(error) && onClose() },
        )
      }
      onClose={onClose}
    />
  )
}
