import { Button, Stack, Text, TextInput } from '@mantine/core'
import { exponentOf } from '@remis/domain/kit/currency'
import { isAmount } from '@remis/domain/kit/money'
import type { MessageKey } from '@remis/domain/messages/english'
import type { WalletView } from '@remis/domain/wallet/wallet-api'
import { bankComplete, withdrawableOf } from '@remis/domain/wallet/withdrawal-checks'
import { withdrawalsCalls } from '@remis/domain/wallet/wallet-routes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMove } from '../booking-parts/booking-queries.ts'
import { walletKeys } from './wallet-queries.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { showMessage } from '../platform/show-message.ts'
import { useSettings } from '../platform/api/settings.ts'
import { useFormat } from '../platform/use-format.ts'
import { amountFault, amountIn, numberText } from '../ui/form/amount-in.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { useConfirmed } from '../accounts/use-confirmed.tsx'

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
  // All that is left may have more decimals than amounts have now, which the text above the field rounds.
  const [typed, setTyped] = useState(isAmount(free, { decimal, exponent }) ? '' : numberText(free, format.locale))
  const [bank, setBank] = useState({
    bankName: wallet.bank?.bankName ?? '',
    bankCode: wallet.bank?.bankCode ?? '',
    bankAccount: wallet.bank?.bankAccount ?? '',
  })
  const [fault, setFault] = useState<{ on: 'amount' | 'bank'; text: string } | null>(null)
  const { run, dialog } = useConfirmed()
  const request = useMove(withdrawalsCalls.request, undefined, run)
  const withBank = wallet.bank !== null
  const wrong = (on: 'amount' | 'bank', key: MessageKey | 'wallet_withdraw_too_much' | 'form_thousands') =>
    setFault({ on, text: t(key) })

  const send = () => {
    const { locale } = format
    const isAll = amountIn(typed, { decimals: exponent, locale }) === free
    const style = { decimals: isAll ? exponent : decimal, locale }
    const amount = amountIn(typed, style)
    const unread = amountFault(typed, style)
    if (unread !== null) return wrong('amount', unread)
    if (amount === undefined || amount === null || amount <= 0) return wrong('amount', 'withdrawal_amount_invalid')
    if (amount > free) return wrong('amount', 'wallet_withdraw_too_much')
    if (withBank && !bankComplete(bank)) return wrong('bank', 'bank_details_missing')
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
  if (dialog !== null) return dialog
  return (
    <Dialog title={t('wallet_withdraw_title')} closeLabel={t('close')} busy={request.isPending} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap="md">
          <Text>{t('wallet_withdraw_lead', { amount: format.money(free) })}</Text>
          <TextInput
            label={t('wallet_amount_in', { code: wallet.currency })}
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
                error={fault?.on === 'bank' && bank[field].trim() === '' ? fault.text : null}
                onChange={(event) => setBank({ ...bank, [field]: event.currentTarget.value })}
              />
            ))}
          <Button type="submit" size="lg" loading={request.isPending}>
            {t('wallet_withdraw_ask')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
