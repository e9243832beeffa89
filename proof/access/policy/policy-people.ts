import type { Grant, Policy, PolicyRow } from './policy-row.ts'

const everybodyHere: PolicyRow['to'] = { rider: 'me', driver: 'me as a driver', 'fleet admin': 'me', admin: 'me' }

const toAll = <View extends PolicyRow['to'][keyof PolicyRow['to']]>(view: View) => ({
  rider: view,
  driver: view,
  'fleet admin': view,
  admin: view,
})

/** A side of a booking writes to the other until the chat of the trip closes. */
const messaged: Grant = [
  'nothing',
  'PAYMENT_PENDING',
  'NEW',
  'ACCEPTED',
  'ARRIVED',
  'STARTED',
  'REACHED',
  'PENDING',
  'PAID',
  'COMPLETE',
]

/** Accounts, settings and what every page needs. */
export const peoplePolicy: Policy = {
  'POST /api/visitor-tokens': { to: { everybody: 'a visitor token' } },
  'POST /api/sessions': { to: { everybody: 'me, signed in' } },
  'POST /api/sessions/second-step': { to: { everybody: 'me, signed in' } },
  'POST /api/sessions/passkey/begin': { to: { everybody: 'a question for a passkey' } },
  'POST /api/sessions/passkey': { to: { everybody: 'me, signed in' } },
  // the buttons are on the sign-in page [accounts-11]
  'GET /api/sessions/social': { to: { everybody: 'ways to sign in elsewhere' } },
  'POST /api/sessions/social/begin': { to: { everybody: 'the address of a provider' } },
  'POST /api/sessions/social': { to: { everybody: 'me, signed in' } },
  // added and removed only by the person; the office signs in with a password [accounts-60]
  'POST /api/account/social/begin': {
    to: { rider: 'the address of a provider', driver: 'the address of a provider' },
    inDemo: 'refused',
  },
  'POST /api/account/social': { to: { rider: 'nothing', driver: 'nothing' }, inDemo: 'refused' },
  'POST /api/account/social/remove': { to: toAll('nothing'), inDemo: 'refused' },
  // never a secret; who sets these decides who signs in [design/accounts-107]
  'GET /api/social-apps': { to: { admin: 'apps of the operator' } },
  'PUT /api/social-apps/facebook': { to: { admin: 'nothing' }, inDemo: 'refused' },
  'PUT /api/social-apps/apple': { to: { admin: 'nothing' }, inDemo: 'refused' },
  'POST /api/human-checks': { to: { everybody: 'a human check' } },
  'POST /api/sessions/phone/begin': { to: { everybody: 'a request for an SMS' } },
  'POST /api/sessions/phone': { to: { everybody: 'me, signed in' } },
  'DELETE /api/sessions/current': { to: toAll('nothing'), beforeTwoFactor: true, beforeApproval: true },
  'POST /api/sessions/current/confirm': { to: toAll('a confirmed session'), beforeTwoFactor: true },
  'GET /api/sessions/current': { to: everybodyHere, beforeTwoFactor: true },
  // the caller's own ways to sign in; shared accounts of a demo cannot be changed [design/accounts-64]
  'GET /api/sessions': { to: toAll('own sessions'), beforeTwoFactor: true },
  'POST /api/sessions/end': { to: toAll('nothing'), beforeTwoFactor: true, inDemo: 'refused' },
  'DELETE /api/sessions': { to: toAll('nothing'), beforeTwoFactor: true, inDemo: 'refused' },
  'GET /api/account/security': { to: toAll('own ways to sign in'), beforeTwoFactor: true },
  'POST /api/account/password': { to: toAll('nothing'), beforeTwoFactor: true, inDemo: 'refused' },
  'POST /api/account/authenticator/begin': {
    to: toAll('a secret for an app'),
    beforeTwoFactor: true,
    inDemo: 'refused',
  },
  'POST /api/account/authenticator': { to: toAll('recovery codes'), beforeTwoFactor: true, inDemo: 'refused' },
  'POST /api/account/authenticator/remove': { to: toAll('nothing'), beforeTwoFactor: true, inDemo: 'refused' },
  'POST /api/account/recovery-codes': { to: toAll('recovery codes'), beforeTwoFactor: true, inDemo: 'refused' },
  'POST /api/account/passkeys/begin': { to: toAll('options of a passkey'), beforeTwoFactor: true, inDemo: 'refused' },
  'POST /api/account/passkeys': { to: toAll('a new passkey'), beforeTwoFactor: true, inDemo: 'refused' },
  'POST /api/account/passkeys/rename': { to: toAll('nothing'), beforeTwoFactor: true, inDemo: 'refused' },
  'POST /api/account/passkeys/remove': { to: toAll('nothing'), beforeTwoFactor: true, inDemo: 'refused' },
  'POST /api/account/phone-code': { to: toAll('a code for their own phone') },
  'POST /api/account/phone': { to: toAll('nothing') },
  // the caller's own profile [accounts-5] [accounts-50]; email and phone by a code, not for shared accounts of a demo
  'GET /api/profile': {
    to: { rider: 'own profile', driver: 'own profile of a driver', 'fleet admin': 'own details', admin: 'own details' },
  },
  'PATCH /api/profile': {
    to: { rider: 'own profile', driver: 'own profile of a driver', 'fleet admin': 'own details', admin: 'own details' },
    inDemo: 'refused',
  },
  'GET /api/profile/ratings': { to: { driver: 'own ratings' } },
  'PATCH /api/preferences': { to: toAll('own preferences'), beforeTwoFactor: true, inDemo: 'refused' },
  'POST /api/profile/contact': {
    to: {
      rider: 'a code for a contact',
      driver: 'a code for a contact of a driver',
      'fleet admin': 'a code for a contact of the office',
      admin: 'a code for a contact of the office',
    },
    inDemo: 'refused',
  },
  'POST /api/profile/contact/confirm': {
    to: { rider: 'own profile', driver: 'own profile of a driver', 'fleet admin': 'own details', admin: 'own details' },
    inDemo: 'refused',
  },
  // the caller's own data only [design/privacy-32]
  'GET /api/account-data': { to: toAll('own data') },
  'POST /api/account-data/exports': { to: toAll('an export'), inDemo: 'refused' },
  'GET /api/account-data/file': { to: toAll('a file'), inDemo: 'refused' },
  'POST /api/account-data/deletion': { to: toAll('a due time'), inDemo: 'refused' },
  // a picture of a driver: the rider of the booking, the fleet of the driver and the office
  'POST /api/files': { to: toAll('a stored file'), beforeApproval: true },
  'GET /api/files/:id': {
    object: 'file',
    to: { 'its customer': 'a file', 'its driver': 'a file', 'its fleet admin': 'a file', admin: 'a file' },
    beforeApproval: true,
  },
  // the caller's application; also before the approval [design/documents-7]
  'GET /api/driver-application': { to: { driver: 'an application' }, beforeApproval: true },
  'PATCH /api/driver-application': { to: { driver: 'an application' }, beforeApproval: true },
  'POST /api/driver-application/documents': { to: { driver: 'an application' }, keyed: true, beforeApproval: true },
  'POST /api/driver-application/send': { to: { driver: 'an application' }, keyed: true, beforeApproval: true },
  'GET /api/people/:id/documents': {
    object: 'person',
    to: { 'its fleet admin': 'an application', admin: 'an application' },
  },
  'POST /api/people/:id/documents': {
    object: 'person',
    to: { admin: 'an application' },
    inDemo: 'refused',
    keyed: true,
  },
  'POST /api/people/:id/application': {
    object: 'person',
    to: { admin: 'an application' },
    inDemo: 'refused',
    keyed: true,
  },
  // bare ids, for everyone, since registration needs them
  'POST /check_user_exists': { to: { everybody: 'bare ids' } },
  'POST /validate_referrer': { to: { everybody: 'a bare id' } },
  // the same answer for every address [design/accounts-80]
  'POST /api/password-resets': { to: { everybody: 'a request for a mail' }, inDemo: 'refused' },
  'POST /api/password-resets/finish': { to: { everybody: 'nothing' }, inDemo: 'refused' },
  'POST /api/email-verifications': { to: { everybody: 'nothing' } },
  'POST /user_signup': { to: { everybody: 'a bare id' } },

  // by a link that only the console of a new installation shows; closed in any other [design/access-76]
  'POST /api/set-up/check': { to: { everybody: 'a set-up link' } },
  'POST /api/set-up': { to: { everybody: 'the state of a set-up link' } },

  // the acts of people [design/access-14]: for admins alone, without contacts in demo mode
  'GET /api/audit': { to: { admin: 'audit entries' } },
  'GET /api/audit/export': { to: { admin: 'a file' }, inDemo: 'refused' },
  'GET /api/audit/seal': { to: { admin: 'the seal of the audit' } },
  // addresses of people [people-16]: for admins alone, hidden in demo mode
  'GET /api/security-events': { to: { admin: 'security events' } },

  'GET /api/settings/public': { to: { everybody: 'public settings' } },
  'GET /api/languages': { to: { admin: 'languages with pairs', everybody: 'languages' } },
  // the table of the office [languages-7]; none of its writes in demo mode
  'GET /api/languages/all': { to: { admin: 'languages of the office' } },
  'GET /api/languages/export': { to: { admin: 'a file' }, inDemo: 'refused' },
  'POST /api/languages': { to: { admin: 'a language' }, inDemo: 'refused', keyed: true },
  'PATCH /api/languages/:id': { object: 'language', to: { admin: 'a language' }, inDemo: 'refused', keyed: true },
  'DELETE /api/languages/:id': { object: 'language', to: { admin: 'nothing' }, inDemo: 'refused', keyed: true },
  'POST /api/languages/:id/default': { object: 'language', to: { admin: 'a language' }, inDemo: 'refused' },
  'GET /api/languages/offered': { to: { everybody: 'languages' } },
  'GET /api/languages/texts': { to: { admin: 'texts of a language' } },
  'GET /api/languages/:id': { object: 'language', to: { admin: 'a language with its progress' } },
  'GET /api/languages/:id/pairs': { object: 'language', to: { admin: 'the pairs of a language' } },
  'PATCH /api/languages/:id/pairs': { object: 'language', to: { admin: 'a changed language' }, inDemo: 'refused' },
  'GET /api/cancel-reasons': {
    to: { rider: 'cancel reasons', driver: 'cancel reasons', 'fleet admin': 'cancel reasons', admin: 'cancel reasons' },
  },
  // the table of the office [settings-21]; none of its writes in demo mode
  'GET /api/cancel-reasons/all': { to: { admin: 'cancel reasons of the office' } },
  'GET /api/cancel-reasons/export': { to: { admin: 'a file' }, inDemo: 'refused' },
  'POST /api/cancel-reasons': { to: { admin: 'a cancel reason' }, inDemo: 'refused', keyed: true },
  'PATCH /api/cancel-reasons/:id': {
    object: 'cancel reason',
    to: { admin: 'a cancel reason' },
    inDemo: 'refused',
    keyed: true,
  },
  'DELETE /api/cancel-reasons/:id': {
    object: 'cancel reason',
    to: { admin: 'nothing' },
    inDemo: 'refused',
    keyed: true,
  },
  // no save in demo mode [settings-9]
  'GET /api/settings': { to: { admin: 'all settings' } },
  'PATCH /api/settings': { to: { admin: 'all settings' }, inDemo: 'refused' },
  // who changed what, without the purchase code; and what is missing before riders can book
  'GET /api/settings/history': { to: { admin: 'saves of the settings' } },
  'GET /api/settings/checklist': { to: { admin: 'the checklist of the set-up' } },
  'GET /api/payments/gateways': { to: { admin: 'the card gateways' } },
  // what does not fit the map [design/maps-102]
  'GET /api/settings/map': { to: { admin: 'settings for the map' } },
  'POST /api/settings/map': { to: { admin: 'settings for the map' }, inDemo: 'refused' },
  // hosts and errors of the services that the server calls, and a call of one [design/maps-82]
  'GET /api/map-services': { to: { admin: 'the maps services in use' } },
  'POST /api/map-services/test': { to: { admin: 'the outcome of a test of a service' }, inDemo: 'refused' },
  // what is learned of driving times, and which of it is used [design/maps-110]
  'GET /api/traffic': { to: { admin: 'traffic of trips' } },
  'POST /api/traffic/accept': { to: { admin: 'traffic of trips' }, inDemo: 'refused' },
  'POST /api/traffic/clear': { to: { admin: 'traffic of trips' }, inDemo: 'refused' },
  // an admin books for a rider
  'GET /api/riders': { to: { admin: 'riders' } },
  // the places and last rides of one, while booking for them [people-21]
  'GET /api/riders/:id/known': { object: 'rider', to: { admin: 'a known rider' } },

  // the tables [people-4]; a fleet admin only has its own drivers [people-6]
  'GET /api/people': { to: { admin: 'people' } },
  'GET /api/people/export': { to: { admin: 'a file' }, inDemo: 'refused' },
  'GET /api/drivers': { to: { admin: 'drivers of the office', 'fleet admin': 'drivers of a fleet' } },
  'GET /api/drivers/export': { to: { admin: 'a file', 'fleet admin': 'a file' }, inDemo: 'refused' },
  // everything for an admin, their own drivers and their bookings for a fleet admin [reports-4]
  'GET /api/dashboard/counts': { to: { admin: 'counts of the office', 'fleet admin': 'counts of a fleet' } },
  // only people and bookings of their fleet [people-6]
  'GET /api/office-search': { to: { admin: 'what a search finds', 'fleet admin': 'what a search finds' } },
  'GET /api/dashboard': { to: { admin: 'the dashboard', 'fleet admin': 'the dashboard of a fleet' } },
  'GET /api/dashboard/cars': { to: { admin: 'cars', 'fleet admin': 'cars' } },
  'GET /api/dashboard/charts': { to: { admin: 'charts', 'fleet admin': 'charts' } },
  'POST /api/people': { to: { admin: 'a person' }, inDemo: 'refused', keyed: true },
  'POST /api/drivers': {
    to: { admin: 'a person', 'fleet admin': 'a driver of the fleet' },
    inDemo: 'refused',
    keyed: true,
  },
  'GET /api/people/:id': {
    object: 'person',
    to: { admin: 'a person', 'its fleet admin': 'a driver of the fleet' },
  },
  'PATCH /api/people/:id': {
    object: 'person',
    to: { admin: 'a person', 'its fleet admin': 'a driver of the fleet' },
    inDemo: 'refused',
    keyed: true,
  },
  'GET /api/people/:id/ending': {
    object: 'person',
    to: { admin: 'what leaving ends', 'its fleet admin': 'what a driver’s leaving ends' },
  },
  'DELETE /api/people/:id': {
    object: 'person',
    to: { admin: 'nothing', 'its fleet admin': 'nothing' },
    inDemo: 'refused',
    keyed: true,
  },
  'POST /api/people/:id/restoration': { object: 'person', to: { admin: 'a person' }, inDemo: 'refused', keyed: true },
  // the erasure itself is a sweep; a person who cannot sign in asks the office [design/privacy-13]
  'POST /api/people/:id/deletion': { object: 'person', to: { admin: 'a due time' }, inDemo: 'refused', keyed: true },
  'POST /api/people/:id/approval': { object: 'person', to: { admin: 'a person' }, inDemo: 'refused', keyed: true },
  'POST /api/people/:id/welcome': {
    object: 'person',
    to: { admin: 'nothing', 'its fleet admin': 'nothing' },
    inDemo: 'refused',
    keyed: true,
  },
  'POST /api/people/:id/suspension': { object: 'person', to: { admin: 'a person' }, inDemo: 'refused', keyed: true },
  'DELETE /api/people/:id/suspension': { object: 'person', to: { admin: 'a person' }, inDemo: 'refused', keyed: true },
  'POST /api/people/:id/role': { object: 'person', to: { admin: 'a person' }, inDemo: 'refused', keyed: true },
  // wallet, feedback, sessions, audit and notes are for admins [design/access-5]
  'GET /api/people/:id/wallet': { object: 'person', to: { admin: 'a wallet of another' } },
  'GET /api/people/:id/wallet/history': { object: 'person', to: { admin: 'own history' } },
  'GET /api/people/:id/ratings': {
    object: 'person',
    to: { admin: 'ratings with their texts', 'its fleet admin': 'ratings' },
  },
  'GET /api/people/:id/sessions': { object: 'person', to: { admin: 'sessions of a person' } },
  'POST /api/people/:id/sessions/end': {
    object: 'person',
    to: { admin: 'ended sessions' },
    inDemo: 'refused',
    keyed: true,
  },
  'GET /api/people/:id/audit': { object: 'person', to: { admin: 'audit of a person' } },
  'GET /api/people/:id/notes': { object: 'person', to: { admin: 'notes of the office' } },
  'POST /api/people/:id/notes': { object: 'person', to: { admin: 'a note' }, inDemo: 'refused', keyed: true },

  // a visitor's token is valid for the first four [design/api-24]
  'POST /googleapis-autocomplete': {
    to: {
      visitor: 'suggestions',
      rider: 'suggestions',
      driver: 'suggestions',
      'fleet admin': 'suggestions',
      admin: 'suggestions',
    },
  },
  'POST /googleapis-getcoords': {
    to: { visitor: 'a point', rider: 'a point', driver: 'a point', 'fleet admin': 'a point', admin: 'a point' },
  },
  'POST /googleapis-getroute': {
    to: { visitor: 'a way', rider: 'a way', driver: 'a way', 'fleet admin': 'a way', admin: 'a way' },
  },
  'POST /googleapis-getaddress': {
    to: {
      visitor: 'an address',
      rider: 'an address',
      driver: 'an address',
      'fleet admin': 'an address',
      admin: 'an address',
    },
  },
  'POST /googleapis-getdrivetime': {
    to: { rider: 'a drive', driver: 'a drive', 'fleet admin': 'a drive', admin: 'a drive' },
  },
  'POST /googleapis-getmultiloctime': {
    to: { rider: 'a distance', driver: 'a distance', 'fleet admin': 'a distance', admin: 'a distance' },
  },
  // only the rider's own [design/access-5]
  'GET /api/saved-addresses': { to: { rider: 'saved addresses' } },
  'POST /api/saved-addresses': { to: { rider: 'a saved address' } },
  'POST /api/saved-addresses/change': { to: { rider: 'a saved address' } },
  'POST /api/saved-addresses/remove': { to: { rider: 'nothing' } },

  'GET /api/notices': {
    to: { rider: 'own notices', driver: 'own notices', 'fleet admin': 'own notices', admin: 'own notices' },
  },
  'GET /api/notices/unread': {
    to: { rider: 'unread notices', driver: 'unread notices', 'fleet admin': 'unread notices', admin: 'unread notices' },
  },
  'POST /api/notices/seen': {
    to: { rider: 'unread notices', driver: 'unread notices', 'fleet admin': 'unread notices', admin: 'unread notices' },
  },
  // the key of Google's map, where it is used [design/maps-90]
  'GET /api/google-map/key': {
    to: { rider: 'map key', driver: 'map key', 'fleet admin': 'map key', admin: 'map key' },
  },
  // the caller's own devices that get push messages [design/push-1]
  'GET /api/push/key': { to: { rider: 'push key', driver: 'push key', 'fleet admin': 'push key', admin: 'push key' } },
  'POST /api/push/device': { to: { rider: 'nothing', driver: 'nothing', 'fleet admin': 'nothing', admin: 'nothing' } },
  'DELETE /api/push/device': {
    to: { rider: 'nothing', driver: 'nothing', 'fleet admin': 'nothing', admin: 'nothing' },
  },
  'POST /api/push/shown': { to: { rider: 'nothing', driver: 'nothing', 'fleet admin': 'nothing', admin: 'nothing' } },
  // the two sides of a booking until it is over, and admins [notices-2]
  'POST /send_notification': {
    object: 'booking',
    to: {
      'its customer': messaged,
      'its driver': messaged,
      admin: 'nothing',
    },
    ends: true,
    inDemo: 'refused',
  },
  // messages of the office [notices-6]; all writes are gated [notices-8]
  'GET /api/notifications': { to: { admin: 'notifications' } },
  'GET /api/notifications/export': { to: { admin: 'a file' }, inDemo: 'refused' },
  'GET /api/notifications/audience': { to: { admin: 'an audience' } },
  'POST /api/notifications': { to: { admin: 'a notification' }, inDemo: 'refused', keyed: true },
  'PATCH /api/notifications/:id': {
    object: 'notification',
    to: { admin: 'a notification' },
    inDemo: 'refused',
    keyed: true,
  },
  'DELETE /api/notifications/:id': { object: 'notification', to: { admin: 'nothing' }, inDemo: 'refused', keyed: true },
  'POST /api/notifications/:id/send': {
    object: 'notification',
    to: { admin: 'a notification' },
    inDemo: 'refused',
    keyed: true,
  },
}
