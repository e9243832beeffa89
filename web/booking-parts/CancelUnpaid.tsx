import { Button, Group, Stack, Text } from '@mantine/core'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { Spinner } from '../ui/parts/WideButton.tsx'
import { useMove } from './booking-queries.ts'

/** [booking-44], ms */
const cancelsAfter = 1500

interface Props {
  readonly id: string
  readonly onClose: () => void
}

/**
 * Cancels a PAYMENT_PENDING booking without asking for a reason [booking-44]; it can be stopped before the time is
 * over.
 */
export const CancelUnpaid = ({ id, onClose }: Props) => {
  const { t } = useTranslation()
  const cancel = useMove(bookingsCalls.cancel)
  const run = useRef(() => undefined as void)
  useEffect(() => {
    run.current = () => cancel.mutate({ params: { id }, body: {} }, { onSettled: onClose })
  })
  useEffect(() => {
    const timer = setTimeout(() => run.current(), cancelsAfter)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Dialog title={t('cancel_unpaid')} closeLabel={t('cancel_keep')} busy={cancel.isPending} onClose={onClose}>
      <Stack gap="md">
        <Group wrap="nowrap">
          <Spinner size={28} />
          <Text aria-live="polite">{t('cancel_unpaid_lead')}</Text>
        </Group>
        <Group justify="flex-end">
          <Button variant="default" size="md" disabled={cancel.isPending} onClick={onClose}>
            {t('cancel_keep')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
