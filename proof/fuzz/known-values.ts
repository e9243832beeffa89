import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@remis/domain/kit/endpoint'
import { drop, pickup } from '@remis/server/testing/test-city'
import { newReceiver } from '@remis/server/testing/push/push-service'
import fc, { type Arbitrary } from 'fast-check'
import { newCarType, newRates } from '../access/requests/booking-requests.ts'
import { newDriver } from '../access/requests/requests.ts'
import { aPromo, type Caller, type FuzzCity } from './fuzz-city.ts'
import type { Known } from './schema-arbitrary.ts'

const pair = ({ lat, lng }: { lat: number; lng: number }) => `${lat},${lng}`
const bare = ({ lat, lng }: { lat: number; lng: number }) => ({ lat, lng })

const wholeBodies = (office: { readonly economy: string }): Readonly<Record<string, readonly object[]>> => ({
  'POST /api/quotes': [
    { pickup, drop, carType: office.economy },
    { pickup, drop, carType: office.economy, promo: 'FUZZ10' },
  ],
  'POST /api/quotes/preview': [
    { pickup: bare(pickup), drop: bare(drop) },
    { pickup: bare(pickup), drop: bare(drop), tripdate: Date.now() + 3_600_000 },
  ],
  'POST /api/push/device': [
    { pushToken: newReceiver('https://fcm.googleapis.com/fcm/send/fuzz').subscription, userPlatform: 'WEB' },
    { pushToken: newReceiver('https://127.0.0.1/fuzz').subscription, userPlatform: 'IOS' },
    { pushToken: 'a-token-of-an-app-of-the-operator', userPlatform: 'ANDROID' },
  ],
  'POST /googleapis-getroute': [
    { start: pair(pickup), dest: pair(drop) },
    { start: bare(pickup), dest: bare(drop) },
  ],
  'POST /googleapis-getdrivetime': [{ start: pair(pickup), dest: pair(drop) }],
  'POST /googleapis-getmultiloctime': [
    { start: pair(pickup), dest: pair(drop), waypoints: `${pair(pickup)}|${pair(drop)}` },
  ],
  'POST /googleapis-getaddress': [{ latlng: pair(pickup) }],
  'POST /googleapis-getcoords': [{ place_id: `stand-in:${pair(pickup)}` }],
  'POST /googleapis-autocomplete': [{ searchKeyword: 'Terminal', near: bare(pickup) }],
  'POST /api/chats/:id/messages': [{ clientId: randomUUID(), type: 'text', message: 'On my way' }],
  'POST /api/promos': [aPromo('NEW10')],
  'POST /api/car-types': [{ ...newCarType, name: 'New type' }],
  'PATCH /api/car-types/:id': [{ extra_info: 'Changed' }],
  'POST /api/car-types/:id/try': [newRates],
  'POST /api/people': [{ ...newDriver(), usertype: 'driver' }],
  'POST /api/drivers': [newDriver()],
  'POST /api/languages': [{ langName: 'New', langLocale: 'en-x-new', dateLocale: 'en' }],
  'PATCH /api/settings': [{ settings: { panic: '911' } }],
})

const secret = 'needs a code, a password or a key that no call can read'
const check = 'needs the answer of a human check'
const picture = 'takes a picture: uploads.proof.ts sends one'
const parcel = 'is of deliveries'
const rare = 'needs a booking in one state and one caller, which the other calls have used up'
const absent = 'nobody and nothing in the city is in the state that it needs'

