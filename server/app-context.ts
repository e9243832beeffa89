import type { FastifyInstance } from 'fastify'
import { accounts, profile } from './accounts/feature.ts'
import { passwordHashing, type PasswordHashing } from './accounts/password-hashing.ts'
import { audit } from './audit/feature.ts'
import { backoffice } from './backoffice/feature.ts'
import { languagesCache, type LanguagesCache } from './backoffice/languages/languages-cache.ts'
import { pageDataCache } from './backoffice/page-data-cache.ts'
import type { TrialAccounts } from './backoffice/settings/public-settings.ts'
import { isDemo, needsTwoFactor, settingsCache, type SettingsCache } from './backoffice/settings/settings-cache.ts'
import { booking } from './booking/feature.ts'
import { AcceptQueue } from './booking/moves/accept-queue.ts'
import type { CarryLinks, CarryPayment, RequestRefund, SendNotices, SendReceiverLink } from './booking/booking-deps.ts'
import { dashboard } from './dashboard/feature.ts'
import { driverDocuments } from './driver-documents/feature.ts'
import { dispatch } from './dispatch/feature.ts'
import { DriverIndex } from './dispatch/drivers/driver-index.ts'
import { openNearby, type Nearby } from './dispatch/nearby/nearby.ts'
import { fare } from './fare/feature.ts'
import { files } from './files/feature.ts'
import { pictureDecoding, type PictureDecoding } from './files/normalize-picture.ts'
import { chat } from './chat/feature.ts'
import { guestLinks } from './guest-links/feature.ts'
import { moveOpenLinks } from './guest-links/guest-link-store.ts'
import { sendReceiverLink } from './guest-links/send-receiver-link.ts'
import { mail } from './mail/feature.ts'
import { maps as mapsFeature } from './maps/feature.ts'
import { notices } from './notices/feature.ts'
import { sendNotices } from './notices/send-notices.ts'
import { officeSearch } from './office-search/feature.ts'
import { payments } from './payments/feature.ts'
import { moveAppliedTo } from './payments/payment-store.ts'
import { requestRefundOfBooking } from './payments/refunds/request-refund.ts'
import { people } from './people/feature.ts'
import { places } from './places/feature.ts'
import { privacy } from './privacy/feature.ts'
import { promos } from './promos/feature.ts'
import { push } from './push/feature.ts'
import type { Broadcaster } from './platform/live/broadcaster.ts'
import { combineFeatures, type Feature } from './platform/runtime/feature.ts'
import type { Features } from './platform/runtime/running-server.ts'
import type { Platform } from './platform/http/use-case.ts'
import type { LicenseVerifier } from './providers/license/license-provider.ts'
import { openLicenseVerifier } from './providers/license/open-license-verifier.ts'
import type { Mailers } from './providers/mail/mail-provider.ts'
import { openMailers } from './providers/mail/open-mailers.ts'
import type { MapsProvider } from './providers/maps/maps-provider.ts'
import type { Gateways } from './providers/payments/gateways.ts'
import { openGateways } from './providers/payments/open-gateways.ts'
import type { PaymentsProvider } from './providers/payments/payments-provider.ts'
import { openPush } from './providers/push/open-push.ts'
import type { PushServices } from './providers/push/push-provider.ts'
import { openSocial } from './providers/social/open-social.ts'
import type { Socials } from './providers/social/social-provider.ts'
import { openStorage } from './providers/storage/open-storage.ts'
import type { Storage } from './providers/storage/storage-provider.ts'
import { sanitizeGatewayText } from './providers/payments/sanitize-gateway-text.ts'
import { reports } from './reports/feature.ts'
import { safety } from './safety/feature.ts'
import { setup } from './setup/feature.ts'
import { tracking } from './tracking/feature.ts'
import { traffic } from './traffic/feature.ts'
import { mapsWithTraffic, openTrafficFactors, type TrafficFactors } from './traffic/traffic-factors.ts'
import { TripEtas } from './tracking/eta.ts'
import { LastPositions } from './tracking/last-positions.ts'
import { wallet } from './wallet/feature.ts'
import { offerTrialAccounts } from './trial/trial-accounts.ts'

