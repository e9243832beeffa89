import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { english } from '@remis/domain/texts/english'
import { expect, it } from 'vitest'
import { addCarType } from '../../fare/add-car-type.ts'
import { drives, drop, openCity, pickup, requestOn, tariff, type TestActor } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
const city = await openCity(database, { env: { APP_CATEGORY: 'delivery' } })
const admin = await city.person('admin')

const van = await database.db.transact((tx) =>
  addCarType(tx, {
    ...tariff,
    name: 'Van',
    image: 'van',
    cancelSlab: [],
    parcelTypes: [{ description: 'Furniture', amount: 151 }],
    options: [{ description: 'Carry upstairs', amount: 352 }],
  }),
)

const receiver = {
  deliveryPerson: 'Receiver One',
  deliveryPersonPhone: '2900 1234',
  pickUpInstructions: 'Ring at the gate',
  deliveryInstructions: 'Third floor',
}

/** A delivery of this sender that the office books. */
const book = async (sender: TestActor, choice: { parcelTypeIndex?: number; optionIndex?: number }) => {
  const { quote } = await admin.call(quotesApi.create, {
    body: { pickup, drop, carType: van, rider: sender.id, instructionData: choice },
  })
  const body = { ...requestOn(quote), instructionData: { ...choice, ...receiver } }
  return (await admin.call(bookingsApi.create, { body })).booking.id
}

it('an offer of a delivery names its parcel type and option, without amounts and receiver [design/delivery-43]', async () => {
  const [sender, courier] = [await city.person('rider'), await city.driver({ carType: van })]
  const link = await courier.connect()
  const both = await book(sender, { parcelTypeIndex: 0, optionIndex: 0 })
  const plain = await book(sender, {})

  const { rows } = await courier.call(dispatchApi.offers, {})
  const chosen = new Map(rows.map(({ bookingId, parcelType, option }) => [bookingId, { parcelType, option }]))
  expect(chosen).toEqual(
    new Map([
      [both, { parcelType: 'Furniture', option: 'Carry upstairs' }],
      [plain, { parcelType: null, option: null }],
    ]),
  )
  const shown = JSON.stringify(rows)
  for (const secret of Object.values(receiver)) expect(shown).not.toContain(secret)
  // only as whole numbers: ids, times and distances may contain these digits by chance
  expect(shown).not.toMatch(/(?<![\w.])(151|352)(?![\w.])/)
  const isOffer = ({ kind, subject }: { kind: string; subject: string }) => kind === 'offer' && subject === both
  await link.until(() => link.events.some(isOffer))
  expect(link.events.find(isOffer)?.payload).toMatchObject({ offer: { parcelType: 'Furniture' } })
  for (const id of [both, plain])
    await admin.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
})

it('an export has the columns of a delivery for every role, in the order of the list [booking-35] [booking-36] [booking-60]', async () => {
  const [sender, fleet] = [await city.person('rider'), await city.person('fleetadmin')]
  const courier = await city.driver({ carType: van, fleetadmin: fleet.id })
  const id = await book(sender, { parcelTypeIndex: 0, optionIndex: 0 })
  await drives(courier, id).accept()
  const columns: [string, string][] = [
    [english.col_delivery_person, 'Receiver One'],
    [english.col_delivery_phone, '2900 1234'],
    [english.col_pickup_instructions, 'Ring at the gate'],
    [english.col_delivery_instructions, 'Third floor'],
    [english.col_parcel, 'Furniture'],
    [english.col_option, 'Carry upstairs'],
  ]
  for (const actor of [admin, fleet, sender, courier]) {
    const answer = await fetch(`${city.server.url}/api/bookings/export?format=csv&search=${id}`, {
      headers: { authorization: `Bearer ${actor.token}` },
    })
    const [head = '', ...rows] = (await answer.text()).trimEnd().split('\r\n')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain(id)
    expect(head).toContain(`,${english.col_driver},${columns.map(([title]) => title).join(',')},${english.col_status},`)
    expect(head).toContain(`,${english.col_pickup_photo},${english.col_delivery_photo},`)
    // the receiver’s number is not for the fleet [design/access-5]
    for (const [title, value] of columns)
      expect([title, rows[0]?.includes(value)]).toEqual([
        title,
        title !== english.col_delivery_phone || actor !== fleet,
      ])
  }
})
