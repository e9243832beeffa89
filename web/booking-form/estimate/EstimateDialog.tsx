import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/Alert.layer.css'
import { Alert, Button, Modal } from '@mantine/core'
import { checkDelivery } from '@remis/domain/booking/booking-checks'
import type { QuoteView } from '@remis/domain/fare/quotes-api'
import { withoutExtras } from '@remis/domain/fare/shown-lines'
import type { Fault } from '@remis/domain/kit/check'
import { IconAlertTriangle, IconClock, IconCreditCard, IconRoad } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { gatewaysQuery } from '../../payments/payment-query.ts'
import { walletQuery } from '../../wallet/wallet-queries.ts'
import { useVariant } from '../../platform/api/settings.ts'
import { forgetAnswer, showMessage } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import { VehiclePicture } from '../../ui/vehicles/VehiclePicture.tsx'
import { ConfirmPhone } from '../../accounts/phone/ConfirmPhone.tsx'
import { useDialog } from '../../ui/dialogs/use-dialog.ts'
import { lazyPart } from '../../platform/page/lazy-part.tsx'
import type { DeliveryDetails } from '../parcel/instruction.ts'
import type { PaymentMode } from '../booking-request.ts'
import type { Flow, Notice } from '../booking-flow.ts'
import classes from './EstimateDialog.module.css'
import { isShort, PayChoice } from './PayChoice.tsx'
import { PayFirst } from './PayFirst.tsx'
import { PromoField } from './PromoField.tsx'
import { RouteMap } from './RouteMap.tsx'

/** With its texts: rides do not need them. */
const DeliveryFields = lazyPart(async () => (await import('../parcel/DeliveryFields.tsx')).DeliveryFields, ['delivery'])

interface Props {
  readonly flow: Extract<Flow, { step: 'estimate' | 'repricing' | 'confirming' }>
  /** true on a rider's form, false when an admin books */
  readonly own: boolean
  /** of a parcel */
  readonly details: DeliveryDetails
  readonly onDetails: (details: DeliveryDetails) => void
  /** `debtInCash`: what the rider owes and pays to the driver, major units */
  readonly onConfirm: (mode: PaymentMode, debtInCash?: number) => void
  readonly onPromo: (name: string | null, mode: PaymentMode) => void
  readonly onClose: () => void
  /** chosen before the rider left to pay */
  readonly chosenBefore: PaymentMode | null
  /** a link leads away to pay; the booking is continued afterwards */
  readonly onLeave: (mode: PaymentMode) => void
}

/**
 * Total fare with Confirm and Cancel [landing-20]. No rate lines: the convenience fee is hidden from riders
 * [booking-37].
 */
