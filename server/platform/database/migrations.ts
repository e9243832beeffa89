import * as firstTables from './migrations/001-to-020/001-first-tables.ts'
import * as streamCursors from './migrations/001-to-020/002-stream-cursors.ts'
import * as payments from './migrations/001-to-020/003-payments.ts'
import * as walletAndPromos from './migrations/001-to-020/004-wallet-and-promos.ts'
import * as bookLater from './migrations/001-to-020/005-book-later.ts'
import * as noticesToMany from './migrations/001-to-020/006-notices-to-many.ts'
import * as deletedPromos from './migrations/001-to-020/007-deleted-promos.ts'
import * as builtInTexts from './migrations/001-to-020/008-built-in-texts.ts'
import * as requireRow from './migrations/001-to-020/009-require-row.ts'
import * as ledgerAccounts from './migrations/001-to-020/010-ledger-accounts.ts'
import * as faresAndTracks from './migrations/001-to-020/011-fares-and-tracks.ts'
import * as presenceAndReasons from './migrations/001-to-020/012-presence-and-reasons.ts'
import * as dispatchWaves from './migrations/001-to-020/013-dispatch-waves.ts'
import * as successorBookings from './migrations/001-to-020/014-successor-bookings.ts'
import * as debts from './migrations/001-to-020/015-debts.ts'
import * as reconciliationAndNotices from './migrations/001-to-020/016-reconciliation-and-notices.ts'
import * as securityEventsAndRoles from './migrations/001-to-020/017-security-events-and-roles.ts'
import * as privacy from './migrations/001-to-020/018-privacy.ts'
import * as signIn from './migrations/001-to-020/019-sign-in.ts'
import * as mail from './migrations/001-to-020/020-mail.ts'
import * as people from './migrations/021-to-040/021-people.ts'
import * as codes from './migrations/021-to-040/022-codes.ts'
import * as driverDocuments from './migrations/021-to-040/023-driver-documents.ts'
import * as dataExports from './migrations/021-to-040/024-data-exports.ts'
import * as languages from './migrations/021-to-040/025-languages.ts'
import * as social from './migrations/021-to-040/026-social.ts'
import * as profile from './migrations/021-to-040/027-profile.ts'
import * as money from './migrations/021-to-040/031-money.ts'
import * as catalogue from './migrations/021-to-040/032-catalogue.ts'
import * as bookingList from './migrations/021-to-040/033-booking-list.ts'
import * as bookingPage from './migrations/021-to-040/034-booking-page.ts'
import * as laterBookings from './migrations/021-to-040/035-later-bookings.ts'
import * as dayClose from './migrations/021-to-040/036-day-close.ts'
import * as auditSearchAndLook from './migrations/021-to-040/037-audit-search-and-look.ts'
import * as largeLists from './migrations/021-to-040/040-large-lists.ts'
import * as guestLinks from './migrations/041-to-060/041-guest-links.ts'
import * as carPicturesAndBalances from './migrations/041-to-060/043-car-pictures-and-balances.ts'
import * as appCategory from './migrations/041-to-060/044-app-category.ts'
import * as receiverLinks from './migrations/041-to-060/044-receiver-links.ts'
import * as parcels from './migrations/041-to-060/045-parcels.ts'
import * as push from './migrations/041-to-060/046-push.ts'
import * as chat from './migrations/041-to-060/047-chat.ts'
import * as safety from './migrations/041-to-060/048-safety.ts'
import * as trackersAndDeliveryCodes from './migrations/041-to-060/049-trackers-and-delivery-codes.ts'
import * as traffic from './migrations/041-to-060/050-traffic.ts'
import * as mapServiceDays from './migrations/041-to-060/051-map-service-days.ts'
import * as driversLinks from './migrations/041-to-060/052-drivers-links.ts'
import * as fareChecks from './migrations/041-to-060/053-fare-checks.ts'
import * as personAndLanguageVersions from './migrations/041-to-060/054-person-and-language-versions.ts'
import * as roomForBusyFlags from './migrations/041-to-060/055-room-for-busy-flags.ts'
import * as repeatedReadings from './migrations/041-to-060/056-repeated-readings.ts'
import * as recentUnpaid from './migrations/041-to-060/057-recent-unpaid.ts'
import * as balancesInOrder from './migrations/041-to-060/058-balances-in-order.ts'
import * as receiverLinksBySms from './migrations/041-to-060/059-receiver-links-by-sms.ts'
import * as dueReminders from './migrations/041-to-060/060-due-reminders.ts'
import * as cashCredits from './migrations/061-to-080/061-cash-credits.ts'
import * as debtsInCash from './migrations/061-to-080/062-debts-in-cash.ts'
import * as bookingsOfFleets from './migrations/061-to-080/063-bookings-of-fleets.ts'
import * as installationId from './migrations/061-to-080/064-installation-id.ts'
import * as writtenOffAndPromoUses from './migrations/061-to-080/065-written-off-and-promo-uses.ts'
import * as erasureAndOldTracks from './migrations/061-to-080/066-erasure-and-old-tracks.ts'
import * as refundsThatFail from './migrations/061-to-080/067-refunds-that-fail.ts'
import * as unassignedAlerts from './migrations/061-to-080/068-unassigned-alerts.ts'
import * as linksOfContinuedBookings from './migrations/061-to-080/069-links-of-continued-bookings.ts'
import * as unpaidAborts from './migrations/061-to-080/072-unpaid-aborts.ts'
import * as payersOfPayouts from './migrations/061-to-080/073-payers-of-payouts.ts'
import * as searchOfArchivedPeople from './migrations/061-to-080/079-search-of-archived-people.ts'
import * as noHeartbeats from './migrations/061-to-080/080-no-heartbeats.ts'
import * as applicationsFollowApprovals from './migrations/081-to-100/081-applications-follow-approvals.ts'
import * as foldedNames from './migrations/081-to-100/082-folded-names.ts'
import * as attentionInOrder from './migrations/081-to-100/083-attention-in-order.ts'
import * as linesOfUsedQuotes from './migrations/081-to-100/084-lines-of-used-quotes.ts'
import * as refundsLeftToTheOffice from './migrations/081-to-100/085-refunds-left-to-the-office.ts'
import * as lastMoverAndUrgency from './migrations/081-to-100/086-last-mover-and-urgency.ts'
import * as latePostingsWithAClockBehind from './migrations/081-to-100/087-late-postings-with-a-clock-behind.ts'
import * as firstOfTwoMidnights from './migrations/081-to-100/088-first-of-two-midnights.ts'
import * as textsAboutErasedPeople from './migrations/081-to-100/089-texts-about-erased-people.ts'
import * as lateRefunds from './migrations/081-to-100/090-late-refunds.ts'
import * as chargebacksBeforeMoney from './migrations/081-to-100/091-chargebacks-before-money.ts'
import * as chargebacks from './migrations/061-to-080/075-chargebacks.ts'

