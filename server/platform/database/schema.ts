import type {
  GuessDelays,
  Identities,
  KnownDevices,
  Notices,
  OneTimeCodes,
  ListColumns,
  PersonNotes,
  Ratings,
  RecoveryCodes,
  ResetRequests,
  SavedAddresses,
  SavedViews,
  Sessions,
  SocialApps,
  UsedTokens,
  Users,
} from './schema/people-tables.ts'
import type {
  AuditLog,
  CancelReasons,
  CarTypes,
  Languages,
  SettingsHistory,
  SettingsTable,
} from './schema/office-tables.ts'
import type {
  BookingEvents,
  Bookings,
  GuestLinks,
  BookingWords,
  DispatchRecords,
  DrivenTracks,
  DriverPositions,
  Offers,
  Quotes,
  TrackPoints,
  UnassignedAlerts,
  Trackers,
} from './schema/booking-tables.ts'
import type { Debts, LedgerEntries, LedgerTransactions, PaymentReminders, Wallets } from './schema/money-tables.ts'
import type { DayCloses, EarningQueue, EarningState, EarningSums } from './schema/report-tables.ts'
import type { Payouts, PromoRedemptions, Promos, WalletCredits, Withdrawals } from './schema/wallet-tables.ts'
import type { PaymentEvents, Payments, Refunds, TestGatewayOrders, TopUps } from './schema/payment-tables.ts'
import type { MailProviders, MailQueue, TrialMailbox } from './schema/mail-tables.ts'
import type { DriverApplications, DriverDocuments, Files } from './schema/file-tables.ts'
import type { ChatMessages, Chats, ChatSides } from './schema/chat-tables.ts'
import type { Notifications, Pushes, PushTokens, TrialPushes } from './schema/push-tables.ts'
import type { AccountDeletions, DataExports, TripReviews } from './schema/privacy-tables.ts'
import type { SafetyAlerts, SafetyEvents, SafetyQuestions } from './schema/safety-tables.ts'
import type { TrafficCells, TrafficQueue, TrafficSamples, TrafficState } from './schema/traffic-tables.ts'
import type {
  AuditSeals,
  IdempotencyKeys,
  InstallationMarks,
  LiveEpoch,
  MapServiceDays,
  Outbox,
  RateCounters,
  SecurityEvents,
  ServerSecrets,
  StreamCursors,
} from './schema/system-tables.ts'

/** The tables for Kysely; `migrations/` creates them. */
export interface Tables {
  users: Users
  identities: Identities
  sessions: Sessions
  one_time_codes: OneTimeCodes
  reset_requests: ResetRequests
  guess_delays: GuessDelays
  known_devices: KnownDevices
  recovery_codes: RecoveryCodes
  used_tokens: UsedTokens
  settings: SettingsTable
  settings_history: SettingsHistory
  languages: Languages
  cancel_reasons: CancelReasons
  car_types: CarTypes
  quotes: Quotes
  bookings: Bookings
  guest_links: GuestLinks
  chats: Chats
  chat_sides: ChatSides
  chat_messages: ChatMessages
  booking_words: BookingWords
  booking_events: BookingEvents
  offers: Offers
  dispatch_records: DispatchRecords
  unassigned_alerts: UnassignedAlerts
  driver_positions: DriverPositions
  track_points: TrackPoints
  trackers: Trackers
  driven_tracks: DrivenTracks
  traffic_queue: TrafficQueue
  traffic_samples: TrafficSamples
  traffic_cells: TrafficCells
  traffic_state: TrafficState
  saved_addresses: SavedAddresses
  ratings: Ratings
  person_notes: PersonNotes
  saved_views: SavedViews
  list_columns: ListColumns
  ledger_transactions: LedgerTransactions
  ledger_entries: LedgerEntries
  wallets: Wallets
  debts: Debts
  payment_reminders: PaymentReminders
  promos: Promos
  promo_redemptions: PromoRedemptions
  withdrawals: Withdrawals
  payouts: Payouts
  wallet_credits: WalletCredits
  earning_sums: EarningSums
  earning_state: EarningState
  earning_queue: EarningQueue
  day_closes: DayCloses
  top_ups: TopUps
  payments: Payments
  payment_events: PaymentEvents
  refunds: Refunds
  test_gateway_orders: TestGatewayOrders
  notices: Notices
  push_tokens: PushTokens
  pushes: Pushes
  notifications: Notifications
  trial_pushes: TrialPushes
  safety_alerts: SafetyAlerts
  safety_events: SafetyEvents
  safety_questions: SafetyQuestions
  outbox: Outbox
  stream_cursors: StreamCursors
  idempotency_keys: IdempotencyKeys
  rate_counters: RateCounters
  map_service_days: MapServiceDays
  live_epoch: LiveEpoch
  server_secrets: ServerSecrets
  audit_log: AuditLog
  audit_seals: AuditSeals
  security_events: SecurityEvents
  installation_marks: InstallationMarks
  mail_queue: MailQueue
  mail_providers: MailProviders
  social_apps: SocialApps
  trial_mailbox: TrialMailbox
  account_deletions: AccountDeletions
  trip_reviews: TripReviews
  data_exports: DataExports
  files: Files
  driver_documents: DriverDocuments
  driver_applications: DriverApplications
}
