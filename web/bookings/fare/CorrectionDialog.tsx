import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Group, Radio, Switch, TextInput } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { correctionsCalls } from '@remis/domain/booking/booking-routes'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../../booking-parts/booking-cache.ts'
import { useMove } from '../../booking-parts/booking-queries.ts'
import { amountIn } from '../../ui/form/amount-in.ts'
import { WrittenReasonDialog } from '../../ui/dialogs/WrittenReasonDialog.tsx'

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
  const [withDriver, setWithDriver] = useState(true)
  const correct = useMove(correctionsCalls.correct, booking.version)
  const amount = amountIn(typed)
  const valid = amount !== null && amount !== undefined && amount > 0
  const send = (reason: string) =>
    valid &&
    correct.mutate(
      { params: { id: booking.id }, body: { direction, amount, reason, withDriver } },
      {
        onSuccess: () => {
          void queries.invalidateQueries({ queryKey: bookingKeys.corrections(booking.id) })
          onClose()
        },
      },
    )
  return (
    <WrittenReasonDialog
      title={t('correction_title')}
      lead={t('correction_lead')}
      confirm={t('correction_confirm')}
      busy={correct.isPending}
      fields={(checked) => (
        <>
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
            error={checked && !valid ? t('correction_amount_invalid') : null}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </>
      )}
      valid={valid}
      more={
        <Switch
          label={t('correction_with_driver')}
          description={t('correction_with_driver_hint')}
          checked={withDriver}
          onChange={(event) => setWithDriver(event.currentTarget.checked)}
        />
      }
      onConfirm={send}
      onClose={onClose}
    />
  )
}
