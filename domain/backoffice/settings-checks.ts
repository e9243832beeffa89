import type { Fault, Faults } from '../kit/check.ts'
import { exponentOf } from '../kit/currency.ts'
import { isAmount } from '../kit/money.ts'
import { isBic, isIban } from '../wallet/iban.ts'
import { defaultSettings, type Settings } from './settings.ts'
import type { SettingsPatch } from './settings-api.ts'
import { isTimeZone } from './time-zones.ts'

export interface SettingsContext {
  readonly current: Settings
  /** there are bookings or ledger entries, which are in the current currency [design/money-3] */
  readonly codeFixed: boolean
}

type Given = Partial<Settings>
type Checked = { readonly faults: Faults } | { readonly settings: Given }
type NumberSetting = { [K in keyof Settings]: Settings[K] extends number ? K : never }[keyof Settings]

/** A number of 0 or more; anything else becomes empty (null) [settings-7]. */
export const numberOrEmpty = (value: number | string | null): number | null => {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return null
  const number = Number(value)
  return Number.isFinite(number) && number >= 0 ? number : null
}

/** The allowed range of each number [design/settings-11]; `whole` where a fraction has no meaning. */
const ranges: Readonly<Record<NumberSetting, { least: number; most: number; whole: boolean }>> = {
  decimal: { least: 0, most: 4, whole: true },
  bonus: { least: 0, most: 1e9, whole: false },
  driverRadius: { least: 0, most: 1000, whole: false },
  searchMinutes: { least: 1, most: 240, whole: true },
  // a standing car repeats its position every 15 s [design/tracking-55]
  positionFreshSeconds: { least: 20, most: 3600, whole: true },
  releaseMinutes: { least: 0, most: 1440, whole: true },
  offlineMinutes: { least: 1, most: 1440, whole: true },
  holdQuoteWithin: { least: 0, most: 100, whole: false },
  riderDebtLimit: { least: 0, most: 1e9, whole: false },
  debtInCashLimit: { least: 0, most: 1e9, whole: false },
  driverDebtLimit: { least: 0, most: 1e9, whole: false },
  minWithdrawal: { least: 0, most: 1e9, whole: false },
  openBookings: { least: 0, most: 1000, whole: true },
  bookLaterDays: { least: 1, most: 366, whole: true },
  trackDays: { least: 1, most: 3650, whole: true },
  creditLimit: { least: 0, most: 1e9, whole: false },
  creditApprovalAbove: { least: 0, most: 1e9, whole: false },
  returnPercent: { least: 0, most: 100, whole: false },
  chatRetentionDays: { least: 1, most: 3650, whole: true },
}
const numbers = Object.keys(ranges) as NumberSetting[]

/** The allowed range of a setting; undefined: it is no number. */
export const rangeOf = (name: string): { readonly least: number; readonly most: number } | undefined =>
  Object.hasOwn(ranges, name) ? ranges[name as NumberSetting] : undefined

/**
 * Must not be empty when they are in the change: symbol and code of the settings, the others of the app info
 * [settings-6].
 */
const required: readonly (keyof Settings)[] = [
  'symbol',
  'code',
  'appName',
  'CompanyName',
  'CompanyWebsite',
  'CompanyTerms',
]

/** Whether a change of this setting may make it empty. */
export const mayBeEmpty = (name: keyof Settings): boolean => !required.includes(name)

const links = ['CompanyWebsite', 'CompanyTerms', 'AppleStoreLink', 'PlayStoreLink'] as const
const handles = ['FacebookHandle', 'TwitterHandle', 'InstagramHandle'] as const

/**
 * The settings that a change stores, or its faults, the first one of each field, in this order: bonus [settings-8],
 * numbers, required fields, currency, the bonus's decimals, texts. An empty driverRadius becomes the default of 10
 * [dispatch-3]. Texts are trimmed.
 */
