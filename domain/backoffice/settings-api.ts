import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { page, pageQuery } from '../kit/list.ts'
import { lineText, text } from '../kit/schema.ts'
import { settingsRoutes } from './backoffice-routes.ts'
import { defaultSettings, dispatchPolicyNames, type Settings } from './settings.ts'
import { checklistItems } from './settings-checklist.ts'

/** A form may send text or nothing here [settings-7]; `checkSettings` reads it. */
const numberField = z.union([z.number(), text(40), z.null()])
const flag = z.boolean()
const dispatchPolicy = z.enum(dispatchPolicyNames)

/** Every setting [settings-1]. Bounds size and type only: `checkSettings` checks the content. */
export const settingsPatch = z
  .strictObject({
    appName: lineText(80),
    symbol: lineText(8),
    code: text(8),
    decimal: numberField,
    swipe_symbol: flag,
    otp_secure: flag,
    driver_approval: flag,
    email_verify: flag,
    bonus: numberField,
    license: text(200),
    country: lineText(80),
    restrictCountry: text(2),
    AllowCountrySelection: flag,
    autoDispatch: flag,
    CarHornRepeat: flag,
    convert_to_mile: flag,
    AllowDeliveryPickupImageCapture: flag,
    AllowFinalDeliveryImageCapture: flag,
    RiderWithDraw: flag,
    driverRadius: numberField,
    negativeBalance: flag,
    bank_fields: flag,
    panic: text(40),
    AllowCriticalEditsAdmin: flag,
    CompanyName: lineText(120),
    CompanyWebsite: text(300),
    CompanyTerms: text(300),
    contact_email: text(254),
    FacebookHandle: text(200),
    TwitterHandle: text(200),
    InstagramHandle: text(200),
    AppleStoreLink: text(300),
    PlayStoreLink: text(300),
    FacebookLoginEnabled: flag,
    MobileLoginEnabled: flag,
    timezone: text(60),
    searchMinutes: numberField,
    positionFreshSeconds: numberField,
    releaseMinutes: numberField,
    dispatchPolicy: dispatchPolicy,
    offlineMinutes: numberField,
    rebookAfterDriverCancel: flag,
    holdQuoteWithin: numberField,
    guaranteeCancelFee: flag,
    riderDebtLimit: numberField,
    debtInCashLimit: numberField,
    driverDebtLimit: numberField,
    minWithdrawal: numberField,
    openBookings: numberField,
    bookLaterDays: numberField,
    trackDays: numberField,
    adminTwoFactor: flag,
    phoneBeforeFirstBooking: flag,
    followBrowserLanguage: flag,
    pauseExpiredDrivers: flag,
    payoutIban: text(42),
    payoutBic: text(11),
    creditLimit: numberField,
    creditApprovalAbove: numberField,
    taxNumber: lineText(40),
    deliveryCodeNeeded: flag,
    returnPercent: numberField,
    receiverLinkSms: flag,
    AllowCalls: flag,
    chatRetentionDays: numberField,
    askOnUnusualTrip: flag,
  } satisfies Record<keyof Settings, z.ZodType>)
  .partial()
export type SettingsPatch = z.output<typeof settingsPatch>

const shown = { string: z.string(), number: z.number(), boolean: flag }
const shownFields = Object.fromEntries(
  Object.entries(defaultSettings).map(([name, value]) => [name, shown[typeof value as keyof typeof shown]]),
) as unknown as { readonly [Name in keyof Settings]: z.ZodType<Settings[Name]> }

/** Every setting as stored; admins only. */
export const allSettings = z.object({ ...shownFields, dispatchPolicy })

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
