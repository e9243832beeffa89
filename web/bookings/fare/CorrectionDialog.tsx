import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Button, Group, Radio, Stack, Switch, Text, TextInput, Textarea } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { correctionsCalls } from '@remis/domain/booking/booking-routes'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../../booking-parts/booking-cache.ts'
import { mayHaveHappened, useMove } from '../../booking-parts/booking-queries.ts'
import { amountIn } from '../../ui/form/amount-in.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'

interface Props {
  readonly booking: BookingView
  readonly onClose: () => void
}

/** Gives money back to the rider or charges more, with a reason that the rider reads [design/money-33]. */
export const CorrectionDialog = ({ booking, onClose }: Props) => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { computed, final } = booking.fare ?? {}
  const waiting = computed !== undefined && final ? computed.total - final.total : 0
  const [direction, setDirection] = useState<'back' | 'charge'>(waiting > 0 ? 'charge' : 'back')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [withDriver, setWithDriver] = useState(true)
  const [checked, setChecked] = useState(false)
  const correct = useMove(correctionsCalls.correct)
  const amount = amountIn(typed)
  const noAmount = amount === null || amount === undefined || amount <= 0
  const noReason = reason.trim() === ''
  const send = () => {
    setChecked(true)
    if (noAmount || noReason) return
    correct.mutate(
      { params: { id: booking.id }, body: { direction, amount, reason: reason.trim(), withDriver } },
      {
        onSuccess: () => {
          void queries.invalidateQueries({ queryKey: bookingKeys.corrections(booking.id) })
          onClose()
        },
        onError: (error) => !mayHaveHappened(error) && setChecked(false),
      },
    )
  }
  return (
    <Dialog title={t('correction_title')} closeLabel={t('cancel_keep')} onClose={onClose}>
      <Stack gap="md">
        <Text>{t('correction_lead')}</Text>
        <Radio.Group
          label={t('correction_direction')}
          value={direction}
          onChange={(value) => setDirection(value === 'charge' ? 'charge' : 'back')}
        >
          <Group mt="xs">
            <Radio value="back" label={t('correction_back')} />
            <Radio value="charge" label={t('correction_charge')} />
          </Group>
        </Radio.Group>
        <TextInput
          label={t('correction_amount')}
          required
          size="md"
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          data-autofocus
          value={typed}
          error={checked && noAmount ? t('correction_amount_invalid') : null}
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
        <Switch
          label={t('correction_with_driver')}
          description={t('correction_with_driver_hint')}
          checked={withDriver}
          onChange={(event) => setWithDriver(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onClose}>
            {t('cancel_keep')}
          </Button>
          <Button size="md" loading={correct.isPending} onClick={send}>
            {t('correction_confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