/**
 * Everything a use-case may need: the platform and one port per outside service. Features name the part they use in
 * `*Deps`.
 */
export interface AppContext extends Platform {
  readonly maps: MapsProvider
  readonly traffic: TrafficFactors
  readonly settings: SettingsCache
  readonly languages: LanguagesCache
  readonly passwords: PasswordHashing
  readonly trialAccounts: TrialAccounts
  readonly notify: SendNotices
  readonly refund: RequestRefund
  readonly carryPayment: CarryPayment
  readonly carryLinks: CarryLinks
  readonly sendReceiverLink: SendReceiverLink
  readonly drivers: DriverIndex
  readonly nearby: Nearby
  readonly lastPositions: LastPositions
  readonly etas: TripEtas
  readonly accepts: AcceptQueue
  readonly live: Broadcaster
  /** the ways to send mail and SMS */
  readonly mailers: Mailers
  /** the ways to send push messages */
  readonly pushes: PushServices
  /** sign-in with Facebook and Apple */
  readonly socials: Socials
  /** null: none is configured */
  readonly license: LicenseVerifier | null
  /** where uploaded files are kept */
  readonly storage: Storage
  readonly pictures: PictureDecoding
  /** The configured card gateways. */
  readonly gateways: readonly PaymentsProvider[]
  readonly mountGateways: (fastify: FastifyInstance) => void
}

export const createAppContext = (
  platform: Platform,
  maps: MapsProvider,
  live: Broadcaster,
  { gateways, mount }: Gateways = openGateways(platform),
  pushes: PushServices = openPush(platform),
): AppContext => {
  const factors = openTrafficFactors(platform.db)
  const mailing = {
    settings: settingsCache(platform.db),
    languages: languagesCache(platform, platform.config.appCategory),
    mailers: openMailers(platform),
  }
  return {
    ...platform,
    maps: mapsWithTraffic(maps, factors),
    traffic: factors,
    live,
    ...mailing,
    passwords: passwordHashing(platform.config.limits.password),
    trialAccounts: offerTrialAccounts(platform.config, platform.db),
    notify: sendNotices,
    refund: requestRefundOfBooking,
    carryPayment: moveAppliedTo,
    carryLinks: moveOpenLinks,
    sendReceiverLink: sendReceiverLink({ ...platform, ...mailing }),
    drivers: new DriverIndex(),
    nearby: openNearby(platform),
    lastPositions: new LastPositions(platform.config.limits.tracking.batchesWaiting),
    etas: new TripEtas(),
    accepts: new AcceptQueue(),
    pushes,
    socials: openSocial(platform),
    license: openLicenseVerifier(platform.config),
    storage: openStorage(platform.config),
    pictures: pictureDecoding(platform.config.limits.files),
    gateways: gateways.map(sanitizeGatewayText),
    mountGateways: mount,
  }
}

/** Every feature of the server. A new one is added here. */
export const features: readonly Feature<AppContext>[] = [
  accounts,
  audit,
  backoffice,
  booking,
  chat,
  dashboard,
  dispatch,
  driverDocuments,
  fare,
  files,
  guestLinks,
  mail,
  mapsFeature,
  notices,
  officeSearch,
  payments,
  people,
  places,
  privacy,
  profile,
  promos,
  push,
  reports,
  safety,
  setup,
  tracking,
  traffic,
  wallet,
]

/** What the features add to a running server beside their endpoints. */
export const wire = (app: AppContext): Omit<Features<AppContext>, 'served'> => ({
  ...combineFeatures(features, app),
  isDemo: () => isDemo(app),
  needsTwoFactor: () => needsTwoFactor(app),
  pageData: pageDataCache(app),
  messageOf: app.languages.messageOf,
  formOrigins: app.gateways.flatMap(({ formOrigins }) => formOrigins),
})