/** All migrations in order. A list and not a folder read at run time: a bundle has no folder. */
export const migrations: readonly { readonly name: string; readonly up: string }[] = [
  firstTables,
  streamCursors,
  payments,
  walletAndPromos,
  bookLater,
  noticesToMany,
  deletedPromos,
  builtInTexts,
  requireRow,
  ledgerAccounts,
  faresAndTracks,
  presenceAndReasons,
  dispatchWaves,
  successorBookings,
  debts,
  reconciliationAndNotices,
  securityEventsAndRoles,
  privacy,
  signIn,
  mail,
  people,
  codes,
  driverDocuments,
  dataExports,
  languages,
  social,
  profile,
  money,
  catalogue,
  bookingList,
  bookingPage,
  laterBookings,
  dayClose,
  auditSearchAndLook,
  largeLists,
  guestLinks,
  carPicturesAndBalances,
  appCategory,
  receiverLinks,
  parcels,
  push,
  chat,
  safety,
  trackersAndDeliveryCodes,
  traffic,
  mapServiceDays,
  driversLinks,
  fareChecks,
  personAndLanguageVersions,
  roomForBusyFlags,
  repeatedReadings,
  recentUnpaid,
  balancesInOrder,
  receiverLinksBySms,
  dueReminders,
  cashCredits,
  debtsInCash,
  bookingsOfFleets,
  installationId,
  writtenOffAndPromoUses,
  erasureAndOldTracks,
  refundsThatFail,
  unassignedAlerts,
  linksOfContinuedBookings,
  unpaidAborts,
  payersOfPayouts,
  chargebacks,
  searchOfArchivedPeople,
  noHeartbeats,
  applicationsFollowApprovals,
  foldedNames,
  attentionInOrder,
  linesOfUsedQuotes,
  refundsLeftToTheOffice,
  lastMoverAndUrgency,
  latePostingsWithAClockBehind,
  firstOfTwoMidnights,
  textsAboutErasedPeople,
  lateRefunds,
  chargebacksBeforeMoney,
]
