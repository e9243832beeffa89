import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { parcelApi } from '@remis/domain/booking/delivery/parcel-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import type { BookingPhotoKind } from '@remis/domain/files/file-kinds'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { actorOf } from '../../testing/actors.ts'
import { cityWithFilesFor, examplePicture } from '../../testing/files/city-with-files.ts'
import {
  cityFor,
  comeTo,
  drives,
  drop,
  keyOf,
  pickup,
  requestOn,
  tripCodeOf,
  type TestActor,
} from '../../testing/test-city.ts'
import { moveBack } from '../../testing/move-back.ts'
import { findBroken } from '../../verify/verify.ts'

const { city, db, upload, read } = await cityWithFilesFor(import.meta.url, { APP_CATEGORY: 'delivery' })
const admin = await city.person('admin')

afterEach(() =>
  set({
    AllowDeliveryPickupImageCapture: false,
    AllowFinalDeliveryImageCapture: false,
    deliveryCodeNeeded: false,
    returnPercent: 50,
  }),
)

const set = (settings: object) => admin.call(settingsApi.change, { body: { settings } })

const photo = examplePicture()
  .withExif({ IFD3: { GPSLatitude: '34/1 54/1 0/1' } })
  .jpeg()
  .toBuffer()

const send = async (who: TestActor, id: string, name: BookingPhotoKind) =>
  upload(who, `/api/bookings/${id}/photos?name=${name}`, await photo)
const statusOf = async (who: TestActor, url: string) => (await read(who, url)).status

interface Parcel {
  readonly id: string
  readonly sender: TestActor
  readonly courier: TestActor
  readonly fleet: TestActor
  readonly drive: ReturnType<typeof drives>
}

/** A delivery booked by the office, in cash, with its courier at the pickup. */
const parcelAtPickup = async (): Promise<Parcel> => {
  const [sender, fleet] = [await city.person('rider'), await city.person('fleetadmin')]
  const courier = await city.driver({ fleetadmin: fleet.id })
  const body = { pickup, drop, carType: city.economy, rider: sender.id }
  const { quote } = await admin.call(quotesApi.create, { body })
  const instructionData = { deliveryPerson: 'Person One', deliveryPersonPhone: '2900 1234' }
  const { booking } = await admin.call(bookingsApi.create, { body: { ...requestOn(quote), instructionData } })
  const drive = drives(courier, booking.id)
  await drive.accept()
  await drive.arriveThere()
  return { id: booking.id, sender, courier, fleet, drive }
}
const startIt = async ({ id, sender, courier }: Parcel, more: object = {}) =>
  courier.call(bookingsApi.start, { params: { id }, body: { otp: await tripCodeOf(sender, id), ...more } })
const endIt = ({ id, courier }: Parcel, more: object = {}) =>
  courier.call(bookingsApi.reach, { params: { id }, body: more })
const fail = ({ id, courier }: Parcel, more: object = {}) =>
  courier.call(parcelApi.couldNotDeliver, { params: { id }, body: { reason: 'absent', ...more } })
/** The courier drives there in the next minutes. */
const driveTo = async ({ id, courier }: Parcel, place: typeof drop): Promise<void> => {
  await moveBack(city, id, 6)
  await comeTo(courier, place)
}
const owedBy = async ({ id }: TestActor): Promise<number> => {
  const { rows } = await sql<{ owed: number }>`select owed::int from wallets where user_id = ${id}`.execute(db.request)
  return rows[0]?.owed ?? 0
}
const noticesOf = async (id: string) => {
  const { rows } = await sql<{ message: string; role: string }>`select n.message, u.usertype as role
    from notices n join users u on u.id = n.user_id where n.booking_id = ${id}
      and (n.message like 'notice_could_not_deliver%' or n.message like 'notice_parcel_returns%')
    order by n.message`.execute(db.request)
  return rows.map(({ message, role }) => [message, role])
}
const seen = async (who: TestActor, id: string) => (await who.call(bookingsApi.get, { params: { id } })).booking

