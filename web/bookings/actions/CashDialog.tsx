import { Button, Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import { IconBuilding, IconSteeringWheel } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMove } from '../../booking-parts/booking-queries.ts'
import { closing } from '../../platform/api/call-outcome.ts'
import { useFormat } from '../../platform/use-format.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'

interface Props {
  readonly booking: BookingView
  readonly onClose: () => void
}

/**
 * Asks for the holder of the cash before it is recorded: only cash that the driver has is debited from the driver
 * [design/money-15].
 */
export const CashDialog = ({ booking, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const pay = useMove(bookingsCalls.pay, booking.version)
  const record = (cash_taken_by: 'driver' | 'office') =>
    pay.mutate({ params: { id: booking.id }, body: { payment_mode: 'cash', cash_taken_by } }, closing(onClose))
  const amount = format.money(booking.payableAmount ?? 0)
  return (
    <Dialog title={t('cash_title', { amount })} closeLabel={t('cancel_keep')} busy={pay.isPending} onClose={onClose}>
      <Stack gap="md">
        <Text>{t('cash_lead')}</Text>
        <Button
          size="md"
          variant="light"
          leftSection={<IconSteeringWheel size={20} stroke={1.75} aria-hidden />}
          disabled={pay.isPending}
          onClick={() => record('driver')}
        >
          {t('cash_with_driver')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('cash_with_driver_hint', { amount, driver: booking.driver_name ?? '' })}
        </Text>
        <Button
          size="md"
          variant="light"
          leftSection={<IconBuilding size={20} stroke={1.75} aria-hidden />}
          disabled={pay.isPending}
          onClick={() => record('office')}
        >
          {t('cash_with_office')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('cash_with_office_hint')}
        </Text>
      </Stack>
    </Dialog>
  )
}
