import type { AppCategory } from '@remis/domain/booking/variant'
import type { NewCancelReason } from '@remis/domain/backoffice/cancel-reason'
import type { Settings } from '@remis/domain/backoffice/settings'

export const trialZone = 'America/Montevideo'

/** Of both trial cities [design/accounts-19]. */
const shared: Partial<Settings> = {
  appName: 'Remis',
  symbol: '$U',
  code: 'UYU',
  decimal: 0,
  swipe_symbol: false,
  country: 'Uruguay',
  restrictCountry: 'UY',
  timezone: trialZone,
  bonus: 100,
  panic: '911',
  CarHornRepeat: true,
  CompanyWebsite: 'https://remis.example',
  contact_email: 'office@remis.example',
  AllowCriticalEditsAdmin: true,
}

export const trialSettings: Readonly<Record<AppCategory, Partial<Settings>>> = {
  taxi: { ...shared, CompanyName: 'Remis Montevideo', debtInCashLimit: 500 },
  delivery: { ...shared, CompanyName: 'Remis Couriers Montevideo' },
}

const taxiReasons: readonly NewCancelReason[] = [
  { label: 'The wait is too long', roles: ['rider'] },
  { label: 'My plans changed', roles: ['rider'] },
  { label: 'Wrong pickup', roles: ['rider'] },
  { label: 'Booked by mistake', roles: ['rider', 'admin'] },
  { label: 'The driver asked me to cancel', roles: ['rider'] },
  { label: 'I can’t reach the pickup', roles: ['driver'] },
  { label: 'The rider asked me to cancel', roles: ['driver'] },
  { label: 'Car trouble', roles: ['driver', 'admin'] },
  { label: 'The rider called to cancel', roles: ['admin'] },
  { label: 'No driver available', roles: ['admin'] },
  { label: 'Other', roles: ['rider', 'driver', 'admin'] },
]

const deliveryReasons: readonly NewCancelReason[] = [
  { label: 'The wait is too long', roles: ['rider'] },
  { label: 'I don’t need it sent any more', roles: ['rider'] },
  { label: 'Wrong address', roles: ['rider'] },
  { label: 'Booked by mistake', roles: ['rider', 'admin'] },
  { label: 'The courier asked me to cancel', roles: ['rider'] },
  { label: 'I can’t reach the pickup', roles: ['driver'] },
  { label: 'The parcel is too large or too heavy', roles: ['driver'] },
  { label: 'The sender asked me to cancel', roles: ['driver'] },
  { label: 'Trouble with my vehicle', roles: ['driver', 'admin'] },
  { label: 'The sender called to cancel', roles: ['admin'] },
  { label: 'No courier available', roles: ['admin'] },
  { label: 'Other', roles: ['rider', 'driver', 'admin'] },
]

export const trialCancelReasons: Readonly<Record<AppCategory, readonly NewCancelReason[]>> = {
  taxi: taxiReasons,
  delivery: deliveryReasons,
}
