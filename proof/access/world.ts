import { addGuestLink } from '@remis/server/guest-links/guest-link-store'
import { guestLinkToken } from '@remis/server/guest-links/guest-link-token'
import { randomUUID } from 'node:crypto'
import { accountsApi } from '@remis/domain/accounts/accounts-api'
import type { Status } from '@remis/domain/booking/statuses'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import { placesApi } from '@remis/domain/places/places-api'
import { promosApi } from '@remis/domain/promos/promos-api'
import { pushApi } from '@remis/domain/push/push-api'
import { newReceiver } from '@remis/server/testing/push/push-service'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { fallbackLanguage } from '@remis/domain/texts/languages'
import { adminCredit } from '@remis/domain/wallet/postings'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { provideLanguages } from '@remis/server/backoffice/languages/provide-languages'
import { cardPayer } from '@remis/server/testing/card-payer'
import { credit } from '@remis/server/testing/money'
import { insertClose } from '@remis/server/reports/day-close/day-close-store'
import { drop, pickup } from '@remis/server/testing/test-city'
import { sql } from 'kysely'
import { hashToken, newToken } from '@remis/server/platform/sessions/session-guard'
import { sealAudit } from '@remis/server/platform/database/audit-seal'
import { writeFactors } from '@remis/server/traffic/traffic-store'
import { suggestFactors } from '@remis/domain/traffic/suggest-factors'
import { post } from '@remis/server/wallet/post'
import { addDocuments } from './requests/application-requests.ts'
import type { Actors, Person } from './actors.ts'
import { stageDebt, stageDebtOfTrip } from './stage/stage-debts.ts'
import { stageBooking, stageLater, type Staged, type StageOptions } from './stage/stage.ts'
import { addParcel, carPictureOf, pictureOf } from './stage/stage-files.ts'
import { addAlert, addSafety } from './stage/stage-safety.ts'

const nothingRecorded = {
  rides: 0,
  tripCost: 0,
  driverShare: 0,
  convenienceFee: 0,
  discount: 0,
  wallet: 0,
  card: 0,
  cashWithDrivers: 0,
  cashInOffice: 0,
  writtenOff: 0,
  payouts: 0,
  refunds: 0,
}

/** The objects of the proof: a booking in each status, and one of each other kind. */
export interface World {
  readonly actors: Actors
  readonly demo: boolean
  /** of one rider and one fleet, in every status */
  readonly own: readonly Staged[]
  /** of the other rider and the other fleet */
  readonly foreign: Staged
  readonly payments: { readonly rider: string; readonly driver: string }
  /** a driver of the fleet, suspended, with a note and an audit row */
  readonly suspended: string
  /** an open withdrawal of the rider */
  readonly withdrawal: string
  readonly placeId: string
  /** id of a driver's picture; the rider had a ride of this driver */
  readonly picture: string
  /** id of an uploaded picture of a car type */
  readonly carPicture: string
  /** for tomorrow, with a reserved driver */
  readonly later: Staged
  /** valid tokens that are no session, of a ride that goes on and of its driver; they open no call of the table */
  readonly holders: Readonly<Record<'holder of a link' | 'companion app', string>>
  /** every booking, later ones included */
  readonly all: Staged[]
  of(status: Status): Staged
  /** can a booking of this installation reach the status? */
  readonly meets: (status: Status) => boolean
  /** a new one, which a call may change */
  fresh(options: Pick<StageOptions, 'status' | 'payment_mode'>): Promise<Staged>
  /** reads its status again */
  refresh(staged: Staged): Promise<void>
  quote(maker: Person, rider: Person): Promise<string>
  /** one more of each, which a call may change; the debt is to the other driver */
  promo(): Promise<string>
  language(): Promise<string>
  carType(): Promise<string>
  cancelReason(): Promise<string>
  debt(): Promise<string>
  /** a debt of a booking with a driver, of a taxi city; one more of them, which a call may change */
  readonly tripDebt: string
  debtOfTrip(): Promise<{ readonly id: string; readonly bookingId: string }>
  /** one more notification, for a device that has had none */
  notification(): Promise<string>
  /** one more withdrawal that can be paid now; one more payout of one withdrawal */
  payable(): Promise<string>
  payout(): Promise<string>
  /** one more rider with money in the wallet; one more credit by another admin */
  richRider(): Promise<string>
  credit(state: 'waiting' | 'credited'): Promise<string>
  /** one more alert of the rider, which a call may change */
  alert(state: 'alert' | 'taken alert'): Promise<string>
  /** one more mail that failed, which a call may send again */
  mail(): Promise<string>
  /** a fresh payment of the rider that waits for a review */
  review(): Promise<string>
}

