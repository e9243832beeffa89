import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { expect, it } from 'vitest'
import { addCarType } from '../../fare/add-car-type.ts'
import { drives, drop, openCity, pickup, requestOn, tariff } from '../../testing/test-city.ts'
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

it('an offer of a delivery names its parcel type and option, without amounts and receiver [design/delivery-43]', async () => {
  const [sender, courier] = [await city.person('rider'), await city.driver({ carType: van })]
  const link = await courier.connect()
  const book = async (choice: { parcelTypeIndex?: number; optionIndex?: number }) => {
    const { quote } = await admin.call(quotesApi.create, {
      body: { pickup, drop, carType: van, rider: sender.id, instructionData: choice },
    })
    const body = { ...requestOn(quote), instructionData: { ...choice, ...receiver } }
    return (await admin.call(bookingsApi.create, { body })).booking.id
  }
  const offered = async () => (await courier.call(dispatchApi.offers, {})).rows
  const both = await book({ parcelTypeIndex: 0, optionIndex: 0 })
  const plain = await book({})

  const rows = await offered()
  const chosen = new Map(rows.map(({ bookingId, parcelType, option }) => [bookingId, { parcelType, option }]))
  expect(chosen).toEqual(
    new Map([
      [both, { parcelType: 'Furniture', option: 'Carry upstairs' }],
      [plain, { parcelType: null, option: null }],
    ]),
  )
  for (const secret of [...Object.values(receiver), '151', '352']) expect(JSON.stringify(rows)).not.toContain(secret)
  const isOffer = ({ kind, subject }: { kind: string; subject: string }) => kind === 'offer' && subject === both
  await link.until(() => link.events.some(isOffer))
  expect(link.events.find(isOffer)?.payload).toMatchObject({ offer: { parcelType: 'Furniture' } })
  await drives(courier, both).accept()
})
