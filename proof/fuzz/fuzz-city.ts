import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { chatApi } from '@remis/domain/chat/chat-api'
import { guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import type { FileKind } from '@remis/domain/files/file-kinds'
import { promosApi } from '@remis/domain/promos/promos-api'
import type { Role } from '@remis/domain/kit/endpoint'
import { safetyApi } from '@remis/domain/safety/safety-api'
import { creditsApi } from '@remis/domain/wallet/credits-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import type { TestAppOptions } from '@remis/server/testing/app'
import { actorOf } from '@remis/server/testing/actors'
import { cardPayer } from '@remis/server/testing/card-payer'
import { topUpOf } from '@remis/server/testing/card-story'
import { credit, emptyStreets } from '@remis/server/testing/money'
import { drives, openCity, requestOn, tripCodeOf, type City, type TestActor } from '@remis/server/testing/test-city'
import type { TestDatabase } from '@remis/server/testing/test-database'
import { post } from '@remis/server/wallet/post'
import { firstLanguages } from '@remis/domain/texts/built-in-languages'
import { provideLanguages } from '@remis/server/backoffice/languages/provide-languages'
import { sql } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'
import { addDocument, onePixel } from '../access/requests/application-requests.ts'
import { unlimited } from './unlimited.ts'

/** A caller with their own bookings: a call about these passes more checks than one about the booking of a stranger. */
export interface Caller {
  readonly label: string
  readonly role: Role | 'visitor' | 'anyone'
  readonly token: string | undefined
  readonly bookings: readonly string[]
  /** Ids of what only its owner can name. */
  readonly own: Own
}

interface Own {
  readonly session: string
  readonly passkey: string
  readonly address: string
  readonly view: string
}

/** Ids and codes that a call can name. */
export interface Stock {
  readonly bookings: readonly string[]
  readonly requests: readonly object[]
  readonly codes: readonly string[]
  readonly payments: readonly string[]
  /** addresses that a gateway sends payers back to, with their keys */
  readonly returns: readonly string[]
  readonly orders: readonly string[]
  readonly withdrawals: readonly string[]
  readonly debts: readonly string[]
  readonly files: readonly string[]
  /** of a chat, not sent */
  readonly photos: readonly string[]
  /** of a driver among `managed`, waiting for the office */
  readonly documents: readonly string[]
  readonly payouts: readonly string[]
  /** one that waits for another admin, one that can be taken back */
  readonly credits: readonly string[]
  readonly people: readonly string[]
  /** people who make no calls, so that the office can suspend and archive them */
  readonly managed: readonly string[]
  /** names */
  readonly promos: readonly string[]
  /** of promos that calls may change and delete */
  readonly promoIds: readonly string[]
  /** messages of the office, which calls may change and send */
  readonly notifications: readonly string[]
  /** failed mails, which calls may send again */
  readonly mails: readonly string[]
  /** which calls may change and delete */
  readonly languages: readonly string[]
  readonly carTypes: readonly string[]
  readonly cancelReasons: readonly string[]
  /** tokens and ids of links by which others follow a ride */
  readonly linkTokens: readonly string[]
  readonly links: readonly string[]
  /** alerts that calls may take and close, and questions to riders */
  readonly alerts: readonly string[]
  readonly questions: readonly string[]
}

export interface FuzzCity {
  readonly city: City
  callers(role: Caller['role']): readonly Caller[]
  readonly stock: () => Stock
  /** Creates new people and bookings in every state: the earlier ones are used up. */
  renew(): Promise<void>
}

const stages = ['new', 'accepted', 'arrived', 'started', 'reached', 'paid', 'cancelled'] as const

/** Drives a new booking as far as `stage`; its driver is the nearest free one. */
const bring = async (city: City, rider: TestActor, stage: (typeof stages)[number]) => {
  const driver = await city.driver()
  const { id } = await city.book(rider)
  const drive = drives(driver, id)
  const steps = [
    drive.accept,
    drive.arrive,
    async () => drive.start(await tripCodeOf(rider, id)),
    drive.reach,
    drive.receiveCash,
  ]
  const until = stage === 'cancelled' ? 0 : stages.indexOf(stage)
  for (const step of steps.slice(0, until)) await step()
  if (stage === 'cancelled') await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
  return { id, driver, code: stage === 'arrived' ? await tripCodeOf(rider, id) : '' }
}

const attemptOf = (location: string): Promise<string> =>
  Promise.resolve(/\/checkout\/(\w+)/.exec(location)?.[1] ?? location)

/** A card attempt at a top-up: its id, its order, and the return address with the key that only the gateway got. */
const payByCard = async (city: City, rider: TestActor) => {
  const payer = cardPayer(city.server.url, rider)
  const order = await topUpOf(rider, 100)
  await payer.begin({ order_id: order.id, amount: '100', currency: 'UYU' }, attemptOf)
  const { db } = city.database
  const attempt = await db.request
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', rider.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const { data } = await db.request
    .selectFrom('test_gateway_orders')
    .select('data')
    .where('attempt_id', '=', attempt.id)
    .executeTakeFirstOrThrow()
  const { pathname, search } = new URL((data as { returnUrl: string }).returnUrl)
  return { id: attempt.id, order: order.id, back: pathname + search }
}

/** A picture that was uploaded and nothing uses. */
const fileOf = async ({ server }: City, { token = '' }: TestActor, kind: FileKind): Promise<string> => {
  const answer = await fetch(`${server.url}/api/files?kind=${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: onePixel as Buffer<ArrayBuffer>,
  })
  return ((await answer.json()) as { id: string }).id
}

/** Begins the chat of a booking; the id of a photo that no message uses. */
const chatOf = async ({ server }: City, rider: TestActor, booking: string): Promise<string> => {
  const { token = '' } = rider
  const body = { clientId: randomUUID(), type: 'text' as const, message: 'At the door' }
  await rider.call(chatApi.send, { params: { id: booking }, body })
  const answer = await fetch(`${server.url}/api/chats/${booking}/photos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: onePixel as Buffer<ArrayBuffer>,
  })
  return ((await answer.json()) as { id: string }).id
}

