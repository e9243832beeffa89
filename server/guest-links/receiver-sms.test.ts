import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import { followPath } from '@remis/domain/guest-links/guest-links-routes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smsNumberOf } from '../accounts/mobile-number.ts'
import { mailBox } from '../mail/queue-mail.ts'
import { sendWaiting } from '../mail/send-waiting.ts'
import { actorOf } from '../testing/actors.ts'
import { sweepSearches } from '../testing/let-pass.ts'
import { drives, drop, keyOf, openCity, pickup, requestOn, type City } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const city = await openCity(database, { env: { APP_CATEGORY: 'delivery' } })
const admin = await city.person('admin')

beforeEach(() => admin.call(settingsApi.change, { body: { settings: { receiverLinkSms: true, country: 'Uruguay' } } }))
afterEach(() => {
  city.server.failpoint.clear()
  return db.request.deleteFrom('mail_queue').execute()
})

const waiting = () => db.request.selectFrom('mail_queue').selectAll().where('channel', '=', 'sms').execute()
const follow = (token: string) => actorOf(city.server.url, undefined).call(guestLinksApi.follow, { body: { token } })
const linksOf = async (who: Awaited<ReturnType<City['person']>>, id: string) =>
  (await who.call(guestLinksApi.list, { params: { id } })).rows

/** A delivery that the office books for a sender, in cash. */
const book = async (deliveryPersonPhone = '099 123 456') => {
  const sender = await city.person('rider')
  const courier = await city.driver()
  const { quote } = await admin.call(quotesApi.create, {
    body: { pickup, drop, carType: city.economy, rider: sender.id },
  })
  const instructionData = { deliveryPerson: 'Receiver One', deliveryPersonPhone }
  const { booking } = await admin.call(bookingsApi.create, { body: { ...requestOn(quote), instructionData } })
  return { id: booking.id, sender, courier, accept: () => drives(courier, booking.id).accept() }
}
/** Its courier cancels, and another one accepts the booking that continues it. */
const rebook = async ({ id, sender, courier }: Awaited<ReturnType<typeof book>>) => {
  const next = await city.driver()
  await courier.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
  await sweepSearches(city.server.app)
  const { successor } = (await sender.call(bookingsApi.get, { params: { id } })).booking
  await drives(next, successor ?? '').accept()
  return successor ?? ''
}

