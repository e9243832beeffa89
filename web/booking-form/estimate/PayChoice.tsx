import { Button } from '@mantine/core'
import { exponentOf } from '@remis/domain/kit/currency'
import { sumMajor } from '@remis/domain/kit/money'
import type { QuoteView } from '@remis/domain/fare/quotes-api'
import type { WalletView } from '@remis/domain/wallet/wallet-api'
import { IconCash, IconCreditCard, IconWallet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { gatewaysQuery } from '../../payments/payment-query.ts'
import { walletQuery } from '../../wallet/wallet-queries.ts'
import { useFormat } from '../../platform/use-format.ts'
import type { PaymentMode } from '../booking-request.ts'
import classes from './PayChoice.module.css'
import { withSearch } from '../../platform/page/with-search.ts'

interface Props {
  readonly quote: QuoteView
  readonly mode: PaymentMode
  readonly onMode: (mode: PaymentMode) => void
  /** false for admins: they book in cash or card mode only [design/moves-12] */
  readonly own: boolean
  readonly disabled: boolean
  /** the link to the wallet was followed */
  readonly onLeave: () => void
}

const icons = { cash: IconCash, wallet: IconWallet, card: IconCreditCard } as const

/** Payment modes: cash, wallet with its balance, and card if a provider is set up. */
export const PayChoice = ({ quote, mode, onMode, own, disabled, onLeave }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const name = useId()
  const { data: wallet } = useQuery({ ...walletQuery, enabled: own })
  const { data: providers } = useQuery(gatewaysQuery)
  const ways: readonly { way: PaymentMode; title: string; in?: string; hint: string }[] = [
    { way: 'cash', title: t('pay_with_cash'), hint: t('pay_with_cash_hint') },
    ...(own && (wallet !== undefined || mode === 'wallet')
      ? [
          {
            way: 'wallet' as const,
            title: t('pay_with_wallet'),
            ...(wallet === undefined ? {} : { in: format.money(wallet.balance) }),
            hint: t('pay_with_wallet_hold'),
          },
        ]
      : []),
    ...((providers ?? []).length > 0
      ? [{ way: 'card' as const, title: t('pay_with_card'), hint: t('pay_with_card_hint') }]
      : []),
  ]
  const short = mode === 'wallet' && isShort(wallet, quote.payableAmount)
  const hintId = `${name}-hint`
  return (
    <fieldset className={classes.choice} disabled={disabled}>
      <legend>{t('pay_choice')}</legend>
      <div className={classes.ways}>
        {ways.map(({ way, title, in: held }) => {
          const Icon = icons[way]
          return (
            <label key={way} data-on={mode === way || undefined}>
              <input
                type="radio"
                name={name}
                checked={mode === way}
                aria-describedby={mode === way && !short ? hintId : undefined}
                onChange={() => onMode(way)}
              />
              <Icon size={20} stroke={1.75} aria-hidden />
              <b>{title}</b>
              {held !== undefined && <small>{held}</small>}
            </label>
          )
        })}
      </div>
      {short && wallet !== undefined ? (
        <Short
          missing={missingInWallet(wallet, quote.payableAmount, wallet.owed.total)}
          mayPay={wallet.may.pay}
          onLeave={onLeave}
        />
      ) : (
        <p id={hintId} className={classes.note}>
          {ways.find(({ way }) => way === mode)?.hint}
        </p>
      )}
    </fieldset>
  )
}

/** Whether the wallet cannot pay this amount, major units. If it could not be read, the server decides at Confirm. */
export const isShort = (wallet: WalletView | undefined, toPay: number): boolean =>
  wallet !== undefined && (!wallet.may.pay || missingInWallet(wallet, toPay) > 0)

/** Amount missing in the wallet, and what is owed beside it, since a credit pays debts first; major units. */
export const missingInWallet = (
  { balance, currency }: Pick<WalletView, 'balance' | 'currency'>,
  toPay: number,
  owed = 0,
): number => {
  const exponent = exponentOf(currency)
  return sumMajor([Math.max(0, sumMajor([toPay, -balance], exponent)), owed], exponent)
}

interface ShortProps {
  /** major units */
  readonly missing: number
  readonly mayPay: boolean
  readonly onLeave: () => void
}

/**
 * Why the wallet cannot pay this ride, with a link to add the missing amount. Scrolled into view, because it disables
 * Confirm.
 */
const Short = ({ missing, mayPay, onLeave }: ShortProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={classes.short} role="alert" ref={bringIntoView}>
      <span>{t(mayPay ? 'wallet_short' : 'wallet_below_zero', { amount: format.money(missing) })}</span>
      <Button
        variant="light"
        size="compact-md"
        onClick={onLeave}
        renderRoot={(props) => (
          <Link {...props} to={paths.wallet()} {...withSearch({ add: missing })}>
            {props['children'] as ReactNode}
          </Link>
        )}
      >
        {t('wallet_add_short', { amount: format.money(missing) })}
      </Button>
    </div>
  )
}

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
