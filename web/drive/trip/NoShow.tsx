import { useNow } from '../../platform/api/server-clock.ts'
import { Button, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCancellation, useMove } from '../../booking-parts/booking-queries.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'

interface Props {
  readonly trip: BookingView
  readonly disabled: boolean
}

/** Reports a no-show, possible some minutes after the confirmed arrival; shows the rider's fee [design/money-19]. */
export const NoShow = ({ trip, disabled }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(1000)
  const [asking, setAsking] = useState(false)
  const { cancellation } = useCancellation(trip.id, trip.version)
  const cancel = useMove(bookingsCalls.cancel)
  const noShow = cancellation?.noShow ?? null
  // The button has its place while the terms load, so that the other buttons do not move.
  const loading = cancellation === undefined && trip.arrivalConfirmedAt !== null
  if (noShow === null && !loading) return null
  const early = noShow === null || now < noShow.from
  const fee = noShow?.fee ?? 0
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
          {noShow === null ? '\u00a0' : t('no_show_from', { time: format.date(noShow.from, 'time') })}
        </Text>
      )}
      {asking && (
        <ConfirmDialog
          title={t('no_show_title')}
          lead={fee > 0 ? t('no_show_lead', { amount: format.money(fee) }) : t('no_show_lead_free')}
          confirm={t('no_show_confirm')}
          keep={t('cancel_keep')}
          busy={cancel.isPending}
          onConfirm={() =>
            cancel.mutate({ params: { id: trip.id }, body: { noShow: true } }, { onSettled: () => setAsking(false) })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
