import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Group, Radio, Switch, Text, TextInput } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { correctionsCalls } from '@remis/domain/booking/booking-routes'
import type { Reply } from '@remis/domain/kit/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../../booking-parts/booking-cache.ts'
import { useMove } from '../../booking-parts/booking-queries.ts'
import { useSettings } from '../../platform/api/settings.ts'
import { keyOf } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import { amountFault, amountIn } from '../../ui/form/amount-in.ts'
import { symbolSection } from '../../ui/form/symbol-section.tsx'
import { useReasonForm } from '../../ui/dialogs/use-reason-form.ts'
import { ReasonFormDialog } from '../../ui/dialogs/WrittenReasonDialog.tsx'
import { correctionStart } from './correction-start.ts'

export type EarlierCorrections = Reply<typeof correctionsCalls.list>

interface Props {
  readonly booking: BookingView
  readonly earlier: EarlierCorrections
  readonly onClose: () => void
}

/** Gives money back to the rider or charges more, with a reason that the rider reads [design/money-33]. */
export const CorrectionDialog = ({ booking, earlier, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const settings = useSettings()
  const queries = useQueryClient()
  /** What is typed as an amount; null when it is none, or 0. */
  const amountAbove0 = (typed: string): number | null => amountIn(typed, format) || null
  const proposed = correctionStart(booking, earlier.rows)
  /** What was paid, and what is owed beside it [design/money-96]. */
  const hint = ({ mostBack, owed }: EarlierCorrections): string =>
    [
      t('correction_amount_hint', { amount: format.money(mostBack - owed) }),
      ...(owed > 0 ? [t('correction_owed_hint', { owed: format.money(owed) })] : []),
    ].join(' ')
  const form = useReasonForm({ direction: proposed, amount: '', withDriver: true }, ({ amount }) => {
    const fault = amountFault(amount, format) ?? (amountAbove0(amount) === null ? 'correction_amount_invalid' : null)
    return { amount: fault && t(fault) }
  })
  // The version that the admin decided on; after a refusal the one that is shown then [design/money-83].
  const [decidedOn, setDecidedOn] = useState<number | null>(booking.version)
  const correct = useMove(correctionsCalls.correct, booking.version)
  const send = ({ direction, amount: typed, reason, withDriver }: typeof form.values) => {
    const amount = amountAbove0(typed)
    if (amount === null) return
    correct.mutate(
      {
        params: { id: booking.id },
        body: {
          direction: direction === 'charge' ? 'charge' : 'back',
          amount,
          reason,
          withDriver,
          version: decidedOn ?? booking.version,
        },
      },
      {
        onError: (error) => {
          const key = keyOf(error)
          if (key === 'booking_moved_on') setDecidedOn(null)
          if (key === 'correction_above_paid' || key === 'correction_above_fare') form.setFieldError('amount', t(key))
        },
        onSuccess: () => {
          void queries.invalidateQueries({ queryKey: bookingKeys.corrections(booking.id) })
          onClose()
        },
      },
    )
  }
  return (
    <ReasonFormDialog
      title={t('correction_title')}
      lead={t('correction_lead')}
      confirm={t('correction_confirm')}
      busy={correct.isPending}
      form={form}
      fields={
        <>
          <Radio.Group label={t('correction_direction')} {...form.getInputProps('direction')}>
            <Group mt="xs">
              <Radio value="back" label={t('correction_back')} />
              <Radio value="charge" label={t('correction_charge')} />
            </Group>
          </Radio.Group>
          <TextInput
            label={t('correction_amount')}
            description={hint(earlier)}
            {...symbolSection(settings)}
            required
            size="md"
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            data-autofocus
            {...form.getInputProps('amount')}
          />
          {decidedOn === null && <Text role="alert">{t('booking_moved_on')}</Text>}
        </>
      }
      more={
        <Switch
          label={t('correction_with_driver')}
          description={t('correction_with_driver_hint')}
          {...form.getInputProps('withDriver', { type: 'checkbox' })}
        />
      }
      onConfirm={send}
      onClose={onClose}
    />
  )
}
