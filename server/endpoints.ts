import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { endingsApi } from '@remis/domain/booking/endings-api'
import { payByCardApi } from '@remis/domain/booking/pay-by-card-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { tripCodesApi } from '@remis/domain/booking/trip-codes-api'
import { assignApi } from '@remis/domain/dispatch/assign-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { earningsApi } from '@remis/domain/dispatch/earnings-api'
import { carTypesApi } from '@remis/domain/fare/car-types-api'
import { promosApi } from '@remis/domain/promos/promos-api'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import { ridersApi } from '@remis/domain/people/riders-api'
import { placesApi, savedAddressesApi } from '@remis/domain/places/places-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { walletApi } from '@remis/domain/wallet/wallet-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { checkUserExists } from './accounts/check-user-exists.ts'
import { currentSession } from './accounts/current-session.ts'
import { giveVisitorToken } from './accounts/give-visitor-token.ts'
import { signIn } from './accounts/sign-in.ts'
import { signOut } from './accounts/sign-out.ts'
import { signUp } from './accounts/sign-up.ts'
import { validateReferrer } from './accounts/validate-referrer.ts'
import type { AppContext } from './app-context.ts'
import { listCancelReasons } from './backoffice/cancel-reasons.ts'
import { listLanguages } from './backoffice/languages.ts'
import { changeSettings } from './backoffice/change-settings.ts'
import { readPublicSettings } from './backoffice/public-settings.ts'
import { readSettings } from './backoffice/read-settings.ts'
import { abortTrip } from './booking/moves/abort-trip.ts'
import { acceptBooking } from './booking/moves/accept-booking.ts'
import { arriveAtPickup } from './booking/moves/arrive-at-pickup.ts'
import { assignDriver } from './dispatch/assign-driver.ts'
import { cancelBooking } from './booking/moves/cancel-booking.ts'
import { createBooking } from './booking/moves/create-booking.ts'
import { declineBooking } from './booking/moves/decline-booking.ts'
import { getBooking } from './booking/read/get-booking.ts'
import { exportBookings, listBookings } from './booking/read/list-bookings.ts'
import { choosePayByCard } from './booking/moves/pay-by-card.ts'
import { payBooking } from './booking/moves/pay-booking.ts'
import { rateTrip } from './booking/moves/rate-trip.ts'
import { readCancellation } from './booking/read/read-cancellation.ts'
import { reachDrop } from './booking/moves/reach-drop.ts'
import { renewTripCode } from './booking/moves/renew-trip-code.ts'
import { reportNotPaid } from './booking/moves/report-not-paid.ts'
import { revealTripCode } from './booking/read/reveal-trip-code.ts'
import { searchOnceMore } from './booking/moves/search-again.ts'
import { startTrip } from './booking/moves/start-trip.ts'
import { writeOffBooking } from './booking/moves/write-off-booking.ts'
import { bookingOffers } from './dispatch/offers/booking-offers.ts'
import { driverDay } from './dispatch/drivers/driver-day.ts'
import { driverEarnings } from './dispatch/drivers/driver-earnings.ts'
import { goOnline } from './dispatch/drivers/go-online.ts'
import { listAssignable } from './dispatch/drivers/list-assignable.ts'
import { listOffers } from './dispatch/offers/list-offers.ts'
import { createQuote } from './fare/create-quote.ts'
import { listCarTypes } from './fare/list-car-types.ts'
import { previewQuotes } from './fare/preview-quotes.ts'
import { autocomplete } from './places/autocomplete.ts'
import { getAddress } from './places/get-address.ts'
import { getCoords } from './places/get-coords.ts'
import { getDriveTime } from './places/get-drive-time.ts'
import { getMultiLocTime } from './places/get-multi-loc-time.ts'
import { getRoute } from './places/get-route.ts'
import { getPayment } from './payments/get-payment.ts'
import { getProviders } from './payments/get-providers.ts'
import { topUpWallet } from './payments/top-up-wallet.ts'
import { listRiders } from './people/list-riders.ts'
import { listSavedAddresses } from './places/list-saved-addresses.ts'
import { serve, type Served } from './platform/http/use-case.ts'
import { listPromos } from './promos/list-promos.ts'
import { changePromo, createPromo, deletePromo, exportPromos, listAllPromos } from './promos/manage-promos.ts'
import { lastTripPosition } from './tracking/last-position.ts'
import { sendPositions } from './tracking/send-positions.ts'
import { tripTrack } from './tracking/trip-track.ts'
import { askWithdrawal } from './wallet/ask-withdrawal.ts'
import { listWithdrawals } from './wallet/list-withdrawals.ts'
import { processWithdrawal } from './wallet/process-withdrawal.ts'
import { readHistory } from './wallet/read-history.ts'
import { readWallet } from './wallet/read-wallet.ts'
import { rejectWithdrawal } from './wallet/reject-withdrawal.ts'