const passkey = { name: 'Key', publicKey: '', counter: 0, transports: [], synced: false, usedAt: null, aloneAt: null }

/** Another session, a passkey, a saved address and a saved view of this person. */
const ownOf = async ({ database }: City, user: string): Promise<Own> => {
  const own = { session: randomUUID(), passkey: randomUUID(), address: randomUUID(), view: randomUUID() }
  const db = database.db.request
  await sql`insert into sessions (id, user_id, token_hash, expires_at)
    values (${own.session}, ${user}, ${randomBytes(32)}, clock_timestamp() + interval '1 day')`.execute(db)
  await sql`insert into identities (id, user_id, kind, subject, data)
    values (${own.passkey}, ${user}, 'passkey', ${own.passkey}, ${JSON.stringify(passkey)}::jsonb)`.execute(db)
  await sql`insert into saved_addresses (id, user_id, description, lat, lng)
    values (${own.address}, ${user}, 'Somewhere', 0, 0)`.execute(db)
  await sql`insert into saved_views (id, user_id, name, address)
    values (${own.view}, ${user}, ${own.view}, '{}')`.execute(db)
  return own
}

const payoutOf = async ({ database }: City, { id: made_by }: TestActor): Promise<string> => {
  const row = { id: randomUUID(), made_by, file: 'csv', withdrawals: 1, total: 100, currency: 'UYU' } as const
  await database.db.request.insertInto('payouts').values(row).execute()
  return row.id
}

const creditOf = async (city: City, { id }: TestActor): Promise<string> => {
  const body = { amount: 5, reason: 'Cash at the desk' }
  return (await (await city.person('admin')).call(creditsApi.create, { params: { id }, body })).credit.id
}

const waitingCreditOf = async (city: City, { id: user_id }: TestActor): Promise<string> => {
  const { id: asked_by } = await city.person('admin')
  const entries = { user_id, asked_by, amount: 500, currency: 'UYU', reason: 'Cash at the desk' }
  const row = { id: randomUUID(), ...entries, state: 'waiting' } as const
  await city.database.db.request.insertInto('wallet_credits').values(row).execute()
  return row.id
}