export const EstimateDialog = ({ flow, own, details, onDetails, ...on }: Props) => {
  const { onConfirm, onPromo, onClose, chosenBefore, onLeave } = on
  const { t } = useTranslation()
  const format = useFormat()
  const { quote, notice, fault, due } = flow
  const code = fault ?? flow.cause
  const busy = flow.step === 'confirming'
  useDialog(() => {
    if (!busy) onClose()
  })
  const [chosen, setChosen] = useState<PaymentMode>(chosenBefore ?? 'cash')
  /** what the rider chose to pay to the driver in cash, for the next tries too */
  const [debt, setDebt] = useState<number>()
  const variant = useVariant()
  const upFront = own && variant.paysUpFront
  const mode = upFront ? 'card' : chosen
  const { data: wallet } = useQuery({ ...walletQuery, enabled: own && mode === 'wallet' })
  const { data: providers } = useQuery({ ...gatewaysQuery, enabled: upFront })
  const noProvider = upFront && providers?.length === 0
  const short = mode === 'wallet' && isShort(wallet, quote.payableAmount)
  // another car or time may have a driver; the same request again probably not
  const nobodyNear = fault === 'no_driver_found_alert_messege' && !busy
  const route = t('estimate_route', {
    pickup: quote.pickup.add,
    drop: quote.drop.add,
    distance: format.distance(quote.distance),
    duration: format.duration(quote.duration, quote.durationRange),
  })
  const [asking, setAsking] = useState(true)
  const [promo, setPromo] = useState('')
  /** the last promo that was sent to the server */
  const [tried, setTried] = useState<string | null>(null)
  const applyPromo = (name: string | null) => {
    setTried(name)
    onPromo(name, mode)
  }
  const [missing, setMissing] = useState<Fault | null>(null)
  const choose = (next: PaymentMode) => {
    setChosen(next)
    setDebt(undefined)
  }
  const send = (debtInCash = debt) => onConfirm(debtInCash === undefined ? mode : 'cash', debtInCash)
  const confirm = (debtInCash = debt) => {
    // as the server will [delivery-8]
    const wrong = variant.needsRecipient ? checkDelivery(details, own ? 'landing' : 'admin') : null
    setMissing(wrong)
    if (wrong !== null) return showMessage(wrong.key)
    forgetAnswer()
    // The price without a promo that is typed and not applied is not the one the rider expects.
    const typed = promo.trim()
    if (typed !== '' && typed !== tried && quote.promo === null && !flow.maySucceed) return applyPromo(typed)
    setAsking(true)
    if (debtInCash !== undefined) setChosen('cash')
    setDebt(debtInCash)
    send(debtInCash)
  }
  if (fault === 'phone_code_needed' && asking && !busy)
    return <ConfirmPhone onConfirmed={() => send()} onClose={() => setAsking(false)} onLeave={() => onLeave(mode)} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(own ? 'estimate_title' : 'confirm_booking')}
      size={460}
      centered
      closeOnClickOutside={false}
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': t('close'), disabled: busy }}
    >
      {/* the delivery details take its place */}
      {!variant.needsRecipient && (
        <RouteMap polyline={quote.polylinePoints} pickup={quote.pickup} drop={quote.drop} label={route} />
      )}
      <Trip quote={quote} />
      {variant.needsRecipient && (
        <Suspense fallback={<div className={classes.room} />}>
          <DeliveryFields
            value={details}
            onChange={(next) => {
              setMissing(null)
              forgetAnswer()
              onDetails(next)
            }}
            needsName={!own}
            // The key of the tries is for one request [design/web-117].
            disabled={busy || flow.maySucceed}
            fault={missing}
          />
        </Suspense>
      )}
      {quote.tollKm > 0 && (
        <p className={classes.line}>
          <IconRoad size={20} stroke={1.75} aria-hidden />
          {t('estimate_toll', { distance: format.distance(quote.tollKm) })}
        </p>
      )}
      {upFront ? (
        <p className={classes.line} role={noProvider ? 'alert' : undefined}>
          <IconCreditCard size={20} stroke={1.75} aria-hidden />
          {t(noProvider ? 'no_provider_found' : 'pay_up_front')}
        </p>
      ) : (
        <>
          <PromoField
            promo={quote.promo}
            name={promo}
            onName={setPromo}
            fault={flow.promoFault}
            busy={flow.step === 'repricing'}
            // Another quote could be booked beside this one.
            disabled={flow.step !== 'estimate' || flow.maySucceed}
            onPromo={applyPromo}
          />
          <PayChoice
            quote={quote}
            mode={mode}
            onMode={choose}
            own={own}
            disabled={busy}
            onLeave={() => onLeave(mode)}
          />
        </>
      )}
      <Parts quote={quote} />
      <p className={classes.fixed}>
        {t(variant.recomputesFare ? 'estimate_follows' : 'estimate_fixed', {
          time: format.date(quote.expiresAt, 'time'),
        })}
      </p>
      <div className={classes.actions}>
        <dl className={classes.total}>
          <dt>{t(variant.recomputesFare ? 'estimate_total_about' : 'estimate_total')}</dt>
          <dd>{format.money(quote.payableAmount)}</dd>
        </dl>
        {/* beside the buttons, so that it is in view however long the dialog is */}
        <div className={classes.said}>
          {(notice !== null || fault !== null) && (
            <Alert
              variant="light"
              color={fault === null ? 'amber' : 'red'}
              icon={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />}
            >
              {fault !== null ? t(fault) : notice !== null && t(notices[notice])}
              {flow.cause !== null && <small className={classes.code}>{t(flow.cause)}</small>}
              {code !== null && <small className={classes.code}>{t('error_code', { code })}</small>}
              {due !== null && <PayFirst due={due} onLeave={() => onLeave(mode)} onInCash={() => confirm(due.owed)} />}
            </Alert>
          )}
        </div>
        {nobodyNear ? (
          <Button variant="default" size="lg" px="md" onClick={() => send()}>
            {t('try_again')}
          </Button>
        ) : (
          <Button variant="default" size="lg" px="md" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
        )}
        {nobodyNear ? (
          <Button size="lg" px="xs" classNames={{ label: classes.wrapped }} onClick={onClose}>
            {t('estimate_change')}
          </Button>
        ) : (
          <Button
            size="lg"
            px="xs"
            classNames={{ label: classes.wrapped }}
            onClick={() => confirm()}
            loading={busy}
            disabled={short || noProvider || flow.step === 'repricing'}
            data-autofocus={variant.needsRecipient ? undefined : true}
          >
            {t('confirm_booking')}
          </Button>
        )}
      </div>
    </Modal>
  )
}

/** Car, way and time. */
const Trip = ({ quote }: { readonly quote: QuoteView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <div className={classes.car}>
        <VehiclePicture image={quote.carImage} width={72} />
        <p>
          <span className={classes.name}>{quote.carType}</span>
          <span className={classes.trip}>
            {format.distance(quote.distance)} · {format.duration(quote.duration, quote.durationRange)}
          </span>
        </p>
      </div>
      <ul className={classes.places}>
        <li data-mark="pickup">
          <bdi>{quote.pickup.add}</bdi>
        </li>
        <li data-mark="drop">
          <bdi>{quote.drop.add}</bdi>
        </li>
      </ul>
      {quote.tripdate !== null && (
        <p className={classes.later}>
          <IconClock size={20} stroke={1.75} aria-hidden />
          {t('estimate_later', { time: format.date(quote.tripdate, 'date-time') })}
        </p>
      )}
    </>
  )
}

const notices = {
  'price-changed': 'estimate_changed',
  'maybe-booked': 'estimate_stale_network',
  offline: 'estimate_offline',
} as const satisfies Record<Notice, string>

/** Lines that add up to the total below them [design/delivery-60]; a ride without a promo has none. */
const Parts = ({ quote }: { readonly quote: QuoteView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const extras = [quote.parcelTypeSelected, quote.optionSelected].filter((extra) => extra !== null)
  if (extras.length === 0 && quote.discount === 0) return null
  const amounts = extras.map(({ amount }) => amount)
  return (
    <dl className={classes.sums}>
      {extras.length > 0 && (
        <>
          <dt>{t('estimate_delivery')}</dt>
          <dd>{format.money(withoutExtras(quote.estimate, amounts, format.decimals))}</dd>
        </>
      )}
      {extras.map(({ description, amount }) => (
        <Fragment key={description}>
          <dt>{description}</dt>
          <dd>{format.money(amount)}</dd>
        </Fragment>
      ))}
      {quote.discount > 0 && (
        <>
          <dt>{t('estimate_before_discount')}</dt>
          <dd>{format.money(quote.estimate)}</dd>
          <dt>{t('estimate_discount')}</dt>
          <dd>{format.money(-quote.discount)}</dd>
        </>
      )}
    </dl>
  )
}
