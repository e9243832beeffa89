import { randomUUID } from 'node:crypto'
import { drop, pickup } from '@remis/server/testing/test-city'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Caller } from '../callers.ts'
import { applicationRequests, onePixel } from './application-requests.ts'
import { chatRequests } from './chat-requests.ts'
import { bookingRequests } from './booking-requests.ts'
import { guestLinkRequests } from './guest-link-requests.ts'
import { mapRequests } from './map-requests.ts'
import { promoRequests } from './promo-requests.ts'
import { pushRequests } from './push-requests.ts'
import { safetyRequests } from './safety-requests.ts'
import { onIt, reading, sending, someone, type MakeRequest, type Query } from './request.ts'
import { account, bank, type World } from '../world.ts'
import {
  addKeyRequest,
  appRequest,
  beginSocialRequest,
  humanCheckOf,
  contactCodeRequest,
  keyRequest,
  ownCodeRequest,
  ownPhoneRequest,
  newContactRequest,
  personOf,
  phoneCodeRequest,
  phoneRequest,
  resetRequest,
  secondStepRequest,
  linkRequest,
  beginLinkRequest,
  socialRequest,
  unlinkRequest,
  verifyRequest,
  withKey,
} from './sign-in-requests.ts'

const period = 'from=2026-01-01&until=2026-12-31'

const at = (place: { lat: number; lng: number }): string => `${place.lat},${place.lng}`
const someLocale = () => `en-x-${randomBytes(4).toString('hex')}`

const sessionOf = async ({ actors }: World, { id }: Caller): Promise<Query> =>
  id === undefined ? {} : { token: await actors.session(id) }

const newcomer = async ({ actors }: World, { role }: Caller): Promise<Query> => {
  const { token } = await actors.person(role ?? 'rider')
  return token === undefined ? {} : { token }
}

/** The caller gets the password of the account that signs in. */
const givePassword = ({ actors }: World, id: string) =>
  sql`insert into identities (id, user_id, kind, subject, secret)
    select gen_random_uuid(), u.id, 'password', u.id::text, i.secret
    from users u, identities i join users a on a.id = i.user_id and a.email = ${account.email}
    where u.id = ${id} and i.kind = 'password' and not exists (
      select 1 from identities mine where mine.user_id = u.id and mine.kind = 'password')`.execute(
    actors.city.database.db.request,
  )

const registration = () => ({
  regData: {
    firstName: 'New',
    lastName: 'Rider',
    email: `${someone()}@example.org`,
    password: 'abc*123',
    mobile: `+59894${String(randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, '0')}`,
  },
})

export const newDriver = () => ({
  firstName: 'New',
  lastName: 'Driver',
  email: `${someone()}@example.org`,
  mobile: `+59895${String(randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, '0')}`,
})

const fixes = (seq: number) => [{ seq, at: Date.now() - 500, lat: pickup.lat + 0.004, lng: pickup.lng, accuracy: 5 }]
let seq = 1000

/** An id of the caller's own where the call is a rider's. */
const savedAddressOf = async ({ actors }: World, { id, role }: Caller, more: object = {}): Promise<Query> => {
  const address = randomUUID()
  if (id !== undefined && role === 'rider')
    await sql`insert into saved_addresses (id, user_id, description, lat, lng)
      values (${address}, ${id}, 'Somewhere', ${drop.lat}, ${drop.lng})`.execute(actors.city.database.db.request)
  return { body: { id: address, ...more } }
}

