import type { FastifyInstance } from 'fastify'
import { passwordHashing, type PasswordHashing } from './accounts/password-hashing.ts'
import { pageDataCache } from './backoffice/page-data-cache.ts'
import type { TrialAccounts } from './backoffice/public-settings.ts'
import { isDemo, settingsCache, type SettingsCache } from './backoffice/settings-cache.ts'
import { AcceptQueue } from './booking/moves/accept-queue.ts'
import type { RequestRefund, SendNotices } from './booking/booking-deps.ts'
import { releaseBookings, searchWaiting } from './booking/sweeps/release-bookings.ts'
import { renderBookings } from './booking/read/render-booking.ts'
import { completeTrips, expireBookings } from './booking/sweeps/tidy-bookings.ts'
import { DriverIndex } from './dispatch/drivers/driver-index.ts'
import { renderOffers } from './dispatch/offers/render-offer.ts'
import { closeOtherOffers } from './dispatch/offers/release-offers.ts'
import { sweepSearches } from './dispatch/search/sweep-searches.ts'
import { mapFiles } from './maps/map-files.ts'
import { sweepQuotes } from './fare/sweep-quotes.ts'
import { renderNotices } from './notices/render-notice.ts'
import { sendNotices } from './notices/send-notices.ts'
import { requestRefundOfBooking } from './payments/refunds/request-refund.ts'
import { followEvents } from './payments/follow-events.ts'
import { makeRefund, sweepRefunds } from './payments/refunds/make-refund.ts'
import { payRoutes } from './payments/pay-routes.ts'
import { reconcilePayments } from './payments/reconcile-payments.ts'
import type { Broadcaster } from './platform/live/broadcaster.ts'
import type { Features } from './platform/runtime/running-server.ts'
import type { Platform } from './platform/http/use-case.ts'
import type { MapsProvider } from './providers/maps/maps-provider.ts'
import type { Gateways } from './providers/payments/gateways.ts'
import { openGateways } from './providers/payments/open-gateways.ts'
import type { PaymentsProvider } from './providers/payments/payments-provider.ts'
import { sanitizeGatewayText } from './providers/payments/sanitize-gateway-text.ts'
import { LastPositions } from './tracking/last-positions.ts'
import { flushPositions } from './tracking/flush-positions.ts'
import { onPositions } from './tracking/send-positions.ts'
import { offerTrialAccounts } from './trial/trial-accounts.ts'
import { payReferralBonuses } from './wallet/pay-referral-bonus.ts'
import { renderWallets } from './wallet/render-wallet.ts'

/** Everything a use-case may need: the platform and one port per outside service. Features name the part they use. */
export interface AppContext extends Platform {
  readonly maps: MapsProvider
  readonly settings: SettingsCache
  readonly passwords: PasswordHashing
  readonly trialAccounts: TrialAccounts
  readonly notify: SendNotices
  readonly refund: RequestRefund
  readonly drivers: DriverIndex
  readonly trails: LastPositions
  readonly accepts: AcceptQueue
  readonly live: Broadcaster
  /** the card gateways that are set up */
  readonly gateways: readonly PaymentsProvider[]
  readonly mountGateways: (fastify: FastifyInstance) => void
}

export const createAppContext = (
  platform: Platform,
  maps: MapsProvider,
  live: Broadcaster,
  { gateways, mount }: Gateways = openGateways(platform),
): AppContext => ({
  ...platform,
  maps,
  live,
  settings: settingsCache(platform.db),
  passwords: passwordHashing(platform.config.limits.password),
  trialAccounts: offerTrialAccounts(platform.config, platform.db),
  notify: sendNotices,
  refund: requestRefundOfBooking,
  drivers: new DriverIndex(),
  trails: new LastPositions(),
  accepts: new AcceptQueue(),
  gateways: gateways.map(sanitizeGatewayText),
  mountGateways: mount,
})

/** What each listener sees of an event, when it is sent. */
const viewsOf = (app: AppContext): Features<AppContext>['render'] => {
  const [booking, wallet] = [renderBookings(app), renderWallets(app)]
  const [offer, notice] = [renderOffers(app), renderNotices(app)]
  return {
    booking: ({ subject }, viewer) => booking(subject, viewer),
    wallet: ({ subject }, viewer) => wallet(subject, viewer),
    offer: ({ subject }, viewer) => offer(subject, viewer),
    notice: ({ subject }, viewer) => notice(subject, viewer),
  }
}

/** What runs beside the calls: what screens see of events, what they send, tidying up, jobs. */
export const wire = (app: AppContext): Omit<Features<AppContext>, 'served'> => ({
  render: viewsOf(app),
  on: { positions: (who, payload) => onPositions(app, who, payload) },
  isDemo: () => isDemo(app),
  firstWords: pageDataCache(app),
  sweeps: {
    settings: { everyMs: 2000, run: async () => void (await app.settings.refresh()) },
    'searches for drivers': { everyMs: app.config.limits.dispatch.sweepSeconds * 1000, run: () => sweepSearches(app) },
    'bookings for later': { run: () => releaseBookings(app) },
    'bookings that wait': { everyMs: 3000, run: () => searchWaiting(app) },
    positions: { run: () => flushPositions(app) },
    'unrated trips': { everyMs: 10_000, run: () => completeTrips(app) },
    'unused quotes': { everyMs: 600_000, run: () => sweepQuotes(app) },
    'payments without an end': { everyMs: 15_000, run: () => reconcilePayments(app) },
    'refunds to be made': { everyMs: 15_000, run: () => sweepRefunds(app) },
    'bookings nobody took': { everyMs: 5000, run: () => expireBookings(app) },
  },
  tasks: { refund: (payload) => makeRefund(app, (payload as { id: string }).id) },
  consumers: {
    offers: closeOtherOffers,
    payments: followEvents,
    referrals: (tx, events) => payReferralBonuses(app, tx, events),
  },
  formOrigins: app.gateways.flatMap(({ formOrigins }) => formOrigins),
  mountMore: (fastify) => {
    mapFiles(fastify, app.maps)
    payRoutes(fastify, app)
    app.mountGateways(fastify)
  },
})