export const bankAccount = 'UY-8841-5529-7730'
export const bank = { bankName: 'Bank One', bankCode: 'ONE', bankAccount }

/** `APP_CATEGORY`: a rider's delivery is PAYMENT_PENDING until it is paid. */
export type Carried = 'taxi' | 'delivery'

const rides: readonly Omit<StageOptions, 'customer' | 'fleetAdmin'>[] = [
  { status: 'NEW' },
  { status: 'ACCEPTED' },
  { status: 'ARRIVED' },
  { status: 'STARTED' },
  { status: 'REACHED' },
  { status: 'PENDING' },
  { status: 'PAID' },
  { status: 'COMPLETE' },
  { status: 'CANCELLED' },
  { status: 'CANCELLED', untaken: true },
  { status: 'PAID', old: true },
  { status: 'PAID', promo: 'WELCOME' },
]

const addPromo = (admin: Person, promo_name: string) =>
  admin.call(promosApi.create, {
    body: {
      promo_name,
      promo_description: 'For the first ride',
      promo_discount_type: 'flat',
      promo_discount_value: 20,
      max_promo_discount_value: 20,
      min_order: 0,
      promo_validity: '2099-12-31',
      promo_usage_limit: 1000,
    },
  })

/** A notification, and a device of a new rider that has had none. */
const addNotification = async (actors: Actors): Promise<string> => {
  const { subscription } = newReceiver(`https://fcm.googleapis.com/fcm/send/${randomUUID()}`)
  const rider = await actors.person('rider')
  await rider.call(pushApi.register, { body: { pushToken: subscription, userPlatform: 'WEB' } })
  const id = randomUUID()
  await sql`insert into notifications (id, devicetype, usertype, title, body)
    values (${id}, 'All', 'rider', 'Rain', 'Book a little earlier.')`.execute(actors.city.database.db.request)
  return id
}

/** Account for password sign-in, with a unique number and name. */
export const account = { email: 'account.one@example.org', password: 'Abc*4711' } as const
const signUpAccount = ({ call }: Person) =>
  call(accountsApi.signUp, {
    body: { regData: { ...account, firstName: 'Account', lastName: 'One', mobile: '+59893000001' } },
  })

/** What the office writes about a person, for admins only. */
export const officeNote = 'Note 5521 of the office'

/** In demo mode the office cannot suspend, so the rows are written. */
const suspended = async (actors: Actors): Promise<string> => {
  const { city, admin, fleetAdmin } = actors
  const { id } = await actors.person('driver', { fleetadmin: fleetAdmin.id })
  const db = city.database.db.request
  await sql`update users set suspended_at = now(), suspension_reason = 'Complaints', suspended_by = ${admin.id}
    where id = ${id}`.execute(db)
  await sql`insert into person_notes (id, person_id, author_id, text)
    values (${randomUUID()}, ${id}, ${admin.id}, ${officeNote})`.execute(db)
  await sql`insert into audit_log (actor_id, actor_role, action, subject) values (${admin.id}, 'admin', 'person.suspend',
    ${`user:${id}`})`.execute(db)
  return id
}

