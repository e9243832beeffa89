import type { BookingView } from '@remis/domain/booking/booking-api'
import { endingsCalls } from '@remis/domain/booking/booking-routes'
import { useTranslation } from 'react-i18next'
import { useMove } from '../../booking-parts/booking-queries.ts'
import { closing } from '../../platform/api/call-outcome.ts'
import { useFormat } from '../../platform/use-format.ts'
import { WrittenReasonDialog } from '../../ui/dialogs/WrittenReasonDialog.tsx'

interface Props {
  readonly booking: BookingView
  readonly onClose: () => void
}

/** Shows the amount that is written off and asks for the reason. */
export const WriteOffDialog = ({ booking, onClose }: Props) => {
  const { t } = useTranslation()
  const amount = useFormat().money(booking.payableAmount ?? 0)
  const writeOff = useMove(endingsCalls.writeOff, booking.version)
  return (
    <WrittenReasonDialog
      title={t('write_off_title', { amount })}
      lead={t('write_off_lead')}
      confirm={t('write_off_confirm', { amount })}
      danger
      busy={writeOff.isPending}
      onConfirm={(reason) => writeOff.mutate({ params: { id: booking.id }, body: { reason } }, closing(onClose))}
      onClose={onClose}
    />
  )
}