/** The whole API on one page: each feature's endpoints with the use-cases that carry them out. */
export const endpoints: readonly Served<AppContext>[] = [
  ...serve<AppContext, typeof accountsApi>(accountsApi, {
    visitorToken: giveVisitorToken,
    signIn,
    signOut,
    current: currentSession,
    checkUserExists,
    validateReferrer,
    signUp,
  }),
  ...serve<AppContext, typeof backofficeApi>(backofficeApi, {
    settings: readPublicSettings,
    languages: listLanguages,
    cancelReasons: listCancelReasons,
  }),
  ...serve<AppContext, typeof settingsApi>(settingsApi, { read: readSettings, change: changeSettings }),
  ...serve<AppContext, typeof ridersApi>(ridersApi, { list: listRiders }),
  ...serve<AppContext, typeof assignApi>(assignApi, { drivers: listAssignable, assign: assignDriver }),
  ...serve<AppContext, typeof earningsApi>(earningsApi, { mine: driverEarnings }),
  ...serve<AppContext, typeof paymentsApi>(paymentsApi, {
    providers: getProviders,
    get: getPayment,
    topUp: topUpWallet,
  }),
  ...serve<AppContext, typeof payByCardApi>(payByCardApi, { choose: choosePayByCard }),
  ...serve<AppContext, typeof carTypesApi>(carTypesApi, { list: listCarTypes }),
  ...serve<AppContext, typeof quotesApi>(quotesApi, { preview: previewQuotes, create: createQuote }),
  ...serve<AppContext, typeof bookingsApi>(bookingsApi, {
    create: createBooking,
    list: listBookings,
    export: exportBookings,
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
    searchAgain: searchOnceMore,
    renewTripCode,
  }),
  ...serve<AppContext, typeof endingsApi>(endingsApi, {
    cancellation: readCancellation,
    abort: abortTrip,
    writeOff: writeOffBooking,
  }),
  ...serve<AppContext, typeof promosApi>(promosApi, {
    list: listPromos,
    listAll: listAllPromos,
    export: exportPromos,
    create: createPromo,
    update: changePromo,
    remove: deletePromo,
  }),
  ...serve<AppContext, typeof walletApi>(walletApi, { read: readWallet, history: readHistory }),
  ...serve<AppContext, typeof withdrawalsApi>(withdrawalsApi, {
    ask: askWithdrawal,
    list: listWithdrawals,
    process: processWithdrawal,
    reject: rejectWithdrawal,
  }),
  ...serve<AppContext, typeof placesApi>(placesApi, {
    autocomplete,
    getCoords,
    getRoute,
    getAddress,
    getDriveTime,
    getMultiLocTime,
  }),
  ...serve<AppContext, typeof savedAddressesApi>(savedAddressesApi, { list: listSavedAddresses }),
  ...serve<AppContext, typeof tripCodesApi>(tripCodesApi, { reveal: revealTripCode }),
  ...serve<AppContext, typeof dispatchApi>(dispatchApi, {
    day: driverDay,
    goOnline,
    offers: listOffers,
    ofBooking: bookingOffers,
  }),
  ...serve<AppContext, typeof trackingApi>(trackingApi, {
    send: sendPositions,
    last: lastTripPosition,
    track: tripTrack,
  }),
]
