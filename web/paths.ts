import { followPath } from '@remis/domain/guest-links/guest-links-routes'

/** The addresses of the app, with those of office-pages.tsx [design/web-2]. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  /** sign in, then continue at an address of this app */
  loginThen: (next: string) => `/login?next=${encodeURIComponent(next)}`,
  register: () => '/register',
  /** the referral code is filled in */
  registerWith: (code: string) => `/register?referral=${encodeURIComponent(code)}`,
  /** leads on to the application */
  registerAsDriver: () => '/register?as=driver',
  resetPassword: () => '/reset-password',
  setUp: () => '/setup',
  aboutUs: () => '/about-us',
  privacyPolicy: () => '/privacy-policy',
  bookings: () => '/bookings',
  /** opened beside the booking list */
  booking: (id: string) => `/bookings?id=${encodeURIComponent(id)}`,
  /** a booking's own page, for the office */
  bookingPage: (id: string) => `/bookings/${encodeURIComponent(id)}`,
  /** the calendar of bookings for later */
  laterBookings: () => '/bookings/later',
  dashboard: () => '/dashboard',
  drive: () => '/drive',
  /** with the chat of the trip open */
  driveChat: () => '/drive?chat=open',
  /** application and documents of a driver */
  join: () => '/drive/join',
  wallet: () => '/wallet',
  security: () => '/security',
  profile: () => '/profile',
  notices: () => '/notices' as const,
  addBookings: () => '/addbookings',
  /** filled with rider, places and car type of a booking */
  bookAgain: (id: string) => `/addbookings?again=${encodeURIComponent(id)}`,
  riders: () => '/riders',
  drivers: () => '/drivers',
  /** those whose application waits for the office */
  driversWaiting: () => '/drivers?state=waiting',
  /** the table of one fleet's drivers */
  driversOf: (fleet: string) => `/drivers?fleet=${encodeURIComponent(fleet)}`,
  fleetAdmins: () => '/fleetadmins',
  admins: () => '/alladmin',
  person: (id: string) => `/people/${encodeURIComponent(id)}`,
  reviews: () => '/payments',
  safety: () => '/safety',
  /** opened beside the list of alerts */
  safetyAlert: (id: string) => `/safety?id=${encodeURIComponent(id)}`,
  accountData: () => '/account-data',
  settings: () => '/settings',
  /** one group of the settings */
  settingsGroup: (group: string) => `/settings?group=${encodeURIComponent(group)}`,
  /** the field of a setting on its page */
  setting: (page: string, group: string, field: string) => `${page}?group=${group}&field=${encodeURIComponent(field)}`,
  appInfo: () => '/appinfo',
  /** a table with the form of a new row open */
  adding: (page: string) => `${page}?add=1`,
  /** the audit log, of a person or of one object */
  audit: () => '/audit',
  auditOfPerson: (id: string) => `/audit?person=${encodeURIComponent(id)}`,
  auditOf: (subject: string) => `/audit?subject=${encodeURIComponent(subject)}`,
  mails: () => '/mails',
  withdraws: () => '/withdraws',
  addToWallet: () => '/addtowallet' as const,
  ledger: () => '/ledger',
  /** its postings */
  ledgerPosting: (id: string) => `/ledger?posting=${encodeURIComponent(id)}`,
  ledgerOfBooking: (id: string) => `/ledger?booking=${encodeURIComponent(id)}`,
  ledgerOfPerson: (id: string) => `/ledger?person=${encodeURIComponent(id)}`,
  /** convenience fees, from the first to the last day */
  ledgerOfFees: ({ from, until }: { readonly from: string; readonly until: string }) =>
    `/ledger?account=revenue&from=${from}&until=${until}`,
  statements: () => '/statements',
  /** of a driver or a fleet */
  statementOf: (id: string) => `/statements?of=${encodeURIComponent(id)}`,
  ownStatement: () => '/statement',
  dayClose: () => '/dayclose',
  mailProviders: () => '/mails/providers',
  languages: () => '/languagesetting',
  languageTexts: (id: string) => `/languagesetting/${encodeURIComponent(id)}`,
  payStatus: (id: string) => `/pay/status/${encodeURIComponent(id)}`,
  /** a shared ride */
  follow: followPath,
  trip: (id: string) => `/trips/${encodeURIComponent(id)}`,
} as const

const userTypes = ['rider', 'driver', 'fleetadmin', 'admin'] as const
type UserType = (typeof userTypes)[number]

/** Others have no screens; a newer server may know one [accounts-2]. */
export const isUserType = (usertype: string): usertype is UserType => userTypes.some((one) => one === usertype)

/** Landing screen of each role after signing in [accounts-17]. */
export const homeOf = (usertype: UserType): string =>
  usertype === 'rider' ? paths.home() : usertype === 'driver' ? paths.bookings() : paths.dashboard()

/**
 * The address of this app to return to after signing in, else undefined: never another site, never /login, and not the
 * landing page, since some roles begin elsewhere [accounts-17].
 */
export const safeNext = (next: unknown): string | undefined =>
  typeof next === 'string' && /^\/(?![/\\])[^\\\s]+$/.test(next) && !/^\/(login|register)(\?|$)/.test(next)
    ? next
    : undefined
