import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { credit, driveToDrop } from '../../testing/money.ts'
import { drives, cityFor } from '../../testing/test-city.ts'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { payByCardApi } from '@remis/domain/booking/pay-by-card-api'
import { remindPayments } from './remind-payments.ts'

const { city, db } = await cityFor(import.meta.url)

it('reminds the rider of an unpaid ride after an hour, a day and a week, until it is paid [design/money-49]', async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const { id } = await city.book(rider)
  const { payableAmount = 0 } = await driveToDrop(rider, driver, id)
  await drives(driver, id).notPaid()
  const { app } = city.server
  const reminders = async () =>
    (
      await db.request
        .selectFrom('notices')
        .select('params')
        .where('user_id', '=', rider.id)
        .where('message', '=', 'notice_payment_due')
        .execute()
    ).length
  const first = await reminders()
  /** Time passes: the booking is unpaid for longer. */
  const wait = async (hours: number) => {
    const past = sql.lit(hours)
    await sql`update booking_events set at = at - ${past} * interval '1 hour' where booking_id = ${id} and to_status = 'PENDING'`.execute(
      db.request,
    )
    await sql`update payment_reminders set next_at = next_at - ${past} * interval '1 hour' where booking_id = ${id}`.execute(
      db.request,
    )
    for (let turn = 0; turn < 3; turn++) await remindPayments(app)
    return (await reminders()) - first
  }
  expect([await wait(0.9), await wait(0.2), await wait(20), await wait(4), await wait(100), await wait(70)]).toEqual([
    0, 1, 1, 2, 2, 3,
  ])
  await credit(db, rider, payableAmount)
  await rider.call(bookingsApi.pay, { params: { id }, body: { payment_mode: 'wallet' } })
  expect(await wait(1000)).toBe(3)
  const kept = db.request.selectFrom('payment_reminders').select('booking_id').where('booking_id', '=', id)
  expect(await kept.execute(), 'of a paid booking').toEqual([])
  await sql`update booking_events e set at = b.at from booking_events b
    where e.booking_id = ${id} and b.booking_id = e.booking_id and b.version = e.version - 1 and e.to_status = 'PENDING'`.execute(
    db.request,
  )
})

const unpaidRide = async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const { id } = await city.book(rider)
  await driveToDrop(rider, driver, id)
  await drives(driver, id).notPaid()
  return { rider, id }
}
const nextAt = async (id: string) =>
  (
    await db.request
      .selectFrom('payment_reminders')
      .select('next_at')
      .where('booking_id', '=', id)
      .executeTakeFirstOrThrow()
  ).next_at

it('sends one reminder where several came due during an outage [design/money-49]', async () => {
  const { rider, id } = await unpaidRide()
  const { app } = city.server
  await remindPayments(app)
  const reminders = async () =>
    (
      await db.request
        .selectFrom('notices')
        .select('id')
        .where('user_id', '=', rider.id)
        .where('message', '=', 'notice_payment_due')
        .execute()
    ).length
  const first = await reminders()
  const by = sql`interval '9 days'`
  await sql`update booking_events set at = at - ${by} where booking_id = ${id} and to_status = 'PENDING'`.execute(
    db.request,
  )
  await sql`update payment_reminders set next_at = next_at - ${by} where booking_id = ${id}`.execute(db.request)
  for (let turn = 0; turn < 4; turn++) await remindPayments(app)
  expect((await reminders()) - first).toBe(1)
  expect(await nextAt(id)).toBeGreaterThan(Date.now() + 5 * 24 * 3_600_000)
  await sql`update booking_events set at = at + ${by} where booking_id = ${id} and to_status = 'PENDING'`.execute(
    db.request,
  )
})

it('counts from the end of the ride, also when the rider chooses to pay by card and does not', async () => {
  const { rider, id } = await unpaidRide()
  const { app } = city.server
  await remindPayments(app)
  const first = await nextAt(id)
  await rider.call(payByCardApi.choose, { params: { id }, body: {} })
  await sql`update payment_reminders set next_at = now() - interval '1 second' where booking_id = ${id}`.execute(
    db.request,
  )
  await remindPayments(app)
  expect(await nextAt(id)).toBe(first)
})

it('reminds riders behind bookings that always fail', async () => {
  const ids: string[] = []
  for (let n = 0; n < 2; n++) {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    await driveToDrop(rider, driver, id)
    await drives(driver, id).notPaid()
    ids.push(id)
  }
  const { app } = city.server
  await remindPayments(app)
  await sql`update booking_events set at = at - interval '2 hours' where booking_id = any(${ids}::text[])`.execute(
    db.request,
  )
  await sql`update payment_reminders set next_at = now() - case booking_id when ${ids[0]} then interval '1 hour'
    else interval '1 minute' end where booking_id = any(${ids}::text[])`.execute(db.request)
  const failing: typeof app = {
    ...app,
    notify: (tx, drafts) =>
      drafts.some(({ bookingId }) => bookingId === ids[0])
        ? Promise.reject(new Error('it fails'))
        : app.notify(tx, drafts),
  }
  await remindPayments(failing, 1)
  const reminded = await db.request
    .selectFrom('payment_reminders')
    .select('booking_id')
    .where('sent', '=', 1)
    .where('booking_id', 'in', ids)
    .execute()
  expect(reminded).toEqual([{ booking_id: ids[1] }])
  await sql`update booking_events set at = at + interval '2 hours' where booking_id = any(${ids}::text[])`.execute(
    db.request,
  )
})