describe('photos of a delivery [delivery-11] [delivery-12] [design/delivery-20]', () => {
  it('AllowDeliveryPickupImageCapture: the trip starts only with a photo', async () => {
    await set({ AllowDeliveryPickupImageCapture: true })
    const parcel = await parcelAtPickup()
    expect(await keyOf(startIt(parcel))).toBe('pickup_photo_needed')
    const { id, url } = await send(parcel.courier, parcel.id, 'pickup_image')
    expect(await keyOf(startIt(parcel, { photo: '00000000-0000-7000-8000-000000000000' }))).toBe('file_not_found')
    const { booking } = await startIt(parcel, { photo: id })
    expect(booking).toMatchObject({ status: 'STARTED', pickup_image: url })
    expect(await findBroken(db.request)).toEqual([])
  })

  it('AllowFinalDeliveryImageCapture: the delivery ends only with a photo', async () => {
    await set({ AllowFinalDeliveryImageCapture: true })
    const parcel = await parcelAtPickup()
    await startIt(parcel)
    expect(await keyOf(endIt(parcel))).toBe('final_photo_needed')
    expect(await keyOf(fail(parcel))).toBe('return_photo_needed')
    const [final, signature] = [
      await send(parcel.courier, parcel.id, 'deliver_image'),
      await send(parcel.courier, parcel.id, 'signature'),
    ]
    // a picture is of one kind and of one booking
    expect(await keyOf(endIt(parcel, { photo: signature.id }))).toBe('file_not_found')
    const proof = { photo: final.id, signature: signature.id, receivedBy: 'Neighbour' }
    expect((await endIt(parcel, proof)).booking).toMatchObject({
      status: 'REACHED',
      deliver_image: final.url,
      handover: { receivedBy: 'Neighbour', signature: signature.url, byCode: false },
    })
    for (const who of [parcel.sender, parcel.fleet, admin])
      expect((await seen(who, parcel.id)).handover?.receivedBy).toBe('Neighbour')
    expect(await findBroken(db.request)).toEqual([])
  })

  it('with the settings off a photo of the end is stored and shown like a required one [design/delivery-22]', async () => {
    const [delivered, returned] = [await parcelAtPickup(), await parcelAtPickup()]
    await startIt(delivered)
    const final = await send(delivered.courier, delivered.id, 'deliver_image')
    await endIt(delivered, { photo: final.id })
    await startIt(returned)
    const back = await send(returned.courier, returned.id, 'return_image')
    await fail(returned, { photo: back.id })
    const readers = ({ sender, courier, fleet }: Parcel) => [sender, courier, fleet, admin]
    for (const who of readers(delivered)) expect((await seen(who, delivered.id)).deliver_image).toBe(final.url)
    for (const who of readers(returned)) expect((await seen(who, returned.id)).undelivered?.image).toBe(back.url)
    expect(await Promise.all([statusOf(returned.sender, back.url), statusOf(admin, final.url)])).toEqual([200, 200])
    expect(await findBroken(db.request)).toEqual([])
  })

  it('are sent by the booking’s driver alone, while they are due; past the limit the oldest unused one goes', async () => {
    const parcel = await parcelAtPickup()
    const other = await city.driver()
    expect((await send(other, parcel.id, 'pickup_image')).status).toBe(404)
    expect((await send(parcel.sender, parcel.id, 'pickup_image')).status).toBe(403)
    expect((await send(parcel.courier, parcel.id, 'deliver_image')).key).toBe('booking_moved_on')
    const sent: string[] = []
    for (let n = 0; n < 13; n++) sent.push((await send(parcel.courier, parcel.id, 'pickup_image')).id)
    const kept = await db.request.selectFrom('files').select('id').where('booking_id', '=', parcel.id).execute()
    expect(kept.map(({ id }) => id).toSorted()).toEqual(sent.slice(1).toSorted())
    await startIt(parcel)
    expect((await send(parcel.courier, parcel.id, 'pickup_image')).key).toBe('booking_moved_on')
    // a new kind takes the place of an old one, and an unused picture of the same kind goes before others
    const [photo, signature] = [
      await send(parcel.courier, parcel.id, 'deliver_image'),
      await send(parcel.courier, parcel.id, 'signature'),
    ]
    const again = await send(parcel.courier, parcel.id, 'signature')
    const proof = { photo: photo.id, receivedBy: 'Neighbour' }
    expect(await keyOf(endIt(parcel, { ...proof, signature: signature.id }))).toBe('file_not_found')
    expect(await keyOf(endIt(parcel, { ...proof, signature: again.id }))).toBe('ok')
  })

  it('are read by the parties of the booking alone, by the courier until a day after the end, without their place', async () => {
    const parcel = await parcelAtPickup()
    const { id, url } = await send(parcel.courier, parcel.id, 'pickup_image')
    await startIt(parcel, { photo: id })
    const answer = await read(parcel.sender, url)
    const stored = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([stored.format, stored.exif]).toEqual(['jpeg', undefined])
    const strangers = [await city.person('rider'), await city.driver(), await city.person('fleetadmin')]
    const all = [parcel.sender, parcel.courier, parcel.fleet, admin, ...strangers]
    const statuses = async () => Promise.all(all.map((who) => statusOf(who, url)))
    expect(await statuses()).toEqual([200, 200, 200, 200, 404, 404, 404])
    await set({ AllowCriticalEditsAdmin: false })
    expect(await statuses()).toEqual([200, 200, 403, 403, 404, 404, 404])
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
    await endIt(parcel)
    await parcel.drive.receiveCash()
    const end = (hours: number) =>
      sql`update bookings set end_time = end_time + ${hours} * interval '1 hour' where id = ${parcel.id}`.execute(
        db.request,
      )
    await end(-25)
    expect(await statuses()).toEqual([200, 404, 404, 200, 404, 404, 404])
    await end(25)
  })
})