describe('the receiver gets the link by SMS when a courier accepts [design/delivery-50]', () => {
  it('only with the setting receiverLinkSms', async () => {
    await admin.call(settingsApi.change, { body: { settings: { receiverLinkSms: false } } })
    const parcel = await book()
    await parcel.accept()
    expect(await waiting()).toEqual([])
    expect(await linksOf(parcel.sender, parcel.id)).toEqual([])
  })

  it('once, in the default language; the link is that of a receiver, and the sender sees and ends it', async () => {
    const parcel = await book()
    await db.request.updateTable('users').set({ language: 'ar' }).where('id', '=', parcel.sender.id).execute()
    expect(await waiting()).toEqual([])
    await parcel.accept()
    expect(await keyOf(parcel.accept())).not.toBe('ok')
    const [row, ...more] = await waiting()
    expect(more).toEqual([])
    expect(row).toMatchObject({
      template: 'receiver_link',
      address: '+59899123456',
      user_id: parcel.sender.id,
      language: 'en',
      params: {},
      state: 'waiting',
    })
    const [link, ...others] = await linksOf(parcel.sender, parcel.id)
    expect(others).toEqual([])
    expect(link).toMatchObject({ view: 'receiver', bySms: true, openedAt: null })
    const token = link?.token ?? ''
    expect(JSON.stringify(row)).not.toContain(token)
    expect(mailBox(city.server.app).open({ sealed: row?.secrets ?? '' })).toEqual({ link: followPath(token) })
    expect(await follow(token)).toMatchObject({ status: 'ACCEPTED', pickup: null, parcel: { returned: false } })

    await sendWaiting(city.server.app, 'sms')
    const sent = await db.request.selectFrom('trial_mailbox').selectAll().execute()
    expect(sent.map(({ address }) => address)).toEqual(['+59899123456'])
    expect(JSON.stringify(sent)).toContain(followPath(token))
    await parcel.sender.call(guestLinksApi.end, { params: { id: parcel.id }, body: { link: link?.id ?? '' } })
    expect(await keyOf(follow(token))).toBe('link_ended')
  })

  it('not when the accept fails, and once when it is repeated', async () => {
    const parcel = await book()
    city.server.failpoint.fail('accept.before_commit', new Error('injected failure'))
    expect(await keyOf(parcel.accept())).not.toBe('ok')
    expect(await waiting()).toEqual([])
    expect(await linksOf(parcel.sender, parcel.id)).toEqual([])
    city.server.failpoint.clear()
    await parcel.accept()
    expect(await waiting()).toHaveLength(1)
    expect(await linksOf(parcel.sender, parcel.id)).toHaveLength(1)
  })

  it('not again when another courier continues the delivery, as long as the link is open', async () => {
    const parcel = await book()
    await parcel.accept()
    const [link] = await linksOf(parcel.sender, parcel.id)
    const second = await rebook(parcel)
    expect(await waiting()).toHaveLength(1)
    expect(await follow(link?.token ?? '')).toMatchObject({ status: 'ACCEPTED' })
    expect(await linksOf(parcel.sender, second)).toEqual([{ ...link, openedAt: expect.any(Number) as number }])
    expect(await linksOf(admin, second)).toMatchObject([{ id: link?.id, bySms: true }])
    await admin.call(guestLinksApi.end, { params: { id: second }, body: { link: link?.id ?? '' } })
    expect(await keyOf(follow(link?.token ?? ''))).toBe('link_ended')
  })

  it('again when the first link was ended before another courier accepted', async () => {
    const parcel = await book()
    await parcel.accept()
    const [link] = await linksOf(parcel.sender, parcel.id)
    await parcel.sender.call(guestLinksApi.end, { params: { id: parcel.id }, body: { link: link?.id ?? '' } })
    const second = await rebook(parcel)
    expect(await waiting()).toHaveLength(2)
    expect(await linksOf(parcel.sender, second)).toMatchObject([{ view: 'receiver', bySms: true }])
  })

  it('is not sent past the country’s daily limit; the accept succeeds [design/delivery-62]', async () => {
    const { max } = city.server.app.config.limits.guards.receiverSmsPerCountry
    const values = { class: 'receiver-sms-country', window_start: new Date() }
    await db.request
      .insertInto('rate_counters')
      .values([
        { ...values, subject: 'JM', count: max - 1 },
        { ...values, subject: 'UY', count: max },
      ])
      .execute()
    const [first, second, own] = [await book('+18765551234'), await book('+18765551235'), await book()]
    for (const { accept } of [first, second, own]) expect(await keyOf(accept())).toBe('ok')
    const sentTo = (await waiting()).map(({ address }) => address)
    expect(sentTo.toSorted()).toEqual(['+18765551234', '+59899123456'])
    expect(await linksOf(second.sender, second.id)).toEqual([])
  })

  it('not without a number that an SMS can reach', async () => {
    for (const phone of ['2900 1234', '1234567', '099 123 456 x 12']) await (await book(phone)).accept()
    const { id, accept } = await book()
    await db.request.updateTable('bookings').set({ delivery_person_phone: null }).where('id', '=', id).execute()
    await accept()
    expect(await waiting()).toEqual([])
    expect(await db.request.selectFrom('guest_links').select('id').where('booking_id', '=', id).execute()).toEqual([])
  })
})

it('without an SMS gateway no link is made [design/delivery-50]', async () => {
  const own = await databaseFor(`${import.meta.url}#production`)
  const env = { APP_CATEGORY: 'delivery', REMIS_MODE: 'production', PUBLIC_URL: 'http://localhost:4000' }
  const production = await openCity(own, { env })
  await production.server.app.settings.change({ receiverLinkSms: true, country: 'Uruguay' }, null)
  const [office, sender, courier] = [
    await production.person('admin'),
    await production.person('rider'),
    await production.driver(),
  ]
  const { quote } = await office.call(quotesApi.create, {
    body: { pickup, drop, carType: production.economy, rider: sender.id },
  })
  const instructionData = { deliveryPerson: 'Receiver One', deliveryPersonPhone: '099 123 456' }
  const { booking } = await office.call(bookingsApi.create, { body: { ...requestOn(quote), instructionData } })
  await drives(courier, booking.id).accept()
  for (const table of ['mail_queue', 'guest_links'] as const)
    expect(await own.db.request.selectFrom(table).select('id').execute()).toEqual([])
})

it.each([
  ['099 123 456', '+59899123456', 'Uruguay', ''],
  ['(11) 91234-5678', '+5511912345678', '', 'BR'],
  // the setting of the country counts before that of the place search
  ['099 123 456', '+59899123456', 'Uruguay', 'BR'],
  ['+49 151 23456789', '+4915123456789', 'Uruguay', ''],
  // a landline, too short, an extension, no country
  ['2900 1234', null, 'Uruguay', ''],
  ['1234567', null, 'Uruguay', ''],
  ['099 123 456 ext. 12', null, 'Uruguay', ''],
  ['099 123 456', null, '', ''],
  [null, null, 'Uruguay', ''],
])('an SMS to %j goes to %j [design/delivery-51]', (typed, number, country, restrictCountry) => {
  expect(smsNumberOf(typed, { country, restrictCountry })).toBe(number)
})
