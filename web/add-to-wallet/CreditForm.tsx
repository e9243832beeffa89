import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Fault } from '@remis/domain/kit/check'
import { exponentOf } from '@remis/domain/kit/currency'
import { AppError } from '@remis/domain/messages/app-error'
import { fullName } from '@remis/domain/people/first-name'
import { checkCredit, noCreditLimits } from '@remis/domain/wallet/credit-checks'
import type { WalletOwner } from '@remis/domain/wallet/credits-api'
import { creditsCalls } from '@remis/domain/wallet/wallet-routes'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../platform/api/plain-call.ts'
import { useSettings } from '../platform/api/settings.ts'
import { usePress } from '../platform/api/use-press.ts'
import { EditButton } from '../platform/list/demo.tsx'
import { keyOf, showMessage, showText } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { LeaveGuard } from '../ui/dialogs/LeaveGuard.tsx'
import { amountFault, amountIn } from '../ui/form/amount-in.ts'
import { symbolSection } from '../ui/form/symbol-section.tsx'
import classes from './add-to-wallet.module.css'
import { WalletPicker } from './WalletPicker.tsx'

type FaultAt = 'user' | 'amount' | 'reason'

/** The text at the field: the message of [wallet-8], which is shown too, names both fields. */
export const textAt = ({ key, field }: Fault) => {
  if (key !== 'no_details_error') return key
  return field === 'amount' ? 'withdrawal_amount_invalid' : 'credit_user_missing'
}

/** A credit that is checked and not yet confirmed. */
interface Asked {
  readonly owner: WalletOwner
  readonly body: { readonly amount: number; readonly reason: string; readonly cash: boolean }
}

/** Adds money to a wallet: a user, an amount, a reason and a button [wallet-7]; asks before it is posted. */
export const CreditForm = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const settings = useSettings()
  const form = useForm({ initialValues: { user: null as WalletOwner | null, amount: '', reason: '', cash: false } })
  const userField = useRef<HTMLInputElement>(null)
  const amountField = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const create = usePress(creditsCalls.create)
  const refuse = (at: FaultAt, text: string) => {
    form.setErrors({ [at]: text })
    if (at === 'user') userField.current?.focus()
    if (at === 'amount') amountField.current?.focus()
  }
  const ask = ({ user: owner, amount, reason, cash }: typeof form.values) => {
    const unread = owner === null ? null : amountFault(amount, format)
    if (unread !== null) return refuse('amount', t(unread))
    // What is no number counts as 0.
    const given = amountIn(amount, format) ?? undefined
    const { code = 'USD', decimal = 2 } = settings ?? {}
    const wrong = checkCredit(
      { user: owner?.id, amount: given, reason },
      { exponent: exponentOf(code), settings: { decimal, ...noCreditLimits } },
    )
    if (wrong !== null) {
      if (wrong.key === 'no_details_error') showMessage(wrong.key)
      return refuse((wrong.field ?? 'user') as FaultAt, t(textAt(wrong)))
    }
    if (owner === null || given === undefined) return
    setAsked({ owner, body: { amount: given, reason, cash } })
  }
  const send = ({ owner, body }: Asked) =>
    create.mutate(
      { params: { id: owner.id }, body },
      {
        onSettled: () => setAsked(null),
        onSuccess: ({ credit }) => {
          const text = { amount: format.money(credit.amount), name: credit.name }
          showText(`credit-${credit.id}`, t(credit.state === 'waiting' ? 'credit_waits' : 'credit_done', text))
          void queryClient.invalidateQueries({ queryKey: ['credits'] })
          void queryClient.invalidateQueries({ queryKey: ['wallet-owners'] })
          form.reset()
        },
        onError: (error) => {
          const at = error instanceof AppError ? Object.keys(error.fields ?? {})[0] : undefined
          if (at === 'amount' || at === 'reason') refuse(at, t(keyOf(error)))
        },
      },
    )
  const { value: owner, onChange: setOwner, error: noOwner } = form.getInputProps('user')
  return (
    <form className={classes.form} noValidate onSubmit={(event) => form.onSubmit(ask)(event)}>
      <WalletPicker value={owner} onChange={setOwner} error={noOwner} inputRef={userField} />
      <TextInput
        ref={amountField}
        size="md"
        label={t('credit_amount')}
        withAsterisk
        inputMode="decimal"
        autoComplete="off"
        {...symbolSection(settings)}
        {...form.getInputProps('amount')}
      />
      <Textarea
        size="md"
        label={t('credit_reason')}
        description={t('credit_reason_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        dir="auto"
        rows={2}
        maxLength={300}
        {...form.getInputProps('reason')}
      />
      <Checkbox
        label={t('credit_cash')}
        description={t('credit_cash_hint')}
        {...form.getInputProps('cash', { type: 'checkbox' })}
      />
      <EditButton type="submit" size="md">
        {t('credit_send')}
      </EditButton>
      {asked !== null && (
        <ConfirmDialog
          title={t('credit_send')}
          lead={t('credit_confirm', { amount: format.money(asked.body.amount), name: fullName(asked.owner) })}
          confirm={t('wallet_add_amount', { amount: format.money(asked.body.amount) })}
          keep={t('cancel')}
          harmless
          busy={create.isPending}
          onConfirm={() => send(asked)}
          onClose={() => setAsked(null)}
        />
      )}
      <LeaveGuard dirty={form.isDirty()} />
    </form>
  )
}
