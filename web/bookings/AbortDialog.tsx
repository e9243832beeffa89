import { Button, Group, Stack, Text, TextInput, Textarea } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { endingsCalls } from '@remis/domain/booking/booking-routes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayHaveHappened, useMove } from '../booking-parts/booking-queries.ts'
import { useFormat } from '../platform/use-format.ts'
import { amountIn } from '../ui/form/amount-in.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'

interface Props {
  readonly booking: BookingView
  readonly onClose: () => void
}

/** Ends a trip with a part of the quoted fare, or without any, which cancels the booking [design/moves-37]. */
export const AbortDialog = ({ booking, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const abort = useMove(endingsCalls.abort)
  const most = booking.estimate ?? booking.trip_cost ?? 0
  const fare = amountIn(typed)
  const wrongFare = fare === null || (fare !== undefined && fare > most)
  const noReason = reason.trim() === ''
  const send = () => {
    setChecked(true)
    if (wrongFare || noReason) return
    abort.mutate(
      { params: { id: booking.id }, body: { reason: reason.trim(), fare: fare ?? null } },
      { onSuccess: onClose, onError: (error) => !mayHaveHappened(error) && onClose() },
    )
  }
  return (
    <Dialog title={t('abort_title')} closeLabel={t('cancel_keep')} onClose={onClose}>
      <Stack gap="md">
        <Text>{t('abort_lead')}</Text>
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
        <Textarea
          label={t('office_reason')}
          required
          maxLength={300}
          rows={2}
          value={reason}
          error={checked && noReason ? t('office_reason_missing') : null}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onClose}>
            {t('cancel_keep')}
          </Button>
          <Button color="red" size="md" loading={abort.isPending} onClick={send}>
            {t('abort_confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
