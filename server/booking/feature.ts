import { bookingsApi } from '@remis/domain/booking/booking-api'
import { laterApi } from '@remis/domain/booking/later/later-api'
import { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { tripReviewApi } from '@remis/domain/booking/final-fare/trip-review-api'
import { endingsApi } from '@remis/domain/booking/endings-api'
import { recordApi } from '@remis/domain/booking/record/record-api'
import { payByCardApi } from '@remis/domain/booking/pay-by-card-api'
import { savedViewsApi } from '@remis/domain/booking/list/saved-views-api'
import { parcelApi } from '@remis/domain/booking/delivery/parcel-api'
import { tripCodesApi } from '@remis/domain/booking/trip-codes-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import type { BookingDeps } from './booking-deps.ts'
import { bookingRelationships } from './booking-relationships.ts'
import { correctBookingFare } from './corrections/correct-booking-fare.ts'
import { listCorrections, listOwnCorrections } from './corrections/list-corrections.ts'
import { listLater } from './later/list-later.ts'
import { abortTrip } from './moves/abort-trip.ts'
import { acceptBooking } from './moves/accept-booking.ts'
import { arriveAtPickup } from './moves/arrive-at-pickup.ts'
import { cancelBooking } from './moves/cancel-booking.ts'
import { reportNotDelivered } from './parcels/report-not-delivered.ts'
import { renewDeliveryCode } from './parcels/renew-delivery-code.ts'
import { createBooking } from './create/create-booking.ts'
import { declineBooking } from './moves/decline-booking.ts'
import { payBooking } from './moves/pay-booking.ts'
import { choosePayByCard } from './moves/choose-pay-by-card.ts'
import { rateTrip } from './moves/rate-trip.ts'
import { reachDrop } from './moves/reach-drop.ts'
import { renewTripCode } from './moves/renew-trip-code.ts'
import { reportNotPaid } from './moves/report-not-paid.ts'
import { repeatSearch } from './moves/repeat-search.ts'
import { startTrip } from './moves/start-trip.ts'
import { writeOffBooking } from './moves/write-off-booking.ts'
import { getBooking } from './read/get-booking.ts'
import { countListed, exportBookings, listBookings } from './read/list-bookings.ts'
import { readCancellation } from './read/read-cancellation.ts'
import { renderBookings } from './read/render-booking.ts'
import { revealTripCode } from './read/reveal-trip-code.ts'
import { listAudit, listEvents } from './record/booking-record.ts'
import { checkFare, readTripReview, releaseTripReview } from './reviews/review-trip.ts'
import {
  keepListColumns,
  listSavedViews,
  removeSavedView,
  renameSavedView,
  saveView,
} from './saved-views/manage-saved-views.ts'
import { followContacts } from './sweeps/follow-contacts.ts'
import { releaseBookings, searchWaiting } from './sweeps/release-bookings.ts'
import { remindPayments } from './sweeps/remind-payments.ts'
import { completeTrips, expireBookings } from './sweeps/tidy-bookings.ts'

export const booking: Feature<BookingDeps> = {
  endpoints: [
    ...serve<BookingDeps, typeof bookingsApi>(bookingsApi, {
      create: createBooking,
      list: listBookings,
      export: exportBookings,
      counts: countListed,
      get: getBooking,
      accept: acceptBooking,
      decline: declineBooking,
      arrive: arriveAtPickup,
      start: startTrip,
      reach: reachDrop,
      pay: payBooking,
      notPaid: reportNotPaid,
      rate: rateTrip,
      cancel: cancelBooking,
      searchAgain: repeatSearch,
      renewTripCode,
    }),
    ...serve<BookingDeps, typeof endingsApi>(endingsApi, {
      cancellation: readCancellation,
      abort: abortTrip,
      writeOff: writeOffBooking,
    }),
    ...serve<BookingDeps, typeof laterApi>(laterApi, { list: listLater }),
    ...serve<BookingDeps, typeof correctionsApi>(correctionsApi, {
      correct: correctBookingFare,
      list: listCorrections,
      listOwn: listOwnCorrections,
    }),
    ...serve<BookingDeps, typeof tripReviewApi>(tripReviewApi, {
      read: readTripReview,
      release: releaseTripReview,
      checkFare,
    }),
    ...serve<BookingDeps, typeof recordApi>(recordApi, { events: listEvents, audit: listAudit }),
    ...serve<BookingDeps, typeof payByCardApi>(payByCardApi, { choose: choosePayByCard }),
    ...serve<BookingDeps, typeof parcelApi>(parcelApi, {
      couldNotDeliver: reportNotDelivered,
      renewCode: renewDeliveryCode,
    }),
    ...serve<BookingDeps, typeof tripCodesApi>(tripCodesApi, { reveal: revealTripCode }),
    ...serve<BookingDeps, typeof savedViewsApi>(savedViewsApi, {
      list: listSavedViews,
      save: saveView,
      rename: renameSavedView,
      remove: removeSavedView,
      keepColumns: keepListColumns,
    }),
  ],
  relations: { booking: bookingRelationships },
  views: (app) => {
    const view = renderBookings(app)
    return { booking: ({ subject }, viewer) => view(subject, viewer) }
  },
  sweeps: (app) => ({
    'bookings for later': { run: () => releaseBookings(app) },
    'bookings that wait': { everyMs: 3000, run: () => searchWaiting(app) },
    'unrated trips': { everyMs: 10_000, run: () => completeTrips(app) },
    'unpaid bookings': { everyMs: 30_000, run: () => remindPayments(app) },
    'unserved bookings': { everyMs: 5000, run: () => expireBookings(app) },
  }),
  consumers: () => ({ contacts: { handle: followContacts } }),
}