const linkOf = (who: TestActor, id: string) => who.call(guestLinksApi.add, { params: { id }, body: {} })

/** An alert of each side of a started ride, and an open question. */
const safetyOf = async (
  { database }: City,
  ride: { readonly id: string; readonly driver: TestActor },
  rider: TestActor,
) => {
  const body = { pressedAt: Date.now(), position: null }
  const press = async (who: TestActor) => (await who.call(safetyApi.panic, { params: { id: ride.id }, body })).alert.id
  const question = randomUUID()
  await sql`insert into safety_questions (id, booking_id, user_id, hint)
    values (${question}, ${ride.id}, ${rider.id}, 'off-route')`.execute(database.db.request)
  return { alerts: [await press(rider), await press(ride.driver)], questions: [question] }
}

/** Open debts of a rider without money, for fees of this driver. */
const debtsOf = async (city: City, driver: TestActor): Promise<string[]> => {
  const { db } = city.database
  const { id } = await city.person('rider')
  const entries = [
    { account: 'receivable', holder: id, amount: -500 },
    { account: 'pending-fees', holder: driver.id, amount: 500 },
  ] as const
  const debt = { kind: 'debt', bookingId: null, reference: 'correction', entries } as const
  await db.transact((tx) => post(tx, [debt, debt, debt], { actorId: null, currency: 'UYU' }))
  const rows = await db.request.selectFrom('debts').select('id').where('rider_id', '=', id).execute()
  return rows.map((row) => row.id)
}

export const aPromo = (name: string) => ({
  promo_name: name,
  promo_discount_type: 'flat' as const,
  promo_discount_value: 10,
  max_promo_discount_value: 10,
  min_order: 50,
  promo_validity: '2099-01-01',
  promo_usage_limit: 1_000_000,
})

const openOffice = async (city: City) => {
  const [admin, fleet] = [await city.person('admin'), await city.person('fleetadmin')]
  await admin.call(promosApi.create, { body: aPromo('FUZZ10') })
  const { promo } = await admin.call(promosApi.create, { body: aPromo('SPARE10') })
  const { token } = await actorOf(city.server.url, undefined).call(accountsApi.visitorToken, { body: {} })
  return { admin, fleet, visitor: token, sparePromo: promo.id }
}

const failedMail = async ({ database: { db } }: City): Promise<string> => {
  const id = randomUUID()
  await sql`insert into mail_queue (id, channel, address, template, params, state, failure)
    values (${id}, 'mail', 'mail.one@example.org', 'driver_approved', '{"link": "/drive"}', 'failed', 'refused')`.execute(
    db.request,
  )
  return id
}

const spareNotification = async ({ database: { db } }: City): Promise<string> => {
  const id = randomUUID()
  await sql`insert into notifications (id, devicetype, usertype, title, body)
    values (${id}, 'All', 'rider', 'Rain', 'Book a little earlier.')`.execute(db.request)
  return id
}

const spareLanguage = async ({ database }: City): Promise<string> => {
  const id = randomUUID()
  await sql`insert into languages (id, lang_name, lang_locale, date_locale)
    values (${id}, 'Spare', ${`en-x-${id.slice(0, 8)}`}, 'en')`.execute(database.db.request)
  return id
}

const spareCatalogue = async ({ database }: City) => {
  const [car, reason] = [randomUUID(), randomUUID()]
  const db = database.db.request
  await sql`insert into car_types (id, name, image, position, rate_per_unit_distance, rate_per_hour, convenience_fee_type, active)
    values (${car}, ${`Spare ${car.slice(0, 8)}`}, 'van', 1000, 1, 1, 'flat', false)`.execute(db)
  await sql`insert into cancel_reasons (id, position, label)
    select ${reason}, count(*), ${`Spare ${reason.slice(0, 8)}`} from cancel_reasons`.execute(db)
  return { carTypes: [car], cancelReasons: [reason] }
}

