import { Button, Stack, TextInput } from '@mantine/core'
import { exponentOf } from '@remis/domain/kit/currency'
import type { MessageKey } from '@remis/domain/messages/english'
import { paymentsCalls } from '@remis/domain/payments/payments-routes'
import type { WalletView } from '@remis/domain/wallet/wallet-api'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PayDialog, type TopUpOrder } from '../payments/PayDialog.tsx'
import { useSettings } from '../platform/api/settings.ts'
import { usePress } from '../platform/api/use-press.ts'
import { useFormat } from '../platform/use-format.ts'
import { amountFault, amountIn, numberText } from '../ui/form/amount-in.ts'
import { Dialog, DialogFields } from '../ui/dialogs/Dialog.tsx'
import { UnsavedQuestion, useUnsaved } from '../ui/dialogs/unsaved.tsx'
import { focusFirstWrong } from '../ui/dialogs/focus-first-wrong.ts'

interface Props {
  readonly wallet: WalletView
  /** amount missing for a booking, major units */
  readonly asked: number | null
  readonly onClose: () => void
}

/** Asks for the amount, creates the order, then offers the providers. */
export const TopUpDialog = ({ wallet, asked, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [proposed] = useState(asked === null || asked === 0 ? '' : numberText(asked, format.locale))
  const [typed, setTyped] = useState(proposed)
  const [fault, setFault] = useState<MessageKey | 'form_thousands' | null>(null)
  const [order, setOrder] = useState<TopUpOrder | null>(null)
  const topUp = usePress(paymentsCalls.topUp)
  const dirty = order === null && typed !== proposed
  const unsaved = useUnsaved({ dirty, busy: topUp.isPending }, onClose)
  const form = useRef<HTMLFormElement>(null)
  const { decimal = exponentOf(wallet.currency) } = useSettings() ?? {}
  const style = { decimals: decimal, locale: format.locale }
  const amount = amountIn(typed, style) ?? 0
  if (order !== null) return <PayDialog order={{ topUp: order }} onClose={onClose} />
  const next = () => {
    const wrong = amountFault(typed, style) ?? (amount > 0 ? null : 'top_up_amount_invalid')
    setFault(wrong)
    if (wrong !== null) return focusFirstWrong(form.current)
    topUp.mutate({ body: { amount } }, { onSuccess: (reply) => setOrder(reply.topUp) })
  }
  return (
    <Dialog title={t('wallet_add_title')} closeLabel={t('close')} busy={topUp.isPending} onClose={unsaved.close}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          next()
        }}
      >
        <Stack gap="md">
          <DialogFields busy={topUp.isPending}>
            <TextInput
              label={t('wallet_amount_in', { code: wallet.currency })}
              size="lg"
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
              value={typed}
              error={fault === null ? null : t(fault)}
              data-autofocus
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </DialogFields>
          {unsaved.asking ? (
            <UnsavedQuestion onKeep={unsaved.keep} onDiscard={unsaved.leave} />
          ) : (
            <Button type="submit" size="lg" loading={topUp.isPending}>
              {amount > 0 ? t('wallet_add_amount', { amount: format.money(amount) }) : t('wallet_next')}
            </Button>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}
