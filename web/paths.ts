/** The addresses of the app, with those of office-pages.tsx [design/web-2]. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  /** sign in, then continue at an address of this app */
  loginThen: (next: string) => `/login?next=${encodeURIComponent(next)}`,
  register: () => '/register',
  resetPassword: () => '/reset-password',
  setUp: () => '/setup',
  aboutUs: () => '/about-us',
  privacyPolicy: () => '/privacy-policy',
  bookings: () => '/bookings',
  /** opened beside the booking list */
  booking: (id: string) => `/bookings?id=${encodeURIComponent(id)}`,
  drive: () => '/drive',
  wallet: () => '/wallet',
  security: () => '/security',
  addBookings: () => '/addbookings',
  riders: () => '/riders',
  drivers: () => '/drivers',
  /** the table of one fleet's drivers */
  driversOf: (fleet: string) => `/drivers?fleet=${encodeURIComponent(fleet)}`,
  fleetAdmins: () => '/fleetadmins',
  admins: () => '/alladmin',
  person: (id: string) => `/people/${encodeURIComponent(id)}`,
  reviews: () => '/payments',
  accountData: () => '/account-data',
  mails: () => '/mails',
  withdraws: () => '/withdraws',
  mailProviders: () => '/mails/providers',
  payStatus: (id: string) => `/pay/status/${encodeURIComponent(id)}`,
  trip: (id: string) => `/trips/${encodeURIComponent(id)}`,
} as const

type UserType = 'rider' | 'driver' | 'fleetadmin' | 'admin'

/** Landing screen of each role after signing in [accounts-17]; /bookings until /dashboard exists [design/web-2]. */
export const homeOf = (usertype: UserType): string => (usertype === 'rider' ? paths.home() : paths.bookings())

/** The address of this app to return to after signing in, else undefined: never another site, never /login. */
export const safeNext = (next: unknown): string | undefined =>
  typeof next === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(next) && !/^\/(login|register)(\?|$)/.test(next)
    ? next
    : undefined
