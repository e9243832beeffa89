import { Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { feeOf, paidByCustomer } from '@remis/domain/booking/payment-packet'
import { shownLines } from '@remis/domain/fare/shown-lines'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../bookings.module.css'
import { PartTitle } from '../PartTitle.tsx'

type Side = NonNullable<NonNullable<BookingView['fare']>['final']>
type Line = keyof NonNullable<Side['lines']>

/**
 * The quote and the final fare side by side with their difference, and the rate lines where the view has them (admins).
 */
export const FareTable = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { fare } = booking
  if (fare === undefined) return null
  const { charged } = fare
  const asShown = (side: Side): Side =>
    side.lines === undefined ? side : { ...side, lines: shownLines(side.lines, side.total, format.decimals) }
  const [quoted, final] = [asShown(fare.quoted), fare.final && asShown(fare.final)]
  const money = (amount: number) => format.money(amount)
  /** the final value less the quoted one, with its sign; empty where they are equal */
  const change = (value: (side: Side) => number, show: (value: number) => string) => (from: Side, to: Side) => {
    const by = value(to) - value(from)
    const shown = show(Math.abs(by))
    return shown === show(0) ? '' : `${by > 0 ? '+' : '−'}${shown}`
  }
  const row = (label: string, value: (side: Side) => number, show: (value: number) => string) => ({
    label,
    of: (side: Side): string | null => show(value(side)),
    change: change(value, show),
  })
  const line = (name: Line, label: string) => ({
    ...row(label, ({ lines }) => lines?.[name] ?? 0, money),
    of: ({ lines }: Side) => (lines === undefined ? null : format.money(lines[name])),
  })
  // Most trips carry no parcel and cost more than the minimum: nothing is said of these then.
  const rareLine = (name: Line, label: string) =>
    [fare.quoted, fare.final].some((side) => (side?.lines?.[name] ?? 0) > 0) ? [line(name, label)] : []
  const rows = [
    row(
      t('panel_km'),
      ({ distanceKm }) => distanceKm,
      (km) => format.distance(km),
    ),
    row(
      t('panel_minutes'),
      ({ seconds }) => seconds,
      (time) => format.duration(time),
    ),
    line('base', t('panel_base')),
    line('distance', t('panel_line_distance')),
    line('time', t('panel_line_time')),
    ...rareLine('parcel', t('col_parcel')),
    ...rareLine('option', t('col_option')),
    ...rareLine('minimum', t('panel_minimum')),
    line('fee', t('trip_receipt_fee')),
    row(t('trip_receipt_total'), ({ total }) => total, money),
  ].filter((one) => one.of(quoted) !== null)
  // A cancelled booking is charged its fee at most; its share and discount come from the quote.
  const sums = (
    booking.status === 'CANCELLED'
      ? [
          { label: t('panel_cancel_fee'), amount: feeOf(booking).fee || undefined },
          ...(booking.feeOwed ? [{ label: t('col_paid'), amount: paidByCustomer(booking) }] : []),
        ]
      : [
          { label: t('col_discount'), amount: booking.discount_amount },
          { label: t('col_paid'), amount: paidByCustomer(booking) },
          { label: t('col_share'), amount: booking.driver_share },
          { label: t('col_fee'), amount: booking.convenience_fees },
        ]
  ).filter((sum) => sum.amount !== undefined)
  return (
    <section className={classes.part}>
      <PartTitle>{t('panel_money')}</PartTitle>
      <table className={classes.fare}>
        <thead>
          <tr>
            <td aria-hidden />
            <th scope="col">{t('panel_quoted')}</th>
            {final !== null && <th scope="col">{t('panel_final')}</th>}
            {final !== null && <th scope="col">{t('panel_difference')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.label}>
              <th scope="row">{one.label}</th>
              <td>{one.of(quoted)}</td>
              {final !== null && <td>{one.of(final)}</td>}
              {final !== null && (
                <td>
                  <bdi>{one.change(quoted, final)}</bdi>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={classes.sums}>
        {sums.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{format.money(amount!)}</dd>
          </div>
        ))}
      </dl>
      <Text size="xs" c="dimmed">
        {t(`pay_${booking.payment_mode}`)}
        {charged !== null && ` · ${t(`trip_charged_${charged}`)}`}
      </Text>
    </section>
  )
}
