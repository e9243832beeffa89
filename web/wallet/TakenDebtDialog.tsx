import { NativeSelect } from '@mantine/core'
import type { DebtTripView, DebtView } from '@remis/domain/wallet/debts-api'
import { debtsCalls } from '@remis/domain/wallet/wallet-routes'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { closing } from '../platform/api/call-outcome.ts'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { usePress } from '../platform/api/use-press.ts'
import { keyOf } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { useReasonForm } from '../ui/dialogs/use-reason-form.ts'
import { ReasonFormDialog } from '../ui/dialogs/WrittenReasonDialog.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'

interface Props {
  readonly debt: DebtView
  readonly onClose: () => void
}

/** The office records afterwards which driver took a debt in cash [design/money-99]. */
export const TakenDebtDialog = ({ debt, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const amount = format.money(debt.rest)
  const {
    data: trips,
    error,
    refetch,
  } = useQuery({
    queryKey: ['debts', debt.id, 'trips'],
    queryFn: () => call(debtsCalls.trips, { params: { id: debt.id } }),
  })
  const record = usePress(debtsCalls.driverCash)
  const form = useReasonForm({ bookingId: '' }, ({ bookingId }) => ({
    bookingId: bookingId === '' ? t('debt_taken_choose') : null,
  }))
  const nameOf = ({ bookingId, driverName, at }: DebtTripView) =>
    // An option takes no bdi: each part keeps its direction.
    [driverName, format.date(at, 'date-time'), bookingId].map((part) => `\u2068${part}\u2069`).join(' · ')
  const done = () => {
    void queryClient.invalidateQueries({ queryKey: ['debts'] })
    onClose()
  }
  return (
    <ReasonFormDialog
      title={t('debt_taken_title', { name: debt.riderName, amount })}
      lead={t('debt_taken_lead')}
      confirm={t('debt_taken_confirm', { amount })}
      busy={record.isPending}
      form={form}
      ready={trips !== undefined && trips.rows.length > 0}
      fields={
        trips === undefined && error !== null ? (
          <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} />
        ) : (
          <NativeSelect
            size="md"
            label={t('debts_booking')}
            description={t(trips?.rows.length === 0 ? 'debt_taken_none' : 'debt_taken_choose')}
            required
            data-autofocus
            data={[
              { value: '', label: '' },
              ...(trips?.rows ?? []).map((trip) => ({ value: trip.bookingId, label: nameOf(trip) })),
            ]}
            {...form.getInputProps('bookingId')}
          />
        )
      }
      onConfirm={({ bookingId, reason }) =>
        record.mutate({ params: { id: debt.id }, body: { bookingId, amount: debt.rest, reason } }, closing(done))
      }
      onClose={onClose}
    />
  )
}