/** A city with people and bookings that a generated call can name. */
export const openFuzzCity = async (database: TestDatabase, more: TestAppOptions = {}): Promise<FuzzCity> => {
  const city = await openCity(database, { limits: unlimited, ...more })
  await city.server.app.settings.change({ openBookings: 0 }, null)
  await database.db.transact((tx) => provideLanguages(tx, firstLanguages, 'taxi'))
  const office = await openOffice(city)
  let callers: readonly Caller[] = []
  let stock: Stock

  const renew = async (): Promise<void> => {
    await emptyStreets(city)
    const [rider, other] = [await city.person('rider'), await city.person('rider')]
    const rides = []
    for (const stage of stages) rides.push(await bring(city, rider, stage))
    const fleetDriver = await city.driver({ fleetadmin: office.fleet.id })
    await credit(database.db, rider, 500)
    await credit(database.db, fleetDriver, 500)
    const { withdrawal } = await fleetDriver.call(withdrawalsApi.request, { body: { amount: 20 } })
    const card = await payByCard(city, rider)
    const quotes = []
    for (let left = 8; left > 0; left--) quotes.push(await city.quote(rider))
    const all = rides.map(({ id }) => id)
    const links = [
      await linkOf(rider, all[0] ?? ''),
      await linkOf(rider, all[3] ?? ''),
      await linkOf(rides[3]!.driver, rides[3]!.id),
    ]
    const nothing: Own = { session: '', passkey: '', address: '', view: '' }
    const asCaller = async (label: string, role: Role, person: TestActor, bookings: readonly string[]) => ({
      label,
      role,
      token: person.token,
      bookings,
      own: await ownOf(city, person.id),
    })
    callers = [
      await asCaller('rider', 'rider', rider, all),
      await asCaller('other rider', 'rider', other, []),
      ...(await Promise.all(rides.map(({ id, driver }) => asCaller(`driver of ${id}`, 'driver', driver, [id])))),
      await asCaller('fleet driver', 'driver', fleetDriver, all.slice(0, 1)),
      await asCaller('fleet admin', 'fleetadmin', office.fleet, []),
      await asCaller('admin', 'admin', office.admin, all),
      { label: 'visitor', role: 'visitor', token: office.visitor, bookings: [], own: nothing },
      { label: 'anyone', role: 'anyone', token: undefined, bookings: [], own: nothing },
    ]
    const managed = [
      (await city.person('rider')).id,
      (await city.person('driver', { fleetadmin: office.fleet.id })).id,
      (await city.person('driver', { fleetadmin: office.fleet.id })).id,
    ]
    stock = {
      bookings: all,
      requests: quotes.map(requestOn),
      codes: rides.map(({ code }) => code).filter((code) => code !== ''),
      payments: [card.id],
      returns: [card.back],
      orders: [card.order, ...all],
      withdrawals: [withdrawal.id],
      debts: await debtsOf(city, fleetDriver),
      files: [await fileOf(city, fleetDriver, 'driverDocument'), await fileOf(city, office.admin, 'carTypeImage')],
      photos: [await chatOf(city, rider, rides[3]!.id)],
      documents: [await addDocument(database.db.request, managed[1]!, 'insurance', 'waiting')],
      payouts: [await payoutOf(city, office.admin)],
      credits: [await creditOf(city, fleetDriver), await waitingCreditOf(city, fleetDriver)],
      people: [rider.id, other.id, fleetDriver.id, ...rides.map(({ driver }) => driver.id)],
      managed,
      promos: ['FUZZ10', 'fuzz10'],
      promoIds: [office.sparePromo],
      notifications: [await spareNotification(city)],
      mails: [await failedMail(city)],
      languages: [await spareLanguage(city)],
      ...(await spareCatalogue(city)),
      linkTokens: links.map(({ token }) => token),
      links: links.map(({ id }) => id),
      ...(await safetyOf(city, rides[3]!, rider)),
    }
  }
  await renew()
  return { city, callers: (role) => callers.filter((caller) => caller.role === role), stock: () => stock, renew }
}