/** One of each kind, so that every view is exercised; the keys are fake. */
const giveSecondSteps = async ({ city }: Actors, { id }: Person) => {
  const key = { name: 'Phone', publicKey: '', counter: 0, transports: ['internal'], synced: true, usedAt: null }
  await sql`insert into identities (id, user_id, kind, subject, secret, data) values
    (gen_random_uuid(), ${id}, 'totp', ${id}, '', '{"lastStep": 0}'),
    (gen_random_uuid(), ${id}, 'passkey', ${`key-${id}`}, null, ${JSON.stringify(key)}::jsonb)`.execute(
    city.database.db.request,
  )
}

/** An attempt to pay a top-up by card; its id is only in the row. */
const attempt = async (actors: Actors, payer: Person): Promise<string> => {
  const { db } = actors.city.database
  const card = cardPayer(actors.city.server.url, payer)
  const attemptOf = async () => {
    const row = db.request.selectFrom('payments').select('id').where('user_id', '=', payer.id)
    return (await row.orderBy('created_at', 'desc').executeTakeFirstOrThrow()).id
  }
  const { topUp } = await payer.call(paymentsApi.topUp, { body: { amount: 100 } })
  return (await card.begin({ order_id: topUp.id, amount: '100', currency: 'UYU' }, attemptOf)).attempt
}

