import { Button, Group, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls, tripCodesCalls } from '@remis/domain/booking/booking-routes'
import { bookingCan, type Viewer } from '@remis/domain/booking/booking-status'
import { tripCodeStatuses } from '@remis/domain/booking/statuses'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMove } from '../../booking-parts/booking-queries.ts'
import { call } from '../../platform/api/call.ts'
import { showError } from '../../platform/show-message.ts'

interface Props {
  readonly booking: BookingView
  readonly viewer: Viewer
}

/**
 * Reveals the trip code to an admin, for a rider on the phone; each time is written to the audit log [booking-38]. A
 * locked one is renewed first [design/moves-20].
 */
export const RevealCode = ({ booking, viewer }: Props) => {
  const { t } = useTranslation()
  const { id } = booking
  const reveal = useMutation({
    mutationFn: () => call(tripCodesCalls.reveal, { params: { id }, body: {} }),
    onError: showError,
  })
  const renew = useMove(bookingsCalls.renewTripCode)
  if (!booking.codeNeeded || !tripCodeStatuses.includes(booking.status)) return null
  if (booking.codeLocked === true) {
    const can = bookingCan.renewCode(booking, viewer)
    return (
      <Group gap="sm" aria-live="polite">
        <Text size="sm">{t(can ? 'trip_code_locked_office' : 'no_more_trip_codes')}</Text>
        {can && (
          <Button loading={renew.isPending} onClick={() => renew.mutate({ params: { id }, body: {} })}>
            {t('trip_code_renew_left')}
          </Button>
        )}
      </Group>
    )
  }
  return (
    <Group gap="sm" aria-live="polite">
      {reveal.data === undefined ? (
        <>
          <Button variant="default" loading={reveal.isPending} onClick={() => reveal.mutate()}>
            {t('reveal_code')}
          </Button>
          <Text size="xs" c="dimmed">
            {t('reveal_code_hint')}
          </Text>
        </>
      ) : (
        <Text>
          {t('col_otp')}: <b dir="ltr">{reveal.data.otp}</b>
        </Text>
      )}
    </Group>
  )
}