export const checkSettings = (patch: SettingsPatch, { current, codeFixed }: SettingsContext): Checked => {
  const read = readNumbers(patch)
  const settings: Given = { ...trimmed(patch), ...read.settings }
  const next = { ...current, ...settings }
  const found = [
    ...read.faults,
    ...checkRequired(settings),
    ...checkCurrency(next, current, codeFixed),
    ...checkBonus(settings, next),
    ...checkTexts(settings, current),
  ]
  const [first, ...others] = found.filter(({ field }, at) => found.findIndex((one) => one.field === field) === at)
  return first === undefined ? { settings } : { faults: [first, ...others] }
}

const readNumbers = (patch: SettingsPatch): { readonly faults: readonly Fault[]; readonly settings: Given } => {
  const faults: Fault[] = []
  const settings: { -readonly [K in NumberSetting]?: number } = {}
  if (patch.bonus !== undefined && numberOrEmpty(patch.bonus) === null)
    faults.push({ key: 'proper_bonus', field: 'bonus' })
  for (const name of numbers) {
    const given = patch[name]
    if (given === undefined) continue
    const value = numberOrEmpty(given) ?? (name === 'driverRadius' ? defaultSettings.driverRadius : null)
    const key = numberFault(name, value)
    if (key !== null) faults.push({ key, field: name })
    else if (value !== null) settings[name] = value
  }
  return { faults, settings }
}

const numberFault = (name: NumberSetting, value: number | null): Fault['key'] | null => {
  if (value === null) return 'settings_number'
  const { least, most, whole } = ranges[name]
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return null
  return name === 'decimal' ? 'decimal_too_many' : 'settings_invalid'
}

const trimmed = (patch: SettingsPatch): Given =>
  Object.fromEntries(
    Object.entries(patch)
      .filter(([name, value]) => value !== undefined && !(numbers as string[]).includes(name))
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  )

const checkRequired = (settings: Given): readonly Fault[] =>
  required.filter((name) => settings[name] === '').map((field) => ({ key: 'settings_required', field }))

const checkCurrency = (next: Settings, current: Settings, codeFixed: boolean): readonly Fault[] => {
  if (next.code !== current.code) {
    if (!/^[A-Z]{3}$/.test(next.code)) return [{ key: 'currency_unknown', field: 'code' }]
    if (codeFixed) return [{ key: 'currency_code_fixed', field: 'code' }]
  }
  return next.decimal > exponentOf(next.code) ? [{ key: 'decimal_too_many', field: 'decimal' }] : []
}

/** The bonus is posted as it is, so it has the decimals of amounts [design/money-2], also where these change. */
const checkBonus = (given: Given, { bonus, code, decimal }: Settings): readonly Fault[] =>
  (given.bonus ?? given.decimal ?? given.code) === undefined || isAmount(bonus, { decimal, exponent: exponentOf(code) })
    ? []
    : [{ key: 'decimal_too_many', field: 'bonus' }]

const isLink = (text: string) => text === '' || /^https?:\/\/[^\s/]+\S*$/i.test(text)

const checkTexts = (settings: Given, current: Settings): readonly Fault[] => {
  const { contact_email: email, restrictCountry: country, panic } = settings
  const faults: Fault[] = []
  const invalid = (field: keyof Settings) => faults.push({ key: 'settings_invalid', field })
  const { timezone = current.timezone } = settings
  if (timezone !== current.timezone && !isTimeZone(timezone))
    faults.push({ key: 'time_zone_unknown', field: 'timezone' })
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) faults.push({ key: 'proper_email', field: 'contact_email' })
  if (country && !/^[A-Z]{2}$/.test(country)) invalid('restrictCountry')
  if (panic && !/^[+\d][\d\s()-]*$/.test(panic)) invalid('panic')
  if (settings.payoutIban && !isIban(settings.payoutIban)) invalid('payoutIban')
  if (settings.payoutBic && !isBic(settings.payoutBic)) invalid('payoutBic')
  // Pages show these as links, so only web addresses are accepted: `javascript:` would run.
  links.filter((name) => !isLink(settings[name] ?? '')).forEach(invalid)
  handles.filter((name) => (settings[name] ?? '').includes(':') && !isLink(settings[name] ?? '')).forEach(invalid)
  return faults
}
