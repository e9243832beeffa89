import { bookingsApi } from '@remis/domain/booking/booking-api'
import { english } from '@remis/domain/texts/english'
import { expect, it } from 'vitest'
import { ageBooking, bookWith, credit, quoteWith } from '../../testing/money.ts'
import { cityFor, comeTo, drives, pickup } from '../../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)

it('leaves out the quote of a cancelled booking, and not its fee [design/money-93]', async () => {
  const [rider, admin] = [await city.person('rider'), await city.person('admin')]
  const driver = await city.driver({ carType: city.comfort })
  await credit(db, rider, 100)
  const { id } = await bookWith(rider, await quoteWith(rider, city.comfort))
  const seen = await admin.call(bookingsApi.get, { params: { id } })
  const amounts = [english.col_trip_cost, english.col_share, english.col_fee, english.col_discount, english.col_paid]
  const read = async () => {
    const url = `${city.server.url}/api/bookings/export?format=csv&search=${id}`
    const file = await (await fetch(url, { headers: { authorization: `Bearer ${admin.token}` } })).text()
    const [titles = [], cells = []] = file
      .trimEnd()
      .split('\r\n')
      .map((row) => row.match(/("[^"]*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '')))
    return amounts.map((title) => cells[titles.indexOf(title)])
  }
  const { trip_cost, driver_share, convenience_fees, discount_amount } = seen.booking
  const quoted = [trip_cost, driver_share, convenience_fees, discount_amount].map(String)
  expect(await read()).toEqual([...quoted, ''])
  await drives(driver, id).accept()
  await comeTo(driver, { lat: pickup.lat + 0.002, lng: pickup.lng })
  await ageBooking(db, id, 30)
  const { booking } = await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
  expect(booking.customer_paid).toBe(80)
  expect(await read()).toEqual(['', '', '', '', '80'])
})
