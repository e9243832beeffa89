import type { BookingView } from '@remis/domain/booking/booking-api'
import { isVoidAmount, paidByCustomer } from '@remis/domain/booking/payment-packet'
import type { Variant } from '@remis/domain/booking/variant'
import type { Role } from '@remis/domain/kit/endpoint'
import type { TFunction } from 'i18next'
import { StatusChip, statusLabel } from '../booking-parts/StatusChip.tsx'
import { UnreadChat } from '../chat/UnreadChat.tsx'
import type { Format } from '../platform/use-format.ts'
import type { TableColumn } from '../ui/table/list-state.ts'
import classes from './bookings.module.css'
import { reasonText } from '../booking-parts/reason-text.ts'
import { askedText } from './asked-text.ts'
import { TwoLines, WhenCell } from './list/cells.tsx'
import list from './list/list.module.css'

interface Reader {
  readonly role: Role
  readonly variant: Variant
}

type Column = TableColumn<BookingView>

/**
 * The columns of [booking-35] in their order, as far as this reader and this variant have them, and behind them those
 * composed of others [design/web-80].
 */
export const bookingColumns = (t: TFunction, format: Format, { role, variant }: Reader): Column[] => {
  // The quote of a cancelled booking is not charged: strike its amounts through and leave them out of the sums.
  const money = (id: string, row: BookingView, value: number) =>
    isVoidAmount(id, row) ? <s>{format.money(value)}</s> : format.money(value)
  const amount = (id: string, header: string, of: (row: BookingView) => number | undefined): Column => ({
    id,
    header,
    numeric: true,
    cell: (row) => {
      const value = of(row)
      return value === undefined ? '' : money(id, row, value)
    },
    sum: { of: (row) => (isVoidAmount(id, row) ? 0 : (of(row) ?? 0)), show: (sum) => format.money(sum) },
  })
  const delivery: Column[] = [
    { id: 'deliveryPerson', header: t('col_delivery_person'), cell: (row) => <Cut text={row.deliveryPerson} /> },
    { id: 'deliveryPersonPhone', header: t('col_delivery_phone'), cell: (row) => phone(row.deliveryPersonPhone) },
    {
      id: 'pickUpInstructions',
      header: t('col_pickup_instructions'),
      cell: (row) => <Cut text={row.pickUpInstructions} />,
    },
    {
      id: 'deliveryInstructions',
      header: t('col_delivery_instructions'),
      cell: (row) => <Cut text={row.deliveryInstructions} />,
    },
  ]
  const parcel: Column[] = [
    { id: 'parcelTypeSelected', header: t('col_parcel'), cell: (row) => row.parcelTypeSelected?.description },
    { id: 'optionSelected', header: t('col_option'), cell: (row) => row.optionSelected?.description },
  ]
  const photos: Column[] = [
    {
      id: 'pickup_image',
      header: t('col_pickup_photo'),
      cell: (row) => photo(row.pickup_image, t('col_pickup_photo')),
    },
    {
      id: 'deliver_image',
      header: t('col_delivery_photo'),
      cell: (row) => photo(row.deliver_image, t('col_delivery_photo')),
    },
  ]
  // Drivers and fleet admins do not see trip codes [booking-38].
  const otp: Column = { id: 'otp', header: t('col_otp'), cell: (row) => <bdi dir="ltr">{row.otp}</bdi> }
  const hiddenFromRiders: Column[] = [
    amount('driver_share', t('col_share'), (row) => row.driver_share),
    amount('convenience_fees', t('col_fee'), (row) => row.convenience_fees),
  ]
  return [
    { id: 'id', header: t('col_id'), cell: (row) => <bdi dir="ltr">{row.id}</bdi> },
    {
      id: 'tripdate',
      header: t('col_date'),
      sortable: true,
      cell: (row) => <WhenCell at={row.tripdate} later={row.bookLater} />,
    },
    {
      id: 'carType',
      header: t('col_car_type'),
      cell: (row) => row.carType,
      group: (row) => row.carType,
    },
    {
      id: 'customer_name',
      header: t('col_customer'),
      cell: (row) => (
        <TwoLines first={row.customer_name} second={phone(row.customer_contact)} title={row.customer_name} />
      ),
    },
    { id: 'pickup', header: t('col_pickup'), cell: (row) => <Cut text={row.pickup.add} /> },
    { id: 'drop', header: t('col_drop'), cell: (row) => <Cut text={row.drop.add} /> },
    {
      id: 'driver',
      header: t('col_driver'),
      cell: (row) => {
        const name = row.driver_name ?? askedText(row, t)
        return name === null ? '' : <TwoLines first={name} second={phone(row.vehicle_number)} title={name} />
      },
    },
    ...delivery,
    // [booking-36]
    ...(variant.showsParcel ? parcel : []),
    {
      id: 'status',
      header: t('col_status'),
      cell: (row) => (
        <span className={list.state}>
          <StatusChip status={row.status} undelivered={row.undelivered} />
          {(role === 'rider' || role === 'driver') && <UnreadChat booking={row.id} />}
          <small dir="ltr">{row.id}</small>
        </span>
      ),
      group: (row) => t(statusLabel(row)),
    },
    ...photos,
    { id: 'reason', header: t('col_reason'), cell: (row) => <Cut text={reasonText(t, row.reason)} /> },
    ...(role === 'rider' || role === 'admin' ? [otp] : []),
    {
      ...amount('trip_cost', t('col_trip_cost'), (row) => row.trip_cost),
      sortable: true,
      cell: (row) =>
        row.trip_cost === undefined ? (
          ''
        ) : (
          <TwoLines first={money('trip_cost', row, row.trip_cost)} second={t(`pay_${row.payment_mode}`)} />
        ),
    },
    { id: 'trip_start_time', header: t('col_start'), numeric: true, cell: (row) => row.trip_start_time },
    { id: 'trip_end_time', header: t('col_end'), numeric: true, cell: (row) => row.trip_end_time },
    {
      id: 'total_trip_time',
      header: t('col_total_time'),
      numeric: true,
      cell: (row) => (row.total_trip_time === null ? '' : format.duration(row.total_trip_time)),
    },
    {
      id: 'distance',
      header: t('col_distance'),
      numeric: true,
      cell: (row) => (row.distance === null ? '' : format.distance(row.distance)),
    },
    { id: 'vehicle_number', header: t('col_plate'), cell: (row) => <bdi dir="ltr">{row.vehicle_number}</bdi> },
    ...(role === 'rider' ? [] : hiddenFromRiders),
    amount('discount_amount', t('col_discount'), (row) => row.discount_amount),
    amount('customer_paid', t('col_paid'), (row) => paidByCustomer(row)),
    {
      id: 'payment_mode',
      header: t('col_mode'),
      cell: (row) => t(`pay_${row.payment_mode}`),
      group: (row) => t(`pay_${row.payment_mode}`),
    },
    { id: 'gateway', header: t('col_gateway'), cell: (row) => row.gateway },
    amount('cash', t('col_cash'), (row) => row.cashPaymentAmount),
    amount('card', t('col_card'), (row) => row.cardPaymentAmount),
    amount('wallet', t('col_wallet'), (row) => row.usedWalletMoney),
    {
      id: 'route',
      header: t('col_route'),
      wide: true,
      cell: (row) => (
        <TwoLines first={row.pickup.add} second={row.drop.add} title={format.fromTo(row.pickup.add, row.drop.add)} />
      ),
    },
  ]
}

/** Words that may be long, cut where the column ends; all of them on hover, and in the booking itself. */
const Cut = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <span className={classes.cut} dir="auto" title={text}>
      {text}
    </span>
  ) : null

/** Digits read from left to right in every language. */
const phone = (number: string | null | undefined) => number && <bdi dir="ltr">{number}</bdi>

const photo = (src: string | null, label: string) => src !== null && <a href={src}>{label}</a>
