import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { endingsCalls } from '@remis/domain/booking/booking-routes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayHaveHappened, useMove } from '../booking-parts/booking-queries.ts'
import { useFormat } from '../platform/use-format.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'

interface Props {
  readonly booking: BookingView
  readonly onClose: () => void
}

/** Shows the amount that is written off and asks for the reason. */
export const WriteOffDialog = ({ booking, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const writeOff = useMove(endingsCalls.writeOff)
  const amount = format.money(booking.payableAmount ?? 0)
  const send = () => {
    setChecked(true)
    if (reason.trim() === '') return
    writeOff.mutate(
      { params: { id: booking.id }, body: { reason: reason.trim() } },
      { onSuccess: onClose, onError: (error) => !mayHaveHappened(error) && onClose() },
    )
  }
  return (
    <Dialog title={t('write_off_title', { amount })} closeLabel={t('cancel_keep')} onClose={onClose}>
      <Stack gap="md">
        <Text>{t('write_off_lead')}</Text>
        <Textarea
          label={t('office_reason')}
          required
          maxLength={300}
          rows={2}
          value={reason}
          error={checked && reason.trim() === '' ? t('office_reason_missing') : null}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onClose}>
            {t('cancel_keep')}
          </Button>
          <Button color="red" size="md" loading={writeOff.isPending} onClick={send}>
            {t('write_off_confirm', { amount })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
