import { TextInput } from '@mantine/core'
import { exponentOf } from '@remis/domain/kit/currency'
import { checkCredit, noCreditLimits } from '@remis/domain/wallet/credit-checks'
import type { DebtView } from '@remis/domain/wallet/debts-api'
import { creditsCalls } from '@remis/domain/wallet/wallet-routes'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../platform/api/plain-call.ts'
import { useSettings } from '../platform/api/settings.ts'
import { usePress } from '../platform/api/use-press.ts'
import { showText } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { useReasonForm } from '../ui/dialogs/use-reason-form.ts'
import { ReasonFormDialog } from '../ui/dialogs/WrittenReasonDialog.tsx'
import { amountFault, amountIn, numberText } from '../ui/form/amount-in.ts'
import { symbolSection } from '../ui/form/symbol-section.tsx'

interface Props {
  readonly debt: DebtView
  readonly onClose: () => void
}

/** The office took cash from a rider who owes: a credit of the wallet, which pays the oldest debts first. */
export const PaidDebtDialog = ({ debt, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const settings = useSettings()
  const credit = usePress(creditsCalls.create)
  const usual = t('debt_paid_reason')
  const form = useReasonForm(
    { amount: numberText(debt.rest, format.locale) },
    ({ amount: typed }) => {
      const unread = amountFault(typed, format)
      if (unread !== null) return { amount: t(unread) }
      const fault = checkCredit(
        { user: debt.rider, amount: amountIn(typed, format) ?? 0, reason: usual },
        {
          exponent: exponentOf(debt.currency),
          settings: { decimal: settings?.decimal ?? 2, ...noCreditLimits },
        },
      )
      return { amount: fault === null ? null : t(fault.key) }
    },
    usual,
  )
  const amount = amountIn(form.values.amount, format) ?? 0
  const done = () => {
    void queryClient.invalidateQueries({ queryKey: ['debts'] })
    onClose()
  }
  return (
    <ReasonFormDialog
      title={t('debt_paid_title', { name: debt.riderName })}
      lead={t('debt_paid_lead')}
      confirm={t('debt_paid_confirm', { amount: format.money(amount) })}
      busy={credit.isPending}
      form={form}
      fields={
        <TextInput
          label={t('credit_amount')}
          required
          data-autofocus
          inputMode="decimal"
          autoComplete="off"
          {...symbolSection(settings)}
          {...form.getInputProps('amount')}
        />
      }
      onConfirm={({ reason }) =>
        credit.mutate(
          { params: { id: debt.rider }, body: { amount, reason, cash: true } },
          {
            onSuccess: ({ credit: made }) => {
              const text = { amount: format.money(made.amount), name: made.name }
              showText(`credit-${made.id}`, t(made.state === 'waiting' ? 'credit_waits' : 'credit_done', text))
              done()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}
