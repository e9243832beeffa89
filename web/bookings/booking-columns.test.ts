import type { BookingView } from '@remis/domain/booking/booking-api'
import { variants } from '@remis/domain/booking/variant'
import type { TFunction } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Format } from '../platform/use-format.ts'
import { bookingColumns } from './booking-columns.tsx'

const columns = bookingColumns(((key: string) => key) as TFunction, {} as Format, {
  role: 'admin',
  variant: variants.taxi,
})

it('the column Date sorts by the date of the trip [design/data-70]', () => {
  expect(columns.filter(({ header }) => header === 'col_date')).toMatchObject([{ id: 'tripdate', sortable: true }])
})

it('phone numbers are written left to right, the receiver’s too', () => {
  const cell = columns
    .find(({ id }) => id === 'deliveryPersonPhone')
    ?.cell({
      deliveryPersonPhone: '+598 99 123 456',
    } as BookingView)
  expect(renderToStaticMarkup(cell)).toBe('<bdi dir="ltr">+598 99 123 456</bdi>')
})

it('are grouped by the status, a parcel that is back as returned [design/delivery-30]', () => {
  const group = columns.find(({ id }) => id === 'status')?.group
  const row = (undelivered: object | null) => ({ status: 'REACHED', undelivered }) as BookingView
  expect([group?.(row(null)), group?.(row({}))]).toEqual(['status_REACHED', 'trip_step_returned'])
})

it('sums leave out the quotes of cancelled bookings, not their fees', () => {
  const row = (status: BookingView['status'], customer_paid: number) =>
    ({
      status,
      customer_paid,
      paidAt: 1,
      prepaid: false,
      trip_cost: 316,
      driver_share: 275,
      convenience_fees: 41,
    }) as BookingView
  const rows = [row('COMPLETE', 316), row('CANCELLED', 60)]
  const sumOf = (id: string) =>
    rows.map((one) => columns.find((column) => column.id === id)?.sum?.of(one)).reduce((a = 0, b = 0) => a + b)
  expect(['trip_cost', 'driver_share', 'convenience_fees', 'customer_paid'].map(sumOf)).toEqual([316, 275, 41, 376])
})
