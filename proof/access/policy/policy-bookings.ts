import type { Policy } from './policy-row.ts'

const customer = 'booking of its customer'
const driver = 'booking of its driver'
const office = 'booking of the office'

/** From the accept until 30 minutes after the end. */
const chatted = ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE'] as const

/** The calls of bookings, with the statuses from which each move starts [design/moves-2]. */
export const bookingPolicy: Policy = {
  'POST /api/bookings': { object: 'quote', to: { 'its customer': customer, 'its office': office }, keyed: true },
  // filtered by customer, driver or fleet; an admin sees all [design/access-5]
  'GET /api/bookings': {
    to: {
      rider: 'bookings of a customer',
      driver: 'bookings of a driver',
      'fleet admin': 'bookings of a fleet',
      admin: 'bookings of the office',
    },
  },
  // the same list as a file, gated [booking-39]
  'GET /api/bookings/export': {
    to: { rider: 'a file', driver: 'a file', 'fleet admin': 'a file', admin: 'a file' },
    inDemo: 'refused',
  },
  'GET /api/bookings/counts': {
    to: {
      rider: 'counts of bookings',
      driver: 'counts of bookings',
      'fleet admin': 'counts of bookings',
      admin: 'counts of all bookings',
    },
  },
  // what each person keeps of the list [design/web-83]
  'POST /api/saved-views': {
    to: { 'fleet admin': 'a saved view', admin: 'a saved view' },
    inDemo: 'refused',
  },
  // after a view was saved, so that its fields are seen
  'GET /api/saved-views': {
    to: { rider: 'saved views', driver: 'saved views', 'fleet admin': 'saved views', admin: 'saved views' },
  },
  'POST /api/saved-views/rename': {
    to: { 'fleet admin': 'a saved view', admin: 'a saved view' },
    inDemo: 'refused',
  },
  'POST /api/saved-views/remove': { to: { 'fleet admin': 'nothing', admin: 'nothing' }, inDemo: 'refused' },
  'POST /api/saved-views/columns': {
    to: { rider: 'nothing', driver: 'nothing', 'fleet admin': 'nothing', admin: 'nothing' },
    inDemo: 'refused',
  },
  // of a fleet what its drivers accepted or are reserved for [booking-72]
  'GET /api/bookings/later': {
    to: { 'fleet admin': 'the calendar of later bookings', admin: 'the calendar of later bookings' },
  },
  'GET /api/bookings/:id': {
    object: 'booking',
    to: { 'its customer': customer, 'its driver': driver, 'its fleet admin': 'booking of its fleet', admin: office },
  },
  'POST /api/bookings/:id/accept': { object: 'booking', to: { 'offered driver': [driver, 'NEW'] }, keyed: true },
  'POST /api/bookings/:id/decline': { object: 'booking', to: { 'offered driver': 'nothing' }, keyed: true },
  'POST /api/bookings/:id/arrive': { object: 'booking', to: { 'its driver': [driver, 'ACCEPTED'] }, keyed: true },
  'POST /api/bookings/:id/start': { object: 'booking', to: { 'its driver': [driver, 'ARRIVED'] }, keyed: true },
  'POST /api/bookings/:id/reach': { object: 'booking', to: { 'its driver': [driver, 'STARTED'] }, keyed: true },
  // pictures of a parcel while they are due; the way back of one, once [design/delivery-20], [design/delivery-30]
  'POST /api/bookings/:id/photos': { object: 'booking', to: { 'its driver': ['a stored file', 'STARTED'] } },
  'POST /api/bookings/:id/could-not-deliver': {
    object: 'booking',
    to: { 'its driver': [driver, 'STARTED'] },
    keyed: true,
  },
  // a new code of the receiver, which the office does not see [design/delivery-40]
  'POST /api/bookings/:id/delivery-code': {
    object: 'booking',
    to: { 'its customer': [customer, 'STARTED'], admin: [office, 'STARTED'] },
    keyed: true,
  },
  'POST /api/bookings/:id/not-paid': { object: 'booking', to: { 'its driver': [driver, 'REACHED'] }, keyed: true },
  'POST /api/bookings/:id/pay': {
    object: 'booking',
    to: {
      'its customer': [customer, 'PENDING'],
      'its driver': [driver, 'REACHED', 'PENDING'],
      admin: [office, 'PENDING'],
    },
    keyed: true,
  },
  'POST /api/bookings/:id/pay-by-card': {
    object: 'booking',
    to: { 'its customer': [customer, 'PENDING'] },
    keyed: true,
  },
  'POST /api/bookings/:id/rating': {
    object: 'booking',
    to: { 'its customer': [customer, 'PAID', 'COMPLETE'] },
    keyed: true,
  },
  'GET /api/bookings/:id/cancellation': {
    object: 'booking',
    to: {
      'its customer': ['what cancelling costs', 'PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED'],
      'its driver': ['what cancelling costs', 'ACCEPTED', 'ARRIVED'],
      admin: ['what cancelling costs', 'PAYMENT_PENDING', 'NEW', 'ACCEPTED'],
    },
  },
  'POST /api/bookings/:id/cancel': {
    object: 'booking',
    to: {
      'its customer': [customer, 'PAYMENT_PENDING', 'NEW', 'ACCEPTED'],
      'its driver': [driver, 'ACCEPTED', 'ARRIVED'],
      admin: [office, 'PAYMENT_PENDING', 'NEW', 'ACCEPTED'],
    },
    keyed: true,
  },
  'POST /api/bookings/:id/search': {
    object: 'booking',
    to: { 'its customer': [customer, 'NEW'], admin: [office, 'NEW'] },
    keyed: true,
  },
  'POST /api/bookings/:id/trip-code': {
    object: 'booking',
    to: { 'its customer': [customer, 'ACCEPTED', 'ARRIVED'], admin: [office, 'ACCEPTED', 'ARRIVED'] },
    keyed: true,
  },
  // audited [booking-38]; dispatching is not gated by demo mode [design/access-12]
  'POST /api/bookings/:id/trip-code/reveal': {
    object: 'booking',
    to: { admin: ['a trip code', 'ACCEPTED', 'ARRIVED'] },
  },
  'POST /api/bookings/:id/abort': {
    object: 'booking',
    to: { admin: [office, 'ARRIVED', 'STARTED', 'REACHED'] },
    keyed: true,
  },
  // what changes money after the trip is gated, as all writes of the back office [design/access-12]
  'POST /api/bookings/:id/write-off': {
    object: 'booking',
    to: { admin: [office, 'PENDING'] },
    inDemo: 'refused',
    keyed: true,
  },
  // the office's correction of a paid fare, and their list [design/money-33]
  'POST /api/bookings/:id/corrections': {
    object: 'booking',
    to: { admin: [office, 'PAID', 'COMPLETE'] },
    inDemo: 'refused',
    keyed: true,
  },
  'GET /api/bookings/:id/corrections': { object: 'booking', to: { admin: 'corrections of a booking' } },
  'GET /api/bookings/:id/own-corrections': {
    object: 'booking',
    to: { 'its customer': 'own corrections', 'its driver': 'own corrections' },
  },
  // the timeline: names of others, devices and reasons for admins only [design/web-91]
  'GET /api/bookings/:id/events': {
    object: 'booking',
    to: { 'its fleet admin': 'events of a booking of the fleet', admin: 'events of a booking' },
  },
  'GET /api/bookings/:id/audit': { object: 'booking', to: { admin: 'audit of a booking' } },
  // payments and postings are for admins [design/web-92]
  'GET /api/bookings/:id/money': { object: 'booking', to: { admin: 'money of a booking' } },
  // a suspicious trip waits for the office; it has one once it ended [design/privacy-20]
  'GET /api/bookings/:id/review': { object: 'booking', to: { admin: 'a trip review' } },
  'POST /api/bookings/:id/review/release': {
    object: 'booking',
    to: { admin: ['a released trip', 'REACHED', 'PENDING', 'PAID', 'COMPLETE'] },
    inDemo: 'refused',
  },
  // a fare with flags is looked at once its trip ended [design/moves-69]
  'POST /api/bookings/:id/fare-check': {
    object: 'booking',
    to: { admin: ['a fare check', 'PENDING', 'PAID', 'COMPLETE'] },
    inDemo: 'refused',
  },
  // for a NEW booking [dispatch-10]
  'GET /api/bookings/:id/assignable-drivers': { object: 'booking', to: { admin: ['drivers to choose', 'NEW'] } },
  'POST /api/bookings/:id/assign': { object: 'booking', to: { admin: ['an assigned driver', 'NEW'] }, keyed: true },
  'POST /api/bookings/:id/unassign': { object: 'booking', to: { admin: ['nothing', 'NEW'] }, keyed: true },
  // the dispatch record is for admins [design/access-5]
  'GET /api/bookings/:id/offers': { object: 'booking', to: { admin: 'offers of a booking' } },
  'GET /api/bookings/:id/position': {
    object: 'booking',
    to: {
      'its customer': 'where the driver is',
      'its driver': 'where the driver is',
      'its fleet admin': 'where the driver is',
      admin: 'where the driver is',
    },
  },
  'GET /api/bookings/:id/guest-links': {
    object: 'booking',
    to: { 'its customer': 'links to a ride', 'its driver': 'links to a ride', admin: 'links to a ride' },
  },
  'POST /api/bookings/:id/guest-links': {
    object: 'booking',
    to: {
      'its customer': ['a link to a ride', 'PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED'],
      // until the trip is closed: cash is taken at REACHED [design/access-102]
      'its driver': ['a link to a ride', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'],
      admin: ['a link to a ride', 'PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED'],
    },
  },
  'POST /api/bookings/:id/guest-links/end': {
    object: 'booking',
    to: { 'its customer': 'nothing', 'its driver': 'nothing', admin: 'nothing' },
  },
  // the panic button of both sides on a trip [design/safety-1]; a late press was made before the end
  'GET /api/bookings/:id/safety': {
    object: 'booking',
    to: { 'its customer': 'safety of a trip', 'its driver': 'safety of a trip' },
  },
  'POST /api/bookings/:id/panic': {
    object: 'booking',
    to: {
      'its customer': ['an own alert', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'],
      'its driver': ['an own alert', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'],
    },
    keyed: true,
  },
  'POST /api/bookings/:id/safety/answer': { object: 'booking', to: { 'its customer': 'an own alert' }, keyed: true },
  // the safety desk is for admins; not gated: an alert cannot wait [design/safety-13]
  'GET /api/safety': { to: { admin: 'alerts' } },
  'GET /api/safety/urgent': { to: { admin: 'red alerts' } },
  'GET /api/safety/:id': { object: 'alert', to: { admin: 'an alert' } },
  'POST /api/safety/:id/take': { object: 'alert', to: { admin: 'an alert' }, keyed: true },
  'POST /api/safety/:id/notes': { object: 'taken alert', to: { admin: 'an alert' }, keyed: true },
  'POST /api/safety/:id/close': { object: 'taken alert', to: { admin: 'an alert' }, keyed: true },
  // the holder of a link, by its token alone [design/access-101]
  'POST /api/guest-links/follow': { to: { everybody: 'a shared ride' } },
  // rider and driver alone, while the chat is open or shown [design/chat-1]; an admin with a reason [design/chat-9]
  'GET /api/chats/:id/messages': {
    object: 'booking',
    to: { 'its customer': ['a chat', ...chatted], 'its driver': ['a chat', ...chatted] },
    ends: true,
  },
  'POST /api/chats/:id/messages': {
    object: 'booking',
    to: { 'its customer': ['a chat message', ...chatted], 'its driver': ['a chat message', ...chatted] },
    ends: true,
  },
  'POST /api/chats/:id/photos': {
    object: 'booking',
    to: { 'its customer': ['a stored file', ...chatted], 'its driver': ['a stored file', ...chatted] },
    ends: true,
  },
  'POST /api/chats/:id/marks': {
    object: 'booking',
    to: { 'its customer': ['nothing', ...chatted], 'its driver': ['nothing', ...chatted] },
    ends: true,
  },
  'GET /api/chats/unread': { to: { rider: 'unread chats', driver: 'unread chats' } },
  'POST /api/chats/:id/reveal': { object: 'booking', to: { admin: 'a revealed chat' }, inDemo: 'refused' },
  'GET /api/bookings/:id/track': {
    object: 'booking',
    to: { 'its customer': 'a track', 'its driver': 'a track', 'its fleet admin': 'a track', admin: 'a track' },
  },
}