/** The request of each call of the policy. */
export const requests: Readonly<Record<string, MakeRequest>> = {
  'POST /api/visitor-tokens': sending({}),
  // Signing in ends the session of the caller, so each call gets a new one.
  'POST /api/sessions': async (world, caller) => ({ body: account, ...(await sessionOf(world, caller)) }),
  'POST /api/sessions/second-step': secondStepRequest,
  'POST /api/sessions/passkey/begin': sending({}),
  'POST /api/sessions/passkey': keyRequest,
  'GET /api/sessions/social': reading,
  'POST /api/sessions/social/begin': beginSocialRequest,
  'POST /api/sessions/social': socialRequest,
  'POST /api/account/social/begin': beginLinkRequest,
  'POST /api/account/social': linkRequest,
  'POST /api/account/social/remove': unlinkRequest,
  'GET /api/social-apps': reading,
  'PUT /api/social-apps/facebook': sending({ config: { appId: '1234567890' }, secret: 'ab'.repeat(16) }),
  'PUT /api/social-apps/apple': sending({
    config: { servicesId: 'org.example.web', teamId: 'TEAM000001', keyId: 'KEY0000001' },
    secret: '-----BEGIN PRIVATE KEY-----\nQUJD\n-----END PRIVATE KEY-----',
  }),
  'POST /api/human-checks': sending({}),
  'POST /api/sessions/phone/begin': phoneCodeRequest,
  'POST /api/sessions/phone': phoneRequest,
  'POST /api/account/phone-code': ownCodeRequest,
  'POST /api/account/phone': ownPhoneRequest,
  'GET /api/sessions': reading,
  'POST /api/sessions/end': async ({ actors }, { id }, _target, real) => {
    if (id === undefined || !real) return { body: { id: randomUUID() } }
    await actors.session(id)
    const { db } = actors.city.database
    const last = db.request.selectFrom('sessions').select('id').where('user_id', '=', id).orderBy('created_at', 'desc')
    return { body: { id: (await last.executeTakeFirstOrThrow()).id } }
  },
  'DELETE /api/sessions': async (world, caller, _target, real) =>
    real ? { token: (await personOf(world, caller)).token } : {},
  'GET /api/account/security': reading,
  'POST /api/account/password': async (world, caller, _target, real) => {
    const body = { current: account.password, password: 'other*4711' }
    if (!real) return { body }
    const person = await personOf(world, caller)
    await givePassword(world, person.id)
    return { token: person.token, body }
  },
  'POST /api/account/authenticator/begin': sending({}),
  'POST /api/account/authenticator': appRequest,
  'POST /api/account/authenticator/remove': async (world, caller, _target, real) =>
    real ? { token: (await withKey(world, caller, 'app')).token, body: {} } : { body: {} },
  'POST /api/account/recovery-codes': async (world, caller, _target, real) =>
    real ? { token: (await withKey(world, caller, 'passkey')).token, body: {} } : { body: {} },
  'POST /api/account/passkeys/begin': sending({}),
  'POST /api/account/passkeys': addKeyRequest,
  'POST /api/account/passkeys/rename': async (world, caller, _target, real) => {
    if (!real) return { body: { id: randomUUID(), name: 'Phone' } }
    const { token, passkey } = await withKey(world, caller, 'passkey')
    return { token, body: { id: passkey, name: 'Phone' } }
  },
  'POST /api/account/passkeys/remove': async (world, caller, _target, real) => {
    if (!real) return { body: { id: randomUUID() } }
    const { token, passkey } = await withKey(world, caller, 'passkey')
    return { token, body: { id: passkey } }
  },
  'DELETE /api/sessions/current': (world, caller, _target, real) => (real ? sessionOf(world, caller) : {}),
  'GET /api/profile': reading,
  'PATCH /api/profile': sending({ firstName: 'Changed' }),
  'GET /api/profile/ratings': reading,
  'PATCH /api/preferences': sending({ colorScheme: 'dark', density: 'compact' }),
  'POST /api/profile/contact': newContactRequest,
  'POST /api/profile/contact/confirm': contactCodeRequest,
  'POST /api/files': () => ({ query: 'kind=driverDocument', picture: onePixel }),
  'GET /api/files/:id': reading,
  'GET /api/car-types/picture': ({ carPicture }) => ({ query: `id=${carPicture}` }),
  ...applicationRequests,
  'GET /api/account-data': reading,
  'GET /api/account-data/file': reading,
  // The one ends the account, the other is limited per day, so each call that is admitted gets a new person.
  'POST /api/account-data/exports': async (world, caller, _target, real) => ({
    body: {},
    ...(real ? await newcomer(world, caller) : {}),
  }),
  'POST /api/account-data/deletion': async (world, caller, _target, real) => ({
    body: {},
    ...(real ? await newcomer(world, caller) : {}),
  }),
  'GET /api/sessions/current': reading,
  'POST /api/sessions/current/confirm': async (world, caller) => {
    if (caller.id !== undefined) await givePassword(world, caller.id)
    return { body: { password: account.password } }
  },
  'POST /check_user_exists': ({ actors }) => ({ body: { email: actors.rider.email } }),
  'POST /validate_referrer': ({ actors }) => ({ body: { referralId: `rider${actors.rider.id}` } }),
  'POST /api/password-resets': async (world) => ({
    body: { email: world.actors.rider.email, check: await humanCheckOf(world) },
  }),
  'POST /api/password-resets/finish': resetRequest,
  'POST /api/email-verifications': verifyRequest,
  'POST /user_signup': () => ({ body: registration() }),
  'POST /api/set-up/check': sending({ token: 'x'.repeat(43) }),
  'POST /api/set-up': sending({
    token: 'x'.repeat(43),
    firstName: 'Admin',
    lastName: 'Two',
    email: 'admin.two@example.org',
    password: 'abc*123',
    company: 'Taxi',
    country: 'UY',
    currency: 'UYU',
    decimals: 0,
    timezone: 'UTC',
    language: 'en',
  }),
  'GET /api/settings/public': reading,
  'GET /api/languages': reading,
  'GET /api/languages/all': reading,
  'GET /api/languages/export': () => ({ query: 'format=csv' }),
  'POST /api/languages': () => ({ body: { langName: 'Other', langLocale: someLocale(), dateLocale: 'en' } }),
  'PATCH /api/languages/:id': sending({ langName: 'Changed' }),
  'DELETE /api/languages/:id': reading,
  'POST /api/languages/:id/default': reading,
  'GET /api/languages/offered': reading,
  'GET /api/languages/texts': async ({ actors }) => {
    const { request } = actors.city.database.db
    const { id } = await request
      .selectFrom('languages')
      .select('id')
      .where('is_default', '=', true)
      .executeTakeFirstOrThrow()
    return { query: `of=${id}` }
  },
  'GET /api/languages/:id': reading,
  'GET /api/languages/:id/pairs': reading,
  'PATCH /api/languages/:id/pairs': sending({ texts: [{ key: 'book_now', from: null, to: 'Ride' }] }),
  'GET /api/cancel-reasons': reading,
  'GET /api/cancel-reasons/all': () => ({ query: 'limit=100' }),
  'GET /api/cancel-reasons/export': () => ({ query: 'format=csv' }),
  'POST /api/cancel-reasons': () => ({ body: { label: someone(), roles: ['rider'] } }),
  'PATCH /api/cancel-reasons/:id': (_world, _actor, target) => ({ id: target?.id ?? '', body: { label: someone() } }),
  'DELETE /api/cancel-reasons/:id': reading,
  'GET /api/settings': reading,
  'PATCH /api/settings': sending({ settings: { panic: '911' } }),
  'GET /api/settings/history': reading,
  'GET /api/settings/checklist': reading,
  'GET /api/payments/gateways': reading,
  'GET /api/riders': reading,
  'GET /api/riders/:id/known': reading,
  'GET /api/bookings/later': () => ({ query: `from=${new Date().toISOString().slice(0, 10)}` }),
  'GET /api/people': () => ({ query: 'usertype=rider&limit=100' }),
  'GET /api/people/export': () => ({ query: 'usertype=rider&format=csv' }),
  'GET /api/drivers': () => ({ query: 'limit=100' }),
  'GET /api/drivers/export': () => ({ query: 'format=csv' }),
  'GET /api/dashboard': reading,
  'GET /api/dashboard/counts': reading,
  // a booking for admins; for fleet admins the letters that the names of all drivers begin with
  'GET /api/office-search': ({ actors, own }, { role }) => ({
    query: `words=${encodeURIComponent(role === 'admin' ? own[0]!.id : actors.otherDriver.name.slice(0, 3))}`,
  }),
  'GET /api/audit': () => ({ query: 'limit=100' }),
  'GET /api/audit/export': () => ({ query: 'format=csv' }),
  'GET /api/audit/seal': reading,
  'GET /api/dashboard/cars': reading,
  'GET /api/dashboard/charts': reading,
  'POST /api/people': () => ({ body: { ...newDriver(), usertype: 'driver' } }),
  'POST /api/drivers': () => ({ body: newDriver() }),
  'GET /api/people/:id': reading,
  'PATCH /api/people/:id': sending({ other_info: 'Changed' }),
  'GET /api/people/:id/ending': reading,
  'DELETE /api/people/:id': reading,
  'POST /api/people/:id/restoration': async ({ actors }, _caller, target, real) => {
    const id = target?.id ?? ''
    if (real)
      await sql`update users set deleted_at = clock_timestamp() where id = ${id}`.execute(
        actors.city.database.db.request,
      )
    return { id }
  },
  'POST /api/people/:id/deletion': reading,
  'POST /api/people/:id/approval': sending({ approved: true }),
  'POST /api/people/:id/welcome': async ({ actors }, _caller, target, real) => {
    const id = target?.id ?? ''
    const { db } = actors.city.database
    if (real) {
      // added by the office, without a password yet
      await sql`update users set created_by_admin = true,
        email = coalesce(email, id || '@example.org') where id = ${id}`.execute(db.request)
      await sql`delete from identities where user_id = ${id}`.execute(db.request)
    }
    return { id }
  },
  'POST /api/people/:id/suspension': sending({ reason: 'Complaints of riders', until: null }),
  'DELETE /api/people/:id/suspension': reading,
  'POST /api/people/:id/role': sending({ usertype: 'driver' }),
  'GET /api/people/:id/wallet': reading,
  'GET /api/people/:id/wallet/history': reading,
  'GET /api/people/:id/ratings': reading,
  'GET /api/people/:id/sessions': reading,
  'POST /api/people/:id/sessions/end': onIt,
  'GET /api/people/:id/audit': reading,
  'GET /api/people/:id/notes': reading,
  'POST /api/people/:id/notes': sending({ text: 'Called about the licence' }),
  'POST /googleapis-autocomplete': sending({ searchKeyword: 'Terminal' }),
  'POST /googleapis-getcoords': ({ placeId }) => ({ body: { place_id: placeId } }),
  'POST /googleapis-getroute': sending({ start: at(pickup), dest: at(drop) }),
  'POST /googleapis-getaddress': sending({ latlng: at(pickup) }),
  'POST /googleapis-getdrivetime': sending({ start: at(pickup), dest: at(drop) }),
  'POST /googleapis-getmultiloctime': sending({ start: at(pickup), dest: at(drop), waypoints: at(pickup) }),
  'GET /api/saved-addresses': reading,
  'POST /api/saved-addresses': sending({ description: drop.add, lat: drop.lat, lng: drop.lng }),
  'POST /api/saved-addresses/change': (world, caller) => savedAddressOf(world, caller, { name: 'Flat' }),
  'POST /api/saved-addresses/remove': (world, caller) => savedAddressOf(world, caller),

  ...bookingRequests,
  ...guestLinkRequests,
  ...chatRequests,
  ...safetyRequests,

  ...promoRequests,
  'GET /get_providers': reading,
  'GET /api/payments/:id': reading,
  'GET /api/payments/in-review': reading,
  'POST /api/payments/:id/end-review': sending({ end: 'close', reason: 'Nothing was paid' }),
  'POST /api/wallet/top-ups': sending({ amount: 50 }),
  'GET /api/notices': reading,
  'GET /api/notices/unread': reading,
  'POST /api/notices/seen': () => ({ body: { ids: [randomUUID()] } }),
  ...pushRequests,
  'GET /api/wallet': reading,
  'GET /api/wallet/history': reading,
  'POST /api/withdrawals': sending({ amount: 5, ...bank }),
  'GET /api/withdrawals': reading,
  'GET /api/withdrawals/export': () => ({ query: 'format=csv' }),
  'POST /api/payouts': async (world, _caller, _target, real) => ({
    body: { ids: real ? [await world.payable(), randomUUID()] : [world.withdrawal], file: 'csv' },
  }),
  'GET /api/payouts': reading,
  'GET /api/payouts/:id/file': (_world, _caller, target) => ({ id: target?.id ?? '', query: 'format=csv' }),
  'GET /api/wallets': reading,
  'GET /api/credits': reading,
  'POST /api/credits/:id/approve': onIt,
  'POST /api/credits/:id/refuse': onIt,
  'POST /api/credits/:id/reverse': sending({ reason: 'The wrong person' }),
  'GET /api/reports/driver-earnings': reading,
  'GET /api/reports/driver-earnings/export': () => ({ query: 'format=csv' }),
  'GET /api/reports/earnings': reading,
  'GET /api/reports/earnings/export': () => ({ query: 'format=csv' }),
  'GET /api/ledger/balances': reading,
  'GET /api/ledger/accounts': reading,
  'GET /api/ledger/postings': reading,
  'GET /api/ledger/postings/export': () => ({ query: 'format=csv' }),
  'GET /api/day-closes': reading,
  'GET /api/day-closes/open': reading,
  // the day after the closed one: closed once, and answered again
  'POST /api/day-closes': sending({ day: '2020-01-01' }),
  'GET /api/days': () => ({ query: 'day=2019-12-31' }),
  'GET /api/days/export': () => ({ query: 'day=2019-12-31&format=csv' }),
  'GET /api/statement': () => ({ query: period }),
  'GET /api/statement/export': () => ({ query: `${period}&format=csv` }),
  'GET /api/people/:id/statement': (_world, _caller, target) => ({ id: target?.id ?? '', query: period }),
  'GET /api/people/:id/statement/export': (_world, _caller, target) => ({
    id: target?.id ?? '',
    query: `${period}&format=csv`,
  }),
  'POST /api/withdrawals/:id/process': onIt,
  'POST /api/withdrawals/:id/reject': sending({ reason: 'The account does not exist' }),
  'GET /api/debts': reading,
  'GET /api/security-events': reading,
  'GET /api/debts/:id/trips': reading,
  'POST /api/debts/:id/driver-cash': async (world, _caller, target, real) => {
    const { id, bookingId } = real ? await world.debtOfTrip() : { id: target?.id ?? '', bookingId: 'ZZZZZZZZZZ' }
    return { id, body: { bookingId, amount: 5, reason: 'The driver says so' } }
  },
  'POST /api/debts/:id/write-off': sending({ reason: 'The rider does not answer' }),
  'POST /api/wallets/:id/credits': sending({ amount: 5, reason: 'Cash at the desk' }),
  'POST /api/wallets/:id/pay-out': sending({ reason: 'Asked at the desk' }),
  'GET /api/mails': reading,
  'GET /api/mails/:id': reading,
  'POST /api/mails/:id/send-again': reading,
  'GET /api/mail-providers': reading,
  'PUT /api/mail-providers/mail': sending({
    config: { host: 'mail.example.org', port: 587, security: 'starttls', user: 'remis', from: 'office@example.org' },
    secret: 'a word',
  }),
  'PUT /api/mail-providers/sms': sending({
    config: { kind: 'twilio', accountSid: `AC${'0'.repeat(32)}`, from: '+59899000000' },
    secret: 'a word',
  }),
  'POST /api/mail-providers/test': sending({ channel: 'mail' }),
  ...mapRequests,
  'GET /api/drivers/me/day': reading,
  'POST /api/drivers/me/online': sending({ online: true }),
  'GET /api/offers': reading,
  'GET /api/drivers/me/earnings': reading,
  'GET /api/drivers/me/tracker': reading,
  'POST /api/drivers/me/tracker': sending({}),
  'DELETE /api/drivers/me/tracker': reading,
  'POST /api/drivers/me/positions': () => ({ body: { fixes: fixes(seq++) } }),
}