describe('the receiver’s code [design/delivery-27]', () => {
  it('deliveryCodeNeeded: the delivery ends only with the code of its receiver', async () => {
    await set({ deliveryCodeNeeded: true })
    const parcel = await parcelAtPickup()
    const { deliveryCode } = await seen(parcel.sender, parcel.id)
    expect(deliveryCode).toMatch(/^[1-9]\d{3}$/)
    for (const who of [parcel.courier, parcel.fleet, admin])
      expect(await seen(who, parcel.id)).not.toHaveProperty('deliveryCode')
    await startIt(parcel)
    expect(await keyOf(endIt(parcel))).toBe('delivery_code_missing')
    const wrong = deliveryCode === '1234' ? '4321' : '1234'
    expect(await keyOf(endIt(parcel, { code: wrong }))).toBe('wrong_delivery_code')
    const { rows } = await sql<{ tries: number }>`select delivery_code_tries as tries from bookings
      where id = ${parcel.id}`.execute(db.request)
    expect(rows).toEqual([{ tries: 1 }])
    expect((await endIt(parcel, { code: deliveryCode ?? '' })).booking).toMatchObject({
      status: 'REACHED',
      handover: { byCode: true },
    })
    expect((await seen(parcel.sender, parcel.id)).deliveryCode).toBeNull()
  })
})

