import { bookingsApi } from '@remis/domain/booking/booking-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { ageBooking, balanceOf, bookWith, credit, emptyStreets, quoteWith, walletOf } from '@remis/server/testing/money'
import { comeTo, drives, keyOf, openCity, pickup } from '@remis/server/testing/test-city'
import { databaseFor } from '@remis/server/testing/test-database'
import { findBroken } from '@remis/server/verify/verify'
import { expect, it } from 'vitest'

const database = await databaseFor(import.meta.url)
const { db } = database

it('a rider and a driver who work together withdraw nothing that the rider has not paid', async () => {
  const city = await openCity(database)
  await city.server.app.settings.change({ riderDebtLimit: 10_000 }, null)
  await emptyStreets(city)
  const [rider, driver] = [await city.person('rider'), await city.driver({ carType: city.comfort })]
  const { lastPositions } = city.server.app
  /** A minute after the last position, so that the distance between the two can be believed. */
  const drive = async (km: number) => {
    const last = lastPositions.get(driver.id)
    if (last !== undefined) lastPositions.put(driver.id, { ...last, at: last.at - 60_000 })
    await comeTo(driver, { lat: pickup.lat + km / 111.195, lng: pickup.lng })
  }
  const cancelLate = async () => {
    await drive(0.5)
    const { id } = await bookWith(rider, await quoteWith(rider, city.comfort))
    await drives(driver, id).accept()
    // a fee is due only after the driver came nearer [design/moves-73]
    await drive(0)
    await ageBooking(db, id, 6)
    await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
  }
  const withdraw = (amount: number) => keyOf(driver.call(withdrawalsApi.request, { body: { amount } }))

  for (let turn = 0; turn < 5; turn++) await cancelLate()
  expect(await walletOf(driver)).toMatchObject({ balance: 0, pending: { total: 400 } })
  expect(await walletOf(rider)).toMatchObject({ balance: 0, owed: { total: 400 } })
  for (const amount of [400, 80, 1]) expect(await withdraw(amount)).toBe('wallet_balance_low')

  // What the rider really pays is the driver's, and no more.
  await credit(db, rider, 100)
  expect(await withdraw(101)).toBe('wallet_balance_low')
  expect(await withdraw(100)).toBe('ok')
  expect(await balanceOf(db, driver)).toBe(0)

  // With the usual limit the rider pays first.
  await city.server.app.settings.change({ riderDebtLimit: 0 }, null)
  expect(await keyOf(bookWith(rider, await quoteWith(rider, city.comfort)))).toBe('payment_due')
  expect(await findBroken(db.lists)).toEqual([])
})