/** Writes that accept none of these calls, with the reason; proof/access makes each of them succeed. */
export const neverAccepted: ReadonlyMap<string, string> = new Map([
  ['POST /api/sessions', secret],
  ['POST /api/sessions/current/confirm', secret],
  ['POST /api/sessions/second-step', secret],
  ['POST /api/sessions/passkey', secret],
  ['POST /api/sessions/phone', secret],
  ['POST /api/sessions/social', secret],
  ['POST /api/account/password', secret],
  ['POST /api/account/phone', secret],
  ['POST /api/account/authenticator', secret],
  ['POST /api/account/passkeys', secret],
  ['POST /api/account/social', secret],
  ['POST /api/email-verifications', secret],
  ['POST /api/password-resets/finish', secret],
  ['POST /api/profile/contact', secret],
  ['POST /api/profile/contact/confirm', secret],
  ['POST /api/account/phone-code', check],
  ['POST /api/password-resets', check],
  ['POST /api/sessions/phone/begin', check],
  ['POST /api/files', picture],
  ['POST /api/bookings/:id/photos', picture],
  ['POST /api/chats/:id/photos', picture],
  ['POST /api/bookings/:id/could-not-deliver', parcel],
  ['POST /api/bookings/:id/delivery-code', parcel],
  ['POST /api/bookings/:id/arrive', rare],
  ['POST /api/bookings/:id/start', rare],
  ['POST /api/bookings/:id/guest-links/end', rare],
  ['POST /api/bookings/:id/search', rare],
  ['POST /api/bookings/:id/assign', rare],
  ['POST /api/bookings/:id/unassign', rare],
  ['POST /api/bookings/:id/write-off', rare],
  ['POST /api/bookings/:id/pay-by-card', rare],
  ['POST /api/driver-application/documents', 'needs the driver who uploaded the picture'],
  ['POST /api/safety/:id/close', 'needs an alert that an admin has taken'],
  ['POST /api/debts/:id/driver-cash', absent],
  ['POST /api/payments/:id/end-review', absent],
  ['POST /api/notifications/:id/send', absent],
  ['PATCH /api/driver-application', absent],
  ['POST /api/driver-application/send', absent],
  ['POST /api/people/:id/application', absent],
  ['POST /api/people/:id/welcome', absent],
  ['POST /api/account/authenticator/remove', absent],
  ['POST /api/account/social/remove', absent],
  ['POST /api/account/social/begin', absent],
  ['POST /api/sessions/social/begin', absent],
  ['POST /api/settings/map', absent],
  ['PUT /api/car-types/order', 'must name all car types, also those that other calls add'],
])

/** Ages of fixes in seconds, spread over the last minutes: a driver's device near the pickup. */
const aFix = fc
  .record({ seq: fc.nat(1e9), back: fc.nat(20_000), lat: fc.double({ min: 0, max: 0.002, noNaN: true }) })
  .map(({ seq, back, lat }) => ({ seq, at: Date.now() - back, lat: pickup.lat + 0.004 + lat, lng: pickup.lng }))

const registration = fc.nat(1e9).map((number) => ({
  firstName: 'Fuzz',
  lastName: `Rider ${number}`,
  email: `fuzz.${number}@example.org`,
  password: 'abc*123',
  mobile: `+5989${String(number).padStart(7, '0').slice(-7)}`,
}))

/** Days of statements and of the books, impossible ones too. */
const aDay = fc.constantFrom('2026-11-01', '2020-02-29', '2000-01-01', '2099-12-31', '2026-02-30', '1999-12-31', '')

/** Cursors as lists write them, and changed ones: every shape that is read. */
const cursor = (ids: readonly string[]): Arbitrary<string> => {
  const element = fc.oneof(
    fc.constantFrom<unknown>('bookingDate', 'status', 'asc', 'desc', 'NEW', 'a\0', '\ud800', null, {}, [], true),
    fc.constantFrom<unknown>(0, -1, 1.5, 1e300, Date.now(), 4_102_444_800_001, 2 ** 53, 2 ** 63),
    fc.constantFrom<unknown>(...ids, '-'.repeat(36), 'f'.repeat(36)),
  )
  return fc.oneof(
    fc.array(element, { maxLength: 5 }).map((list) => Buffer.from(JSON.stringify(list)).toString('base64url')),
    fc.constantFrom('1', '999999999999999', '0', '-1', '1e3', `1.${'-'.repeat(36)}`, `1.${'0'.repeat(36)}`),
    fc.constantFrom(...ids).map((id) => `999999999999999.${id}`),
    fc.uuid().map((id) => `${Date.now()}.${id}`),
  )
}

/** The id that a body names is of something of the caller's own. */
const ownIdsFor = (name: string, { own }: Caller): Readonly<Record<string, Arbitrary<unknown>>> => {
  const ids: Readonly<Record<string, string>> = {
    'POST /api/sessions/end': own.session,
    'POST /api/account/passkeys/rename': own.passkey,
    'POST /api/account/passkeys/remove': own.passkey,
    'POST /api/saved-addresses/change': own.address,
    'POST /api/saved-addresses/remove': own.address,
    'POST /api/saved-views/rename': own.view,
    'POST /api/saved-views/remove': own.view,
  }
  const id = ids[name]
  return id === undefined || id === '' ? {} : { 'body.id': fc.constant(id) }
}