describe('a new code of the receiver [design/delivery-40]', () => {
  const renew = (who: TestActor, id: string) => who.call(parcelApi.renewCode, { params: { id }, body: {} })
  const wrongFor = (code: string) => (code === '1234' ? '4321' : '1234')
  const follow = (token: string) => actorOf(city.server.url, undefined).call(guestLinksApi.follow, { body: { token } })

  const locked = async () => {
    await set({ deliveryCodeNeeded: true })
    const parcel = await parcelAtPickup()
    await startIt(parcel)
    const old = (await seen(parcel.sender, parcel.id)).deliveryCode ?? ''
    for (let n = 0; n < 5; n++) expect(await keyOf(endIt(parcel, { code: wrongFor(old) }))).toBe('wrong_delivery_code')
    expect(await keyOf(endIt(parcel, { code: old }))).toBe('delivery_code_locked')
    return { parcel, old }
  }

  it('by the sender: the receiver’s link shows it, the old one is refused, the new one ends the delivery', async () => {
    const { parcel, old } = await locked()
    const { token } = await parcel.sender.call(guestLinksApi.add, {
      params: { id: parcel.id },
      body: { view: 'receiver' },
    })
    expect((await seen(parcel.sender, parcel.id)).deliveryCodeLocked).toBe(true)
    const { booking } = await renew(parcel.sender, parcel.id)
    const code = booking.deliveryCode ?? ''
    expect(code).toMatch(/^[1-9]\d{3}$/)
    expect([code === old, booking.deliveryCodeLocked, booking.deliveryCodeRenewalsLeft]).toEqual([false, false, 2])
    expect((await follow(token)).parcel?.code).toBe(code)
    expect(await keyOf(endIt(parcel, { code: old }))).toBe('wrong_delivery_code')
    expect((await endIt(parcel, { code })).booking).toMatchObject({ status: 'REACHED', handover: { byCode: true } })
    expect(await keyOf(renew(parcel.sender, parcel.id))).toBe('booking_moved_on')
    expect(await findBroken(db.request)).toEqual([])
  })

  it('by the office, which does not see it: audited, and the sender gets a notice; no one else, three in all', async () => {
    const { parcel } = await locked()
    expect((await seen(admin, parcel.id)).deliveryCodeLocked).toBe(true)
    const { booking } = await renew(admin, parcel.id)
    expect(booking).not.toHaveProperty('deliveryCode')
    const { deliveryCode } = await seen(parcel.sender, parcel.id)
    const { rows } = await sql<{ data: unknown }>`select data from audit_log
      where subject = ${`booking:${parcel.id}`} and action = 'delivery-code.renew'`.execute(db.request)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(deliveryCode)
    const notices = await sql<{ message: string }>`select message from notices where user_id = ${parcel.sender.id}
      and message like 'notice_delivery_code%' order by id`.execute(db.request)
    expect(notices.rows.map(({ message }) => message)).toEqual([
      'notice_delivery_code_locked',
      'notice_delivery_code_renewed',
    ])
    expect(await keyOf(renew(parcel.courier, parcel.id))).toBe('forbidden')
    expect(await keyOf(renew(await city.person('rider'), parcel.id))).toBe('not_found')
    await renew(parcel.sender, parcel.id)
    await renew(admin, parcel.id)
    expect(await keyOf(renew(parcel.sender, parcel.id))).toBe('no_more_delivery_codes')
  })

  it('and a courier’s wrong try at the same moment count one after the other', async () => {
    const { parcel, old } = await locked()
    const stop = city.server.failpoint.pause('renew-delivery-code.before_commit')
    const renewing = renew(parcel.sender, parcel.id)
    await stop.reached
    const trying = keyOf(endIt(parcel, { code: old }))
    await new Promise((done) => setTimeout(done, 100))
    stop.release()
    await renewing
    // the try waited for the new code, and is the first one against it
    expect(await trying).toBe('wrong_delivery_code')
    const { rows } = await sql<{ tries: number }>`select delivery_code_tries as tries from bookings
      where id = ${parcel.id}`.execute(db.request)
    expect(rows).toEqual([{ tries: 1 }])
  })
})

