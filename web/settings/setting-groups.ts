import type { Settings } from '@remis/domain/backoffice/settings'

/** How a setting is entered. Numbers are typed; what is not a number of 0 or more becomes empty [settings-7]. */
export type SettingKind =
  | 'text'
  | 'email'
  | 'secret'
  | 'number'
  | 'money'
  | 'switch'
  | 'currency'
  | 'zone'
  | 'country'
  | 'country-code'
  | 'policy'

export interface SettingField {
  readonly name: keyof Settings
  readonly kind: SettingKind
  /** the form is not saved without it [settings-6] */
  readonly required?: true
  /** characters */
  readonly most?: number
  /** of a number: shown in the field */
  readonly unit?: 'distance' | 'minute' | 'second' | 'day' | 'percent'
  /** only where this is carried [settings-4] */
  readonly only?: 'taxi' | 'delivery'
}

export interface SettingGroup {
  readonly id: string
  readonly fields: readonly SettingField[]
}

/** The groups of `/settings` in their order [settings-3]. */
export const settingGroups = [
  {
    id: 'general',
    fields: [
      { name: 'timezone', kind: 'zone' },
      { name: 'country', kind: 'country' },
      { name: 'convert_to_mile', kind: 'switch' },
      { name: 'panic', kind: 'text', most: 40, only: 'taxi' },
      { name: 'askOnUnusualTrip', kind: 'switch', only: 'taxi' },
      { name: 'trackDays', kind: 'number', unit: 'day' },
      { name: 'chatRetentionDays', kind: 'number', unit: 'day' },
      { name: 'license', kind: 'secret', most: 200 },
      { name: 'followBrowserLanguage', kind: 'switch' },
    ],
  },
  {
    id: 'money',
    fields: [
      { name: 'symbol', kind: 'text', required: true, most: 8 },
      { name: 'swipe_symbol', kind: 'switch' },
      { name: 'code', kind: 'currency', required: true },
      { name: 'decimal', kind: 'number' },
      { name: 'bonus', kind: 'money' },
      { name: 'holdQuoteWithin', kind: 'number', unit: 'percent' },
      { name: 'guaranteeCancelFee', kind: 'switch' },
    ],
  },
  {
    id: 'booking',
    fields: [
      { name: 'autoDispatch', kind: 'switch' },
      { name: 'dispatchPolicy', kind: 'policy' },
      { name: 'driverRadius', kind: 'number', unit: 'distance' },
      { name: 'positionFreshSeconds', kind: 'number', unit: 'second' },
      { name: 'searchMinutes', kind: 'number', unit: 'minute' },
      { name: 'rebookAfterDriverCancel', kind: 'switch' },
      { name: 'otp_secure', kind: 'switch' },
      { name: 'AllowCalls', kind: 'switch' },
      { name: 'openBookings', kind: 'number' },
      { name: 'bookLaterDays', kind: 'number', unit: 'day' },
      { name: 'releaseMinutes', kind: 'number', unit: 'minute' },
    ],
  },
  {
    id: 'signin',
    fields: [
      { name: 'email_verify', kind: 'switch' },
      { name: 'MobileLoginEnabled', kind: 'switch' },
      { name: 'AllowCountrySelection', kind: 'switch' },
      { name: 'FacebookLoginEnabled', kind: 'switch' },
      { name: 'adminTwoFactor', kind: 'switch' },
      { name: 'phoneBeforeFirstBooking', kind: 'switch' },
    ],
  },
  {
    id: 'drivers',
    fields: [
      { name: 'driver_approval', kind: 'switch' },
      { name: 'CarHornRepeat', kind: 'switch' },
      { name: 'offlineMinutes', kind: 'number', unit: 'minute' },
      { name: 'pauseExpiredDrivers', kind: 'switch' },
    ],
  },
  {
    id: 'delivery',
    fields: [
      { name: 'AllowDeliveryPickupImageCapture', kind: 'switch', only: 'delivery' },
      { name: 'AllowFinalDeliveryImageCapture', kind: 'switch', only: 'delivery' },
      { name: 'deliveryCodeNeeded', kind: 'switch', only: 'delivery' },
      { name: 'returnPercent', kind: 'number', unit: 'percent', only: 'delivery' },
      { name: 'receiverLinkSms', kind: 'switch', only: 'delivery' },
    ],
  },
  { id: 'maps', fields: [{ name: 'restrictCountry', kind: 'country-code' }] },
  { id: 'mail', fields: [] },
  {
    id: 'payments',
    fields: [
      { name: 'RiderWithDraw', kind: 'switch' },
      { name: 'bank_fields', kind: 'switch' },
      { name: 'minWithdrawal', kind: 'money' },
      { name: 'riderDebtLimit', kind: 'money' },
      { name: 'debtInCashLimit', kind: 'money' },
      { name: 'negativeBalance', kind: 'switch' },
      { name: 'driverDebtLimit', kind: 'money' },
      { name: 'payoutIban', kind: 'text', most: 42 },
      { name: 'payoutBic', kind: 'text', most: 11 },
      { name: 'creditLimit', kind: 'money' },
      { name: 'creditApprovalAbove', kind: 'money' },
    ],
  },
  { id: 'demo', fields: [{ name: 'AllowCriticalEditsAdmin', kind: 'switch' }] },
] as const satisfies readonly SettingGroup[]

/** The groups of `/appinfo` [settings-5]. */
export const appInfoGroups = [
  {
    id: 'company',
    fields: [
      { name: 'appName', kind: 'text', required: true, most: 80 },
      { name: 'CompanyName', kind: 'text', required: true, most: 120 },
      { name: 'CompanyWebsite', kind: 'text', required: true, most: 300 },
      { name: 'CompanyTerms', kind: 'text', required: true, most: 300 },
      { name: 'contact_email', kind: 'email', most: 254 },
      { name: 'taxNumber', kind: 'text', most: 40 },
    ],
  },
  {
    id: 'social',
    fields: [
      { name: 'FacebookHandle', kind: 'text', most: 200 },
      { name: 'TwitterHandle', kind: 'text', most: 200 },
      { name: 'InstagramHandle', kind: 'text', most: 200 },
    ],
  },
  {
    id: 'stores',
    fields: [
      { name: 'AppleStoreLink', kind: 'text', most: 300 },
      { name: 'PlayStoreLink', kind: 'text', most: 300 },
    ],
  },
] as const satisfies readonly SettingGroup[]

export type GroupId = (typeof settingGroups)[number]['id'] | (typeof appInfoGroups)[number]['id']

/**
 * The groups with their fields in this variant of the app; a group that has fields in the other one alone is left out.
 */
export const groupsIn = <Group extends SettingGroup>(
  groups: readonly Group[],
  appcat: 'taxi' | 'delivery',
): readonly (SettingGroup & { readonly id: Group['id'] })[] =>
  groups.flatMap((group) => {
    const fields = (group.fields as readonly SettingField[]).filter(({ only }) => only === undefined || only === appcat)
    return fields.length === 0 && group.fields.length > 0 ? [] : [{ id: group.id as Group['id'], fields }]
  })
