import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { page, pageQuery } from '../kit/list.ts'
import { lineText, text } from '../kit/schema.ts'
import { settingsRoutes } from './backoffice-routes.ts'
import { checklistItems } from './settings-checklist.ts'

/** A form may send text or nothing here [settings-7]; `checkSettings` reads it. */
const numberField = z.union([z.number(), text(40), z.null()])
const flag = z.boolean()
const dispatchPolicy = z.enum(['waves', 'all-at-once'])

/** Every setting [settings-1]. Bounds size and type only: `checkSettings` checks the content. */
export const settingsPatch = z.strictObject({
  appName: lineText(80).optional(),
  symbol: lineText(8).optional(),
  code: text(8).optional(),
  decimal: numberField.optional(),
  swipe_symbol: flag.optional(),
  otp_secure: flag.optional(),
  driver_approval: flag.optional(),
  email_verify: flag.optional(),
  bonus: numberField.optional(),
  license: text(200).optional(),
  country: lineText(80).optional(),
  restrictCountry: text(2).optional(),
  AllowCountrySelection: flag.optional(),
  autoDispatch: flag.optional(),
  CarHornRepeat: flag.optional(),
  convert_to_mile: flag.optional(),
  AllowDeliveryPickupImageCapture: flag.optional(),
  AllowFinalDeliveryImageCapture: flag.optional(),
  RiderWithDraw: flag.optional(),
  driverRadius: numberField.optional(),
  negativeBalance: flag.optional(),
  bank_fields: flag.optional(),
  panic: text(40).optional(),
  AllowCriticalEditsAdmin: flag.optional(),
  CompanyName: lineText(120).optional(),
  CompanyWebsite: text(300).optional(),
  CompanyTerms: text(300).optional(),
  contact_email: text(254).optional(),
  FacebookHandle: text(200).optional(),
  TwitterHandle: text(200).optional(),
  InstagramHandle: text(200).optional(),
  AppleStoreLink: text(300).optional(),
  PlayStoreLink: text(300).optional(),
  FacebookLoginEnabled: flag.optional(),
  MobileLoginEnabled: flag.optional(),
  timezone: text(60).optional(),
  searchMinutes: numberField.optional(),
  positionFreshSeconds: numberField.optional(),
  releaseMinutes: numberField.optional(),
  dispatchPolicy: dispatchPolicy.optional(),
  offlineMinutes: numberField.optional(),
  rebookAfterDriverCancel: flag.optional(),
  holdQuoteWithin: numberField.optional(),
  guaranteeCancelFee: flag.optional(),
  riderDebtLimit: numberField.optional(),
  debtInCashLimit: numberField.optional(),
  driverDebtLimit: numberField.optional(),
  minWithdrawal: numberField.optional(),
  openBookings: numberField.optional(),
  bookLaterDays: numberField.optional(),
  trackDays: numberField.optional(),
  adminTwoFactor: flag.optional(),
  phoneBeforeFirstBooking: flag.optional(),
  followBrowserLanguage: flag.optional(),
  pauseExpiredDrivers: flag.optional(),
  payoutIban: text(42).optional(),
  payoutBic: text(11).optional(),
  creditLimit: numberField.optional(),
  creditApprovalAbove: numberField.optional(),
  taxNumber: lineText(40).optional(),
  deliveryCodeNeeded: flag.optional(),
  returnPercent: numberField.optional(),
  receiverLinkSms: flag.optional(),
  AllowCalls: flag.optional(),
  chatRetentionDays: numberField.optional(),
  askOnUnusualTrip: flag.optional(),
})
export type SettingsPatch = z.output<typeof settingsPatch>

const shownNumber = z.number()

