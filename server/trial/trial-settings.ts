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

export const trialCancelReasons: readonly string[] = [
  'The wait is too long',
  'My plans changed',
  'Wrong pickup',
  'Booked by mistake',
  'The driver asked me to cancel',
  'Rider no-show',
  'Car trouble',
  'Other',
]
