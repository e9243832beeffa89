import { useNow } from '../../platform/live/live.ts'
import { Button, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls, endingsCalls } from '@remis/domain/booking/booking-routes'
import type { CancellationView } from '@remis/domain/booking/endings-api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMove } from '../../booking-parts/booking-queries.ts'
import { call } from '../../platform/api/call.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ReasonDialog } from '../../ui/dialogs/ReasonDialog.tsx'

interface Props {
  readonly trip: BookingView
  readonly disabled: boolean
}

/** Reports a no-show, possible some minutes after the arrival; shows the rider's fee [design/money-19]. */
export const NoShow = ({ trip, disabled }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(1000)
  const [asking, setAsking] = useState(false)
  const { data } = useQuery({
    queryKey: ['cancellation', trip.id, 'no-show'],
    staleTime: 0,
    queryFn: () => call(endingsCalls.cancellation, { params: { id: trip.id } }),
  })
  const noShow = data?.noShow ?? null
  if (noShow === null && !asking) return null
  const early = noShow !== null && now < noShow.from
  return (
    <>
      <Button
        size="md"
        variant="subtle"
        color="red"
        disabled={disabled || early}
        aria-describedby={early ? 'no-show-from' : undefined}
        onClick={() => setAsking(true)}
      >
        {t('no_show')}
      </Button>
      {early && (
        <Text id="no-show-from" size="xs" c="dimmed" ta="center">
          {t('no_show_from', { time: format.date(noShow.from, 'time') })}
        </Text>
      )}
      {asking && noShow !== null && data !== undefined && (
        <Report id={trip.id} fee={noShow.fee} reasons={data.reasons} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

interface ReportProps {
  readonly id: string
  /** major units */
  readonly fee: number
  readonly reasons: CancellationView['reasons']
  readonly onClose: () => void
}

const Report = ({ id, fee, reasons, onClose }: ReportProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const cancel = useMove(bookingsCalls.cancel)
  return (
    <ReasonDialog
      title={t('no_show_title')}
      lead={t('office_reason')}
      note={<Text>{fee > 0 ? t('no_show_lead', { amount: format.money(fee) }) : t('no_show_lead_free')}</Text>}
      reasons={reasons}
      confirm={t('no_show_confirm')}
      keep={t('cancel_keep')}
      none={t('no_cancel_reason')}
      busy={cancel.isPending}
      onConfirm={(reason) => cancel.mutate({ params: { id }, body: { reason, noShow: true } }, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}