export const buildWorld = async (actors: Actors, demo: boolean, carried: Carried = 'taxi'): Promise<World> => {
  const { city, rider, otherRider, otherDriver, admin, fleetAdmin, otherFleetAdmin } = actors
  const { db } = city.database
  await db.transact((tx) => provideLanguages(tx, [fallbackLanguage], 'taxi'))
  for (const name of ['WELCOME', 'AGAIN']) await addPromo(admin, name)
  await signUpAccount(admin)
  await giveSecondSteps(actors, rider)
  const all: Staged[] = []
  const stage = async (options: StageOptions): Promise<Staged> => {
    const staged = await stageBooking(actors, options)
    all.push(staged)
    return staged
  }
  const unpaid = { status: 'PAYMENT_PENDING' } as const
  for (const options of carried === 'taxi' ? rides : [unpaid]) await stage({ ...options, customer: rider, fleetAdmin })
  const own = [...all]
  if (carried === 'taxi') await addParcel(actors, own.at(-1)!.id)
  for (const { id } of own.filter(({ status }) => status === 'STARTED')) await addSafety(actors, id)
  const away = carried === 'taxi' ? ({ status: 'STARTED' } as const) : unpaid
  const foreign = await stage({ ...away, customer: otherRider, fleetAdmin: otherFleetAdmin })
  const later = carried === 'taxi' ? await stageLater(actors) : foreign
  if (later !== foreign) all.push(later)
  await credit(db, own[0]!.driver, 500)
  const asked = await rider.call(withdrawalsApi.request, { body: { amount: 10, ...bank } })
  const places = await rider.call(placesApi.autocomplete, { body: { searchKeyword: 'Terminal' } })

  await db.transact((tx) => addGuestLink(tx, { bookingId: own[0]!.id, driver: null }, 5, 'follower'))
  const driven = own.find(({ status }) => status === 'STARTED') ?? own[0]!
  const link = await db.transact((tx) => addGuestLink(tx, { bookingId: driven.id, driver: null }, 100, 'follower'))
  const tracker = newToken()
  await sql`insert into trackers (driver_id, token_hash) values (${driven.driver.id}, ${hashToken(tracker)})`.execute(
    db.request,
  )
  await sql`insert into saved_views (id, user_id, name, address, columns)
    select gen_random_uuid(), id, 'Mine', '{"show": "NEW"}', array['id'] from users`.execute(db.request)
  await sql`insert into list_columns (user_id, role, columns) select id, usertype, array['id'] from users`.execute(
    db.request,
  )

  const world: World = {
    actors,
    demo,
    own,
    foreign,
    later,
    holders: { 'holder of a link': guestLinkToken(actors.city.server.app, link.id), 'companion app': tracker },
    payments: { rider: await attempt(actors, rider), driver: await attempt(actors, otherDriver) },
    suspended: await suspended(actors),
    picture: await pictureOf(actors, own.find(({ status }) => status === 'COMPLETE') ?? own[0]!),
    carPicture: await carPictureOf(actors, own[0]!),
    withdrawal: asked.withdrawal.id,
    placeId: places.searchResults[0]!.place_id,
    all,
    of: (status) => own.find((one) => one.status === status && !one.old && (one.taken || status === 'NEW'))!,
    meets: (status) => (status === 'PAYMENT_PENDING') === (carried === 'delivery'),
    fresh: (options) => stage({ ...options, customer: rider, fleetAdmin }),
    refresh: async (staged) => {
      const row = db.request.selectFrom('bookings').select(['status', 'otp', 'driver']).where('id', '=', staged.id)
      const { status, otp, driver } = await row.executeTakeFirstOrThrow()
      Object.assign(staged, { status, otp: otp ?? '', taken: driver !== null })
    },
    quote: async (maker, of) => {
      const body = { pickup, drop, carType: own[0]!.carType, ...(maker.role === 'admin' ? { rider: of.id } : {}) }
      return (await maker.call(quotesApi.create, { body })).quote.id
    },
    // no booking, since the driver may not know it
    debt: () => stageDebt(actors, otherFleetAdmin, otherDriver, null),
    tripDebt: carried === 'taxi' ? (await stageDebtOfTrip(actors)).id : '',
    debtOfTrip: () => stageDebtOfTrip(actors),
    payable: async () => {
      const { id } = (await rider.call(withdrawalsApi.request, { body: { amount: 3, ...bank } })).withdrawal
      // Skips the waiting time of a new bank account.
      await sql`update withdrawals set not_before = null where id = ${id}`.execute(db.request)
      return id
    },
    // by SQL: demo mode refuses the calls
    payout: async () => {
      const id = randomUUID()
      await sql`insert into payouts (id, made_by, file, withdrawals, total, currency)
        values (${id}, ${admin.id}, 'csv', 1, 300, 'UYU')`.execute(db.request)
      return id
    },
    richRider: async () => {
      const { id } = await actors.person('rider')
      await db.transact((tx) => post(tx, [adminCredit(id, 500)], { actorId: null, currency: 'UYU' }))
      return id
    },
    credit: async (state) => {
      const [id, by] = [randomUUID(), (await actors.person('admin')).id]
      const entries = { user_id: rider.id, amount: 100, currency: 'UYU', reason: 'Cash at the desk', asked_by: by }
      const [posted] =
        state === 'waiting'
          ? []
          : await db.transact((tx) => post(tx, [adminCredit(rider.id, 100)], { actorId: by, currency: 'UYU' }))
      const row = { id, ...entries, state, transaction_id: posted ?? null }
      await db.request.insertInto('wallet_credits').values(row).execute()
      return id
    },
    alert: async (state) => {
      const { id } = await world.fresh({ status: carried === 'taxi' ? 'STARTED' : 'PAYMENT_PENDING' })
      return addAlert(actors, id, state === 'alert' ? null : admin.id)
    },
    mail: async () => {
      const id = randomUUID()
      await sql`insert into mail_queue (id, channel, user_id, address, template, params, state, failure)
        values (${id}, 'mail', ${rider.id}, 'mail.one@example.org', 'driver_approved', '{"link": "/drive"}', 'failed', 'refused')`.execute(
        db.request,
      )
      return id
    },
    // these by SQL: demo mode refuses the calls
    language: async () => {
      const id = randomUUID()
      await sql`insert into languages (id, lang_name, lang_locale, date_locale)
        values (${id}, 'Fresh', ${`en-x-${id.slice(0, 8)}`}, 'en')`.execute(db.request)
      return id
    },
    carType: async () => {
      const id = randomUUID()
      const rows = '[{"description": "Box", "amount": 5}]'
      await sql`insert into car_types (id, name, image, position, rate_per_unit_distance, rate_per_hour, min_fare,
          convenience_fee_type, cancel_slab, parcel_types, options)
        values (${id}, ${`Fresh ${id.slice(0, 8)}`}, 'van', 1000, 1, 1, 1, 'flat', '[{"minsDelayed": 2, "amount": 3}]',
          ${rows}, ${rows})`.execute(db.request)
      return id
    },
    cancelReason: async () => {
      const id = randomUUID()
      await sql`insert into cancel_reasons (id, position, label)
        select ${id}, count(*), ${`Fresh ${id.slice(0, 8)}`} from cancel_reasons`.execute(db.request)
      return id
    },
    notification: () => addNotification(actors),
    promo: async () => (await addPromo(admin, `FRESH${randomUUID().slice(0, 8)}`)).promo.id,
    review: async () => {
      const id = await attempt(actors, rider)
      const outcome = { kind: 'paid', money: { minor: 9999, currency: 'UYU' }, providerPaymentId: id, test: false }
      await sql`insert into payment_events (id, provider, event_key, payment_id, source, verdict, outcome)
        values (${randomUUID()}, 'test', ${id}, ${id}, 'webhook', 'review', ${JSON.stringify(outcome)})`.execute(
        db.request,
      )
      await db.request.updateTable('payments').set({ status: 'REVIEW' }).where('id', '=', id).execute()
      return id
    },
  }
  await world.review()
  await world.payout()
  await world.credit('waiting')
  await world.debt()
  await world.mail()
  await world.notification()
  // the server seals once a minute, which may be too late for the call that reads it
  await sealAudit(db)
  // a closed day before all postings; by the store: demo mode refuses the call
  await db.transact((tx) =>
    insertClose(tx, {
      day: '2019-12-31',
      since: new Date('2019-12-31T03:00:00Z'),
      until: new Date('2020-01-01T03:00:00Z'),
      timezone: 'America/Montevideo',
      currency: 'UYU',
      recorded: JSON.stringify(nothingRecorded),
      postings: '[]',
      opening: '{}',
      closing: '{}',
      closed_by: admin.id,
      closed_at: new Date(),
    }),
  )
  // factors of few trips in use, so that durations have ranges
  await db.transact((tx) =>
    writeFactors(tx, suggestFactors({ motorway: [], main: [], street: [] }, 'America/Montevideo')),
  )
  await actors.city.server.app.traffic.refresh()
  // an application with documents of both states
  for (const driver of [own, [foreign]].flat().map((one) => one.driver)) await addDocuments(db.request, driver.id)
  // everybody can download an export
  await sql`insert into data_exports (id, user_id, state, progress, expires_at, size, file)
    select gen_random_uuid(), id, 'ready', 100, clock_timestamp() + interval '1 day', 1, '\\x00' from users`.execute(
    db.request,
  )
  await sql`insert into social_apps (provider, config, secret, updated_by) values
    ('facebook', '{"appId": "1234567890"}', 'sealed', ${admin.id}),
    ('apple', '{"servicesId": "org.example.web", "teamId": "TEAM000001", "keyId": "KEY0000001"}', 'sealed', ${admin.id})`.execute(
    db.request,
  )
  await sql`insert into mail_providers (channel, config, secret, updated_by) values
    ('mail', '{"host": "mail.example.org", "port": 587, "security": "starttls", "user": "remis", "from": "office@example.org"}', 'sealed', ${admin.id}),
    ('sms', '{"kind": "twilio", "accountSid": "AC", "from": "+59899000000"}', 'sealed', ${admin.id})`.execute(
    db.request,
  )
  if (demo) await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
  return world
}

/** Ends a search without a driver, by its time. */
export const endSearch = async ({ actors }: World, id: string): Promise<void> => {
  await sql`update bookings set search_until = clock_timestamp() - interval '1 second' where id = ${id}`.execute(
    actors.city.database.db.request,
  )
}