/** What of the city can be named at a path of this endpoint's input, for this caller. */
export const knownFor = (endpoint: Endpoint, caller: Caller, { city, stock }: FuzzCity): Known => {
  const name = `${endpoint.method} ${endpoint.path}`
  const { bookings, requests, codes, people, promos, ...objects } = stock()
  const bodies = name === 'POST /api/bookings' ? requests : wholeBodies(city)[name]
  const own = caller.bookings.length > 0 ? caller.bookings : bookings
  const idsUnder: Readonly<Record<string, readonly string[]>> = {
    payments: objects.payments,
    withdrawals: objects.withdrawals,
    promos: objects.promoIds,
    debts: objects.debts,
    files: objects.files,
    payouts: objects.payouts,
    credits: objects.credits,
    mails: objects.mails,
    notifications: objects.notifications,
    wallets: people,
    safety: objects.alerts,
    people: objects.managed,
    riders: people,
    languages: objects.languages,
    'car-types': objects.carTypes,
    'cancel-reasons': objects.cancelReasons,
  }
  const ids = idsUnder[endpoint.path.split('/')[2] ?? ''] ?? [...own, ...own, ...bookings]
  const values: Readonly<Record<string, Arbitrary<unknown>>> = {
    'params.id': fc.constantFrom(...ids),
    ...(name === 'GET /api/bookings/later'
      ? { 'query.from': fc.constantFrom('2026-03-29', '2026-10-25', '2000-01-01', '2099-12-31') }
      : {}),
    ...(name === 'GET /api/car-types/picture' ? { 'query.id': fc.constantFrom(...objects.files) } : {}),
    ...ownIdsFor(name, caller),
    ...(name === 'POST /api/driver-application/documents' ? { 'body.file': fc.constantFrom(...objects.files) } : {}),
    'body.document': fc.constantFrom(...objects.documents),
    'body.photo': fc.constantFrom(...objects.photos),
    'query.of': fc.constantFrom(...objects.languages),
    'body.texts.*.key': fc.constantFrom('book_now', 'seats_one', 'constructor', '__proto__'),
    ...(name === 'POST /api/payouts' ? { 'body.ids.*': fc.constantFrom(...objects.withdrawals, ...people) } : {}),
    'query.day': aDay,
    'body.day': aDay,
    'query.from': aDay,
    'query.until': aDay,
    'query.person': fc.constantFrom(...people),
    'query.booking': fc.constantFrom(...bookings),
    'query.cursor': cursor([...people, ...bookings]),
    'body.otp': fc.constantFrom('', '12345', ...codes),
    'body.reason': endpoint.path.endsWith('/cancel') ? fc.constant(city.reason) : fc.constant('The car broke down'),
    'body.bookingId': fc.constantFrom(...bookings),
    'body.driver': fc.constantFrom(...people),
    'body.rider': fc.constantFrom(...people),
    'body.carType': fc.constantFrom(city.economy, city.comfort),
    'body.promo': fc.constantFrom(...promos),
    'body.promo_validity': fc.constant('2099-12-31'),
    'body.fix': aFix,
    'body.fixes.*': aFix,
    'body.regData': registration,
    'body.version': fc.constant(undefined),
    'body.question': fc.constantFrom(...objects.questions),
    'body.pressedAt': fc.constantFrom(0, Date.now(), 4_102_444_800_000),
    'body.link': fc.constantFrom(...objects.links),
    ...(name === 'POST /send_notification'
      ? { 'body.token': fc.constantFrom(...own.flatMap((id) => [`${id}.customer`, `${id}.driver`])) }
      : {}),
    ...(name === 'POST /api/guest-links/follow' ? { 'body.token': fc.constantFrom(...objects.linkTokens) } : {}),
    'body.waypoints': fc.constantFrom(pair(pickup), `${pair(pickup)}|${pair(drop)}`, '|', '0,0|0,0', '90,180|-90,-180'),
    'body.searchKeyword': fc.constantFrom(
      '18 de Julio 1234',
      'Tres Cruces',
      'a',
      '%',
      '_',
      `'`,
      '\\',
      '18 de julio y río negro',
    ),
    ...(bodies ? { body: fc.constantFrom(...bodies) } : {}),
  }
  return (path) => values[path]
}