describe('a returned parcel [design/delivery-30] [design/delivery-32] [design/delivery-34]', () => {
  it('returnPercent: the sender owes this part of the quote, sender and office are notified, and the trip ends at the pickup', async () => {
    await set({ returnPercent: 25 })
    const parcel = await parcelAtPickup()
    await startIt(parcel)
    await driveTo(parcel, drop)
    const { id: photo } = await send(parcel.courier, parcel.id, 'return_image')
    const { booking } = await fail(parcel, { reason: 'other', note: 'The gate is closed', photo })
    expect(booking).toMatchObject({ status: 'STARTED', undelivered: { reason: 'other', note: 'The gate is closed' } })
    expect(booking.drop).toEqual(booking.pickup)
    expect(await keyOf(fail(parcel))).toBe('booking_moved_on')

    const view = await seen(parcel.sender, parcel.id)
    expect(view.returnFee).toBe(Math.round((view.estimate ?? 0) / 4))
    expect(view.undelivered?.drop).toMatchObject({ lat: drop.lat, lng: drop.lng })
    expect(await noticesOf(parcel.id)).toEqual([
      ['notice_could_not_deliver', 'rider'],
      ['notice_parcel_returns', 'admin'],
    ])
    expect(await owedBy(parcel.sender)).toBe((view.returnFee ?? 0) * 100)

    await driveTo(parcel, pickup)
    expect((await endIt(parcel)).booking.status).toBe('REACHED')
    expect((await parcel.drive.receiveCash()).booking).toMatchObject({
      status: 'PAID',
      undelivered: { reason: 'other' },
    })
    expect(await findBroken(db.request)).toEqual([])
  })

  it('the office refunds the fee with a correction of the paid trip [design/delivery-33]', async () => {
    const parcel = await parcelAtPickup()
    await startIt(parcel)
    await driveTo(parcel, drop)
    await fail(parcel)
    const { returnFee, estimate } = await seen(parcel.sender, parcel.id)
    await driveTo(parcel, pickup)
    await endIt(parcel)
    await parcel.drive.receiveCash()
    const back = (amount: number) =>
      admin.call(correctionsApi.correct, {
        params: { id: parcel.id },
        body: { direction: 'back', amount, reason: 'The receiver was there', withDriver: true },
      })
    const paid = (estimate ?? 0) + (returnFee ?? 0)
    expect(await keyOf(back(paid + 1))).toBe('correction_above_paid')
    await back(returnFee ?? 0)
    // the debt is paid first; nothing is left of it
    expect(await owedBy(parcel.sender)).toBe(0)
    expect(await findBroken(db.request)).toEqual([])
  })

  it('costs nothing when no believed position shows the courier at the drop [design/delivery-35]', async () => {
    const parcel = await parcelAtPickup()
    await startIt(parcel)
    // 2.6 km in the next second: not believed
    await comeTo(parcel.courier, drop)
    const { booking } = await fail(parcel)
    expect(booking).toMatchObject({ status: 'STARTED', undelivered: { reason: 'absent' }, drop: booking.pickup })
    expect((await seen(parcel.sender, parcel.id)).returnFee).toBe(0)
    expect(await owedBy(parcel.sender)).toBe(0)
    expect(await noticesOf(parcel.id)).toEqual([
      ['notice_could_not_deliver_free', 'rider'],
      ['notice_parcel_returns_free', 'admin'],
    ])
    await endIt(parcel)
    await parcel.drive.receiveCash()
    expect(await findBroken(db.request)).toEqual([])
  })

  it('counts the positions that the phone has not sent before [design/delivery-35]', async () => {
    const parcel = await parcelAtPickup()
    await startIt(parcel)
    await moveBack(city, parcel.id, 6)
    const { lat, lng } = drop
    const { lastFixSeq } = await parcel.courier.call(dispatchApi.day, {})
    await fail(parcel, { fixes: [{ seq: lastFixSeq + 1, at: Date.now() - 1000, lat, lng, accuracy: 8 }] })
    const { returnFee, estimate } = await seen(parcel.sender, parcel.id)
    expect(returnFee).toBe(Math.round((estimate ?? 0) / 2))
    await endIt(parcel)
    await parcel.drive.receiveCash()
    expect(await findBroken(db.request)).toEqual([])
  })

  it('costs nothing at 0 percent', async () => {
    await set({ returnPercent: 0 })
    const parcel = await parcelAtPickup()
    await startIt(parcel)
    await driveTo(parcel, drop)
    await fail(parcel)
    expect((await seen(parcel.sender, parcel.id)).returnFee).toBe(0)
    await endIt(parcel)
    await parcel.drive.receiveCash()
    expect(await findBroken(db.request)).toEqual([])
  })

  it('a taxi trip cannot be returned', async () => {
    const { city: taxi } = await cityFor(import.meta.url)
    const [rider, driver] = [await taxi.person('rider'), await taxi.driver()]
    const { id } = await taxi.book(rider)
    const drive = drives(driver, id)
    await drive.accept()
    await drive.arriveThere()
    await drive.start(await tripCodeOf(rider, id))
    const back = driver.call(parcelApi.couldNotDeliver, { params: { id }, body: { reason: 'absent' } })
    expect(await keyOf(back)).toBe('booking_moved_on')
  })
})
