import type { Policy } from './policy-row.ts'

const customer = 'booking of its customer'
const driver = 'booking of its driver'
const office = 'booking of the office'

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
  // of a fleet what its drivers accepted or are reserved for [booking-72]
  'GET /api/bookings/later': {
    to: { 'fleet admin': 'the calendar of later bookings', admin: 'the calendar of later bookings' },
  },
  // the list of the office as a file, gated [booking-39]
  'GET /api/bookings/export': { to: { admin: 'a file' }, inDemo: 'refused' },
  'GET /api/bookings/:id': {
    object: 'booking',
    to: { 'its customer': customer, 'its driver': driver, 'its fleet admin': 'booking of its fleet', admin: office },
  },
  'POST /api/bookings/:id/accept': { object: 'booking', to: { 'offered driver': [driver, 'NEW'] }, keyed: true },
  'POST /api/bookings/:id/decline': { object: 'booking', to: { 'offered driver': 'nothing' }, keyed: true },
  'POST /api/bookings/:id/arrive': { object: 'booking', to: { 'its driver': [driver, 'ACCEPTED'] }, keyed: true },
  'POST /api/bookings/:id/start': { object: 'booking', to: { 'its driver': [driver, 'ARRIVED'] }, keyed: true },
  'POST /api/bookings/:id/reach': { object: 'booking', to: { 'its driver': [driver, 'STARTED'] }, keyed: true },
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
      'its customer': ['what cancelling costs', 'PAYMENT_PENDING', 'NEW', 'ACCEPTED'],
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
    to: { 'its customer': [customer, 'ACCEPTED', 'ARRIVED'] },
    keyed: true,
  },
  // audited [booking-38]; bookings are not gated by demo mode [design/access-12]
  'POST /api/bookings/:id/trip-code/reveal': {
    object: 'booking',
    to: { admin: ['a trip code', 'ACCEPTED', 'ARRIVED'] },
  },
  'POST /api/bookings/:id/abort': {
    object: 'booking',
    to: { admin: [office, 'ARRIVED', 'STARTED', 'REACHED'] },
    keyed: true,
  },
  'POST /api/bookings/:id/write-off': { object: 'booking', to: { admin: [office, 'PENDING'] }, keyed: true },
  // the office's correction of a paid fare, and their list [design/money-33]
  'POST /api/bookings/:id/corrections': { object: 'booking', to: { admin: [office, 'PAID', 'COMPLETE'] }, keyed: true },
  'GET /api/bookings/:id/corrections': { object: 'booking', to: { admin: 'corrections of a booking' } },
  // a suspicious trip waits for the office; it has one once it ended [design/privacy-20]
  'GET /api/bookings/:id/review': { object: 'booking', to: { admin: 'a trip review' } },
  'POST /api/bookings/:id/review/release': {
    object: 'booking',
    to: { admin: ['a trip review', 'REACHED', 'PENDING', 'PAID', 'COMPLETE'] },
  },
  // for a NEW booking [dispatch-10]
  'GET /api/bookings/:id/assignable-drivers': { object: 'booking', to: { admin: ['drivers to choose', 'NEW'] } },
  'POST /api/bookings/:id/assign': { object: 'booking', to: { admin: ['an assigned driver', 'NEW'] }, keyed: true },
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
  'GET /api/bookings/:id/track': {
    object: 'booking',
    to: { 'its customer': 'a track', 'its driver': 'a track', 'its fleet admin': 'a track', admin: 'a track' },
  },
}
