import { z } from 'zod'
import { appCategories } from '../booking/variant.ts'
import { endpoint } from '../kit/endpoint.ts'
import { cancelReasonRoles } from './cancel-reason.ts'
import { backofficeRoutes } from './backoffice-routes.ts'

/** The settings that a page may read without a session [settings-2], and from `timezone` on fields of Remis. */
export const publicSettings = z.object({
  appName: z.string(),
  CompanyName: z.string(),
  CompanyWebsite: z.string(),
  CompanyTerms: z.string(),
  FacebookHandle: z.string(),
  TwitterHandle: z.string(),
  InstagramHandle: z.string(),
  AppleStoreLink: z.string(),
  PlayStoreLink: z.string(),
  country: z.string(),
  restrictCountry: z.string(),
  decimal: z.int(),
  convert_to_mile: z.boolean(),
  otp_secure: z.boolean(),
  email_verify: z.boolean(),
  driver_approval: z.boolean(),
  driverRadius: z.number(),
  autoDispatch: z.boolean(),
  /** a booking for later is at most this many days ahead */
  bookLaterDays: z.number(),
  /** the privacy policy names it [design/privacy-36] */
  chatRetentionDays: z.number(),
  AllowCriticalEditsAdmin: z.boolean(),
  FacebookLoginEnabled: z.boolean(),
  MobileLoginEnabled: z.boolean(),
  AllowCountrySelection: z.boolean(),
  bank_fields: z.boolean(),
  RiderWithDraw: z.boolean(),
  CarHornRepeat: z.boolean(),
  contact_email: z.string(),
  taxNumber: z.string(),
  code: z.string(),
  symbol: z.string(),
  swipe_symbol: z.boolean(),
  timezone: z.string(),
  /** what the courier's screen asks for [design/delivery-22] */
  AllowDeliveryPickupImageCapture: z.boolean(),
  AllowFinalDeliveryImageCapture: z.boolean(),
  deliveryCodeNeeded: z.boolean(),
  appcat: z.enum(appCategories),
  /** rule for new passwords [accounts-41] */
  passwordPolicy: z.enum(['alphanumeric', 'any', 'complex']),
  /** How many times faster than real time the trial city runs; 1 elsewhere. */
  speed: z.number(),
  map: z.object({
    center: z.object({ lat: z.number(), lng: z.number() }),
    bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    attribution: z.string(),
    date: z.string(),
    /**
     * Google draws the maps [design/maps-97]; `orEmbedded`: the embedded map may take its place. Null: the embedded map
     * is drawn.
     */
    google: z.object({ orEmbedded: z.boolean() }).nullable(),
    /** the search that its suggestions have to name [design/maps-96] */
    placesBy: z.enum(['google']).nullable(),
  }),
  /** Shown on the login page while trial data is present, empty otherwise. */
  trialAccounts: z.array(z.object({ label: z.string(), role: z.string(), email: z.string(), password: z.string() })),
})
export type PublicSettings = z.output<typeof publicSettings>

export const language = z.object({
  id: z.string(),
  langName: z.string(),
  langLocale: z.string(),
  dateLocale: z.string(),
  /** version of the texts that the operator changed (`/texts/:code/:version`); null: all are the built-in ones */
  changes: z.string().nullable(),
  /** every text by key; for admins alone */
  keyValuePairs: z.record(z.string(), z.string()).optional(),
  default: z.boolean(),
  createdAt: z.string(),
})
export type Language = z.output<typeof language>

export const backofficeApi = {
  settings: endpoint(backofficeRoutes.settings, {
    summary: 'Settings that every page needs',
    relation: 'none',
    rate: 'read',
    reply: publicSettings,
  }),
  languages: endpoint(backofficeRoutes.languages, {
    summary: 'The languages of the interface; for admins with their texts',
    relation: 'none',
    rate: 'read',
    reply: z.object({ rows: z.array(language) }),
  }),
  offeredLanguages: endpoint(backofficeRoutes.offeredLanguages, {
    summary: 'The languages of the interface without their texts, as pages need them',
    relation: 'none',
    rate: 'read',
    reply: z.object({ rows: z.array(language.omit({ keyValuePairs: true })) }),
  }),
  cancelReasons: endpoint(backofficeRoutes.cancelReasons, {
    summary: 'The cancellation reasons with label, value (position), stable id and the roles that may choose them',
    relation: 'none',
    rate: 'read',
    reply: z.object({
      rows: z.array(
        z.object({ id: z.string(), label: z.string(), value: z.int(), roles: z.array(z.enum(cancelReasonRoles)) }),
      ),
    }),
  }),
}
