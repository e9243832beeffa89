import type { Fault } from '../kit/check.ts'
import { exponentOf } from '../kit/currency.ts'
import { isAmount } from '../kit/money.ts'
import { isBic, isIban } from '../wallet/iban.ts'
import { defaultSettings, type Settings } from './settings.ts'
import type { SettingsPatch } from './settings-api.ts'

export interface SettingsContext {
  readonly current: Settings
  /** there are bookings or ledger entries, which are in the current currency [design/money-3] */
  readonly codeFixed: boolean
}

type Given = Partial<Settings>
type Checked = { readonly fault: Fault } | { readonly settings: Given }
type NumberSetting = { [K in keyof Settings]: Settings[K] extends number ? K : never }[keyof Settings]

/** A number of 0 or more; anything else becomes empty (null) [settings-7]. */
export const numberOrEmpty = (value: number | string | null): number | null => {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return null
  const number = Number(value)
  return Number.isFinite(number) && number >= 0 ? number : null
}

/** The allowed range of each number [design/accounts-23]; `whole` where a fraction has no meaning. */
const ranges: Readonly<Record<NumberSetting, { least: number; most: number; whole: boolean }>> = {
  decimal: { least: 0, most: 4, whole: true },
  bonus: { least: 0, most: 1e9, whole: false },
  driverRadius: { least: 0, most: 1000, whole: false },
  searchMinutes: { least: 1, most: 240, whole: true },
  positionFreshSeconds: { least: 5, most: 3600, whole: true },
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

/** Must not be empty when they are in the change: symbol and code of the settings, the others of the app info [settings-6]. */
const required = ['symbol', 'code', 'appName', 'CompanyName', 'CompanyWebsite', 'CompanyTerms'] as const
const links = ['CompanyWebsite', 'CompanyTerms', 'AppleStoreLink', 'PlayStoreLink'] as const
const handles = ['FacebookHandle', 'TwitterHandle', 'InstagramHandle'] as const

/**
 * The settings that a change stores, or its first fault, in this order: bonus [settings-8], numbers, required fields,
 * currency, the bonus's decimals, texts. An empty driverRadius becomes the default of 10 [dispatch-3]. Texts are trimmed.
 */
export const checkSettings = (patch: SettingsPatch, { current, codeFixed }: SettingsContext): Checked => {
  const read = readNumbers(patch)
  if ('fault' in read) return read
  const settings: Given = { ...trimmed(patch), ...read.settings }
  const fault =
    checkRequired(settings) ??
    checkCurrency({ ...current, ...settings }, current, codeFixed) ??
    checkBonus(settings, { ...current, ...settings }) ??
    checkTexts(settings)
  return fault === null ? { settings } : { fault }
}

const readNumbers = (patch: SettingsPatch): Checked => {
  if (patch.bonus !== undefined && numberOrEmpty(patch.bonus) === null)
    return { fault: { key: 'proper_bonus', field: 'bonus' } }
  const settings: { -readonly [K in NumberSetting]?: number } = {}
  for (const name of numbers) {
    const given = patch[name]
    if (given === undefined) continue
    const value = numberOrEmpty(given) ?? (name === 'driverRadius' ? defaultSettings.driverRadius : null)
    if (value === null) return { fault: { key: 'settings_number', field: name } }
    const { least, most, whole } = ranges[name]
    if (value < least || value > most || (whole && !Number.isInteger(value)))
      return { fault: { key: name === 'decimal' ? 'decimal_too_many' : 'settings_invalid', field: name } }
    settings[name] = value
  }
  return { settings }
}

const trimmed = (patch: SettingsPatch): Given =>
  Object.fromEntries(
    Object.entries(patch)
      .filter(([name, value]) => value !== undefined && !(numbers as string[]).includes(name))
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  )

const checkRequired = (settings: Given): Fault | null => {
  const missing = required.find((name) => settings[name] === '')
  return missing === undefined ? null : { key: 'settings_required', field: missing }
}

const checkCurrency = (next: Settings, current: Settings, codeFixed: boolean): Fault | null => {
  if (next.code !== current.code) {
    if (!/^[A-Z]{3}$/.test(next.code)) return { key: 'currency_unknown', field: 'code' }
    if (codeFixed) return { key: 'currency_code_fixed', field: 'code' }
  }
  return next.decimal > exponentOf(next.code) ? { key: 'decimal_too_many', field: 'decimal' } : null
}

/** The bonus is posted as it is, so it has the decimals of amounts [design/money-2]. */
const checkBonus = ({ bonus }: Given, { code, decimal }: Settings): Fault | null =>
  bonus === undefined || isAmount(bonus, { decimal, exponent: exponentOf(code) })
    ? null
    : { key: 'proper_bonus', field: 'bonus' }

const isLink = (text: string) => text === '' || /^https?:\/\/[^\s/]+\S*$/i.test(text)
export const isTimeZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const checkTexts = (settings: Given): Fault | null => {
  if (settings.timezone !== undefined && !isTimeZone(settings.timezone))
    return { key: 'time_zone_unknown', field: 'timezone' }
  const { contact_email: email, restrictCountry: country, panic } = settings
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return { key: 'proper_email', field: 'contact_email' }
  if (country && !/^[A-Z]{2}$/.test(country)) return { key: 'settings_invalid', field: 'restrictCountry' }
  if (panic && !/^[+\d][\d\s()-]*$/.test(panic)) return { key: 'settings_invalid', field: 'panic' }
  if (settings.payoutIban && !isIban(settings.payoutIban)) return { key: 'settings_invalid', field: 'payoutIban' }
  if (settings.payoutBic && !isBic(settings.payoutBic)) return { key: 'settings_invalid', field: 'payoutBic' }
  // Pages show these as links, so only web addresses are accepted: `javascript:` would run.
  const link = links.find((name) => !isLink(settings[name] ?? ''))
  const handle = handles.find((name) => (settings[name] ?? '').includes(':') && !isLink(settings[name] ?? ''))
  const field = link ?? handle
  return field === undefined ? null : { key: 'settings_invalid', field }
}
