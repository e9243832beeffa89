import type { NewCancelReason } from '@remis/domain/backoffice/cancel-reason'
import type { Settings } from '@remis/domain/backoffice/settings'

export const trialZone = 'America/Montevideo'

/** The operator of the trial city [design/accounts-19]. */
export const trialSettings: Partial<Settings> = {
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
  CompanyName: 'Remis Montevideo',
  CompanyWebsite: 'https://remis.example',
  contact_email: 'office@remis.example',
  AllowCriticalEditsAdmin: true,
}

export const trialCancelReasons: readonly NewCancelReason[] = [
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
