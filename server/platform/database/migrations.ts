import * as firstTables from './migrations/001-first-tables.ts'
import * as streamCursors from './migrations/002-stream-cursors.ts'
import * as payments from './migrations/003-payments.ts'
import * as walletAndPromos from './migrations/004-wallet-and-promos.ts'
import * as bookLater from './migrations/005-book-later.ts'
import * as noticesToMany from './migrations/006-notices-to-many.ts'
import * as deletedPromos from './migrations/007-deleted-promos.ts'
import * as builtInTexts from './migrations/008-built-in-texts.ts'
import * as requireRow from './migrations/009-require-row.ts'
import * as ledgerAccounts from './migrations/010-ledger-accounts.ts'
import * as faresAndTracks from './migrations/011-fares-and-tracks.ts'
import * as presenceAndReasons from './migrations/012-presence-and-reasons.ts'
import * as dispatchWaves from './migrations/013-dispatch-waves.ts'
import * as successorBookings from './migrations/014-successor-bookings.ts'
import * as debts from './migrations/015-debts.ts'
import * as reconciliationAndNotices from './migrations/016-reconciliation-and-notices.ts'
import * as securityEventsAndRoles from './migrations/017-security-events-and-roles.ts'
import * as privacy from './migrations/018-privacy.ts'
import * as signIn from './migrations/019-sign-in.ts'
import * as mail from './migrations/020-mail.ts'
import * as people from './migrations/021-people.ts'
import * as codes from './migrations/022-codes.ts'
import * as driverDocuments from './migrations/023-driver-documents.ts'
import * as dataExports from './migrations/024-data-exports.ts'
import * as languages from './migrations/025-languages.ts'
import * as social from './migrations/026-social.ts'
import * as profile from './migrations/027-profile.ts'
import * as money from './migrations/031-money.ts'
import * as catalogue from './migrations/032-catalogue.ts'

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
]
