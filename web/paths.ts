/** The only place that writes an address of the app (spec 1 §2; `/drive` and `/trips` are ours). */
export const paths = {
  home: () => '/',
  login: () => '/login',
  /** sign in, then go on at an address of ours */
  loginThen: (next: string) => `/login?next=${encodeURIComponent(next)}`,
  register: () => '/register',
  aboutUs: () => '/about-us',
  privacyPolicy: () => '/privacy-policy',
  bookings: () => '/bookings',
  drive: () => '/drive',
  wallet: () => '/wallet',
  addBookings: () => '/addbookings',
  promos: () => '/promos',
  payStatus: (id: string) => `/pay/status/${encodeURIComponent(id)}`,
  trip: (id: string) => `/trips/${encodeURIComponent(id)}`,
} as const

type UserType = 'rider' | 'driver' | 'fleetadmin' | 'admin'

/** Where each role lands after signing in (spec 1 §2: login); admins on /bookings until /dashboard exists. */
export const homeOf = (usertype: UserType): string => (usertype === 'rider' ? paths.home() : paths.bookings())

/** An address of ours to return to after signing in, else undefined: never another site, never /login itself. */
export const safeNext = (next: unknown): string | undefined =>
  typeof next === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(next) && !/^\/(login|register)(\?|$)/.test(next)
    ? next
    : undefined