/** Every setting as stored; admins only. */
export const allSettings = z.object({
  appName: z.string(),
  symbol: z.string(),
  code: z.string(),
  decimal: shownNumber,
  swipe_symbol: flag,
  otp_secure: flag,
  driver_approval: flag,
  email_verify: flag,
  bonus: shownNumber,
  license: z.string(),
  country: z.string(),
  restrictCountry: z.string(),
  AllowCountrySelection: flag,
  autoDispatch: flag,
  CarHornRepeat: flag,
  convert_to_mile: flag,
  AllowDeliveryPickupImageCapture: flag,
  AllowFinalDeliveryImageCapture: flag,
  RiderWithDraw: flag,
  driverRadius: shownNumber,
  negativeBalance: flag,
  bank_fields: flag,
  panic: z.string(),
  AllowCriticalEditsAdmin: flag,
  CompanyName: z.string(),
  CompanyWebsite: z.string(),
  CompanyTerms: z.string(),
  contact_email: z.string(),
  FacebookHandle: z.string(),
  TwitterHandle: z.string(),
  InstagramHandle: z.string(),
  AppleStoreLink: z.string(),
  PlayStoreLink: z.string(),
  FacebookLoginEnabled: flag,
  MobileLoginEnabled: flag,
  timezone: z.string(),
  searchMinutes: shownNumber,
  positionFreshSeconds: shownNumber,
  releaseMinutes: shownNumber,
  dispatchPolicy: dispatchPolicy,
  offlineMinutes: shownNumber,
  rebookAfterDriverCancel: flag,
  holdQuoteWithin: shownNumber,
  guaranteeCancelFee: flag,
  riderDebtLimit: shownNumber,
  debtInCashLimit: shownNumber,
  driverDebtLimit: shownNumber,
  minWithdrawal: shownNumber,
  openBookings: shownNumber,
  bookLaterDays: shownNumber,
  trackDays: shownNumber,
  adminTwoFactor: flag,
  phoneBeforeFirstBooking: flag,
  followBrowserLanguage: flag,
  pauseExpiredDrivers: flag,
  payoutIban: z.string(),
  payoutBic: z.string(),
  creditLimit: shownNumber,
  creditApprovalAbove: shownNumber,
  taxNumber: z.string(),
  deliveryCodeNeeded: flag,
  returnPercent: shownNumber,
  receiverLinkSms: flag,
  AllowCalls: flag,
  chatRetentionDays: shownNumber,
  askOnUnusualTrip: z.boolean(),
})

const current = z.object({
  settings: allSettings,
  /** counts the changes; sent back with the next change, so that it does not overwrite one the admin has not seen */
  version: z.int(),
  /** the currency code can no longer change [design/money-3] */
  codeFixed: z.boolean(),
})

const shownValue = z.union([z.string(), z.number(), z.boolean()]).nullable()

/** One save: who changed what, when [design/settings-3]. */
const savedVersion = z.object({
  version: z.int(),
  /** ms since 1970 */
  at: z.number(),
  /** null: the system, or the operator on the server */
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** both values are null for the purchase code, which the history does not show */
  changes: z.array(z.object({ name: z.string(), from: shownValue, to: shownValue })),
})
export type SavedVersion = z.output<typeof savedVersion>

const checklistRow = z.object({
  item: z.enum(checklistItems),
  done: z.boolean(),
  /** no rider can book without it; the others are advice */
  needed: z.boolean(),
})

/** What does not fit the map in use [design/maps-101]. */
const mapProposal = z.object({
  /** name of the map */
  map: z.string(),
  /** ISO 3166 alpha-2; null: not known */
  country: z.string().nullable(),
  /** empty: everything fits */
  changes: z.array(z.object({ name: z.string(), from: shownValue, to: shownValue })),
  /** names of languages: the default one as it is and as it would be */
  language: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** names of languages to be offered besides */
  addedLanguages: z.array(z.string()),
  /** the currency stays `from` since there is money in it */
  lockedCurrency: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** sent back to accept exactly this */
  proposal: z.string(),
})
export type MapProposalView = z.output<typeof mapProposal>

export const settingsApi = {
  read: endpoint(settingsRoutes.read, {
    summary: 'Every setting of the installation, with its version',
    relation: 'by-role',
    rate: 'read',
    reply: current,
  }),
  change: endpoint(settingsRoutes.change, {
    summary: 'Changes the given settings; with a version: 409 when they were changed in the meantime',
    relation: 'by-role',
    rate: 'write',
    refusedInDemo: true,
    body: z.strictObject({ settings: settingsPatch, version: z.int().min(0).optional() }),
    reply: current,
  }),
  history: endpoint(settingsRoutes.history, {
    summary: 'The changes of the settings, newest first',
    relation: 'by-role',
    rate: 'read',
    query: pageQuery,
    reply: page(savedVersion),
  }),
  checklist: endpoint(settingsRoutes.checklist, {
    summary: 'What is set up and what is missing before riders can book',
    relation: 'by-role',
    rate: 'read',
    reply: z.object({ rows: z.array(checklistRow) }),
  }),
  map: endpoint(settingsRoutes.map, {
    summary: 'The settings that do not fit the map in use, as they are and as they would be',
    relation: 'by-role',
    rate: 'read',
    reply: mapProposal,
  }),
  acceptMap: endpoint(settingsRoutes.acceptMap, {
    summary: 'Sets what the proposal shows; 409 when it has become another one, nothing when all fits already',
    relation: 'by-role',
    rate: 'write',
    refusedInDemo: true,
    body: z.strictObject({ proposal: text(64) }),
    reply: mapProposal,
  }),
}
