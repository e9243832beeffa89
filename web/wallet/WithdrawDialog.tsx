import { Button, Stack, Text, TextInput } from '@mantine/core'
import { exponentOf } from '@remis/domain/kit/currency'
import { isAmount } from '@remis/domain/kit/money'
import type { MessageKey } from '@remis/domain/messages/english'
import type { WalletView } from '@remis/domain/wallet/wallet-api'
import { isMasked } from '@remis/domain/wallet/masked-account'
import { checkWithdrawal, withdrawableOf } from '@remis/domain/wallet/withdrawal-checks'
import { withdrawalsCalls } from '@remis/domain/wallet/wallet-routes'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../platform/api/plain-call.ts'
import { useSession } from '../platform/api/session.ts'
import { usePress } from '../platform/api/use-press.ts'
import { showMessage } from '../platform/show-message.ts'
import { useSettings } from '../platform/api/settings.ts'
import { useFormat } from '../platform/use-format.ts'
import { amountFault, amountIn, numberText } from '../ui/form/amount-in.ts'
import { Dialog, DialogFields } from '../ui/dialogs/Dialog.tsx'
import { UnsavedQuestion, useUnsaved } from '../ui/dialogs/unsaved.tsx'
import { focusFirstWrong } from '../ui/dialogs/focus-first-wrong.ts'
import { useConfirmed } from '../accounts/use-confirmed.tsx'
import { walletKeys } from './wallet-queries.ts'

interface Props {
  readonly wallet: WalletView
  readonly onClose: () => void
}

const bankFields = [
  ['bankName', 'bank_name'],
  ['bankCode', 'bank_code'],
  ['bankAccount', 'bank_account'],
] as const

/** A withdrawal request; the bank fields exist only with bank_fields on and are then required. */
export const WithdrawDialog = ({ wallet, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const exponent = exponentOf(wallet.currency)
  const { decimal = exponent } = useSettings() ?? {}
  const free = withdrawableOf(wallet)
  const role = useSession().user?.usertype ?? 'rider'
  // All that is left may have more decimals than amounts have now, which the text above the field rounds.
  const [proposed] = useState(isAmount(free, { decimal, exponent }) ? '' : numberText(free, format.locale))
  const [typed, setTyped] = useState(proposed)
  const [known] = useState({
    bankName: wallet.bank?.bankName ?? '',
    bankCode: wallet.bank?.bankCode ?? '',
    bankAccount: wallet.bank?.bankAccount ?? '',
  })
  const [bank, setBank] = useState(known)
  const [fault, setFault] = useState<{ on: 'amount' | 'bank'; text: string } | null>(null)
  const { run, dialog } = useConfirmed()
  const request = usePress(withdrawalsCalls.request, { run })
  const withBank = wallet.bank !== null
  // While the password is asked for, its dialog is the one on screen.
  const isShown = dialog === null
  const isTyped = typed !== proposed || bankFields.some(([field]) => bank[field] !== known[field])
  const busy = isShown && request.isPending
  const unsaved = useUnsaved({ dirty: isShown && isTyped, busy }, onClose)
  const form = useRef<HTMLFormElement>(null)
  const wrong = (on: 'amount' | 'bank', key: MessageKey | 'wallet_withdraw_too_much' | 'form_thousands') => {
    setFault({ on, text: t(key) })
    focusFirstWrong(form.current)
  }
  // The masked account that was shown means the stored one [design/money-30].
  const isStored = known.bankAccount !== '' && bank.bankAccount === known.bankAccount
  const isMissing = (field: keyof typeof bank) =>
    bank[field].trim() === '' || (field === 'bankAccount' && !isStored && isMasked(bank.bankAccount))

  const send = () => {
    const { locale } = format
    const isAll = amountIn(typed, { decimals: exponent, locale }) === free
    const style = { decimals: isAll ? exponent : decimal, locale }
    const amount = amountIn(typed, style) ?? 0
    const unread = amountFault(typed, style) ?? (amount > free ? 'wallet_withdraw_too_much' : null)
    if (unread !== null) return wrong('amount', unread)
    const refused = checkWithdrawal({
      role,
      amount,
      free,
      bank: isStored ? { ...bank, bankAccount: 'stored' } : bank,
      exponent,
      settings: { RiderWithDraw: wallet.may.withdraw, bank_fields: withBank, decimal, minWithdrawal: wallet.least },
    })
    if (refused !== null) return wrong(refused.field === 'bankAccount' ? 'bank' : 'amount', refused.key)
    setFault(null)
    request.mutate(
      { body: { amount, ...(withBank ? bank : {}) } },
      {
        onSuccess: () => {
          void queryClient.invalidateQueries({ queryKey: walletKeys.all })
          showMessage('updated', 'success')
          onClose()
        },
      },
    )
  }
  if (!isShown) return dialog
  return (
    <Dialog title={t('wallet_withdraw_title')} closeLabel={t('close')} busy={busy} onClose={unsaved.close}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap="md">
          <Text>{t('wallet_withdraw_lead', { amount: format.money(free) })}</Text>
          <DialogFields busy={busy}>
            <TextInput
              label={t('wallet_amount_in', { code: wallet.currency })}
              {...(wallet.least > 0
                ? { description: t('wallet_withdraw_least', { amount: format.money(wallet.least) }) }
                : {})}
              size="lg"
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
              value={typed}
              error={fault?.on === 'amount' ? fault.text : null}
              data-autofocus
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {withBank &&
              bankFields.map(([field, label]) => (
                <TextInput
                  key={field}
                  label={t(label)}
                  size="md"
                  required
                  maxLength={field === 'bankName' ? 120 : 60}
                  value={bank[field]}
                  // a stored account is shown by its last digits; typing replaces the whole number
                  onFocus={(event) => field === 'bankAccount' && event.currentTarget.select()}
                  error={fault?.on === 'bank' && isMissing(field) ? fault.text : null}
                  onChange={(event) => setBank({ ...bank, [field]: event.currentTarget.value })}
                />
              ))}
          </DialogFields>
          {unsaved.asking ? (
            <UnsavedQuestion onKeep={unsaved.keep} onDiscard={unsaved.leave} />
          ) : (
            <Button type="submit" size="lg" loading={busy}>
              {t('wallet_withdraw_ask')}
            </Button>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}
