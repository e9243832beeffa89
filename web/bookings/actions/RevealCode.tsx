import { Button, Group, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { tripCodesCalls } from '@remis/domain/booking/booking-routes'
import { tripCodeStatuses } from '@remis/domain/booking/statuses'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/call.ts'
import { showError } from '../../platform/show-message.ts'

/** Reveals the trip code to an admin, for a rider on the phone; each time is written to the audit log [booking-38]. */
export const RevealCode = ({ booking: { id, status, codeNeeded } }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const reveal = useMutation({
    mutationFn: () => call(tripCodesCalls.reveal, { params: { id }, body: {} }),
    onError: showError,
  })
  if (!codeNeeded || !tripCodeStatuses.includes(status)) return null
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
