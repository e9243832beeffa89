import { bookingsApi } from '@remis/domain/booking/booking-api'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../ui/ReasonDialog.tsx'
import { cancelReasonsQuery, useMove } from './booking-queries.ts'

interface Props {
  readonly id: string
  /** the driver gives up a trip, everybody else cancels a ride */
  readonly driver?: boolean
  readonly onClose: () => void
}

/** spec 1 §5: for NEW or ACCEPTED a reason dialog opens; the cancellation carries the reason. */
export const CancelDialog = ({ id, driver = false, onClose }: Props) => {
  const { t } = useTranslation()
  const { data: reasons } = useQuery(cancelReasonsQuery)
  const cancel = useMove(bookingsApi.cancel)
  return (
    <ReasonDialog
      title={t(driver ? 'cancel_title_driver' : 'cancel_title')}
      lead={t('cancel_lead')}
      reasons={reasons}
      confirm={t(driver ? 'cancel_confirm_driver' : 'cancel_confirm')}
      keep={t('cancel_keep')}
      none={t('no_cancel_reason')}
      busy={cancel.isPending}
      onConfirm={(reason) => cancel.mutate({ params: { id }, body: { reason } }, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}
