/** The settings of the installation [settings-1]; from `timezone` on those that Remis adds. */
export interface Settings {
  readonly appName: string
  readonly symbol: string
  /** ISO 4217 */
  readonly code: string
  /** decimals that amounts are rounded to and shown with, at most the currency's exponent [design/money-2] */
  readonly decimal: number
  readonly swipe_symbol: boolean
  readonly otp_secure: boolean
  readonly driver_approval: boolean
  readonly email_verify: boolean
  readonly bonus: number
  readonly license: string
  readonly country: string
  /** ISO 3166 alpha-2; empty: no restriction */
  readonly restrictCountry: string
  readonly AllowCountrySelection: boolean
  readonly autoDispatch: boolean
  readonly CarHornRepeat: boolean
  readonly convert_to_mile: boolean
  readonly AllowDeliveryPickupImageCapture: boolean
  readonly AllowFinalDeliveryImageCapture: boolean
  readonly RiderWithDraw: boolean
  /** km, or miles with convert_to_mile */
  readonly driverRadius: number
  readonly negativeBalance: boolean
  readonly bank_fields: boolean
  readonly panic: string
  readonly AllowCriticalEditsAdmin: boolean
  readonly CompanyName: string
  readonly CompanyWebsite: string
  readonly CompanyTerms: string
  readonly contact_email: string
  readonly FacebookHandle: string
  readonly TwitterHandle: string
  readonly InstagramHandle: string
  readonly AppleStoreLink: string
  readonly PlayStoreLink: string
  readonly FacebookLoginEnabled: boolean
  readonly MobileLoginEnabled: boolean
  /** IANA zone of the operator: its days and wall-clock times [design/accounts-23] */
  readonly timezone: string
  /** how long one search for drivers lasts [design/dispatch-8] */
  readonly searchMinutes: number
  /** older positions do not count as a location, seconds [design/dispatch-2] */
  readonly positionFreshSeconds: number
  /** a booking for later is dispatched this many minutes before its time [design/dispatch-23] */
  readonly releaseMinutes: number
  /** which drivers get an offer first: the soonest at the pickup, or all in range at once [design/dispatch-9] */
  readonly dispatchPolicy: 'waves' | 'all-at-once'
  /** set offline after this long without a position [design/dispatch-26] */
  readonly offlineMinutes: number
  /** a driver's cancel books the ride again at the same price [design/moves-36] */
  readonly rebookAfterDriverCancel: boolean
  /** percent; the quote is charged when the final fare is within it, in either direction; 0: never [design/moves-67] */
  readonly holdQuoteWithin: number
  /** the driver gets a cancellation fee at once, also the part that the rider has not paid [design/money-34] */
  readonly guaranteeCancelFee: boolean
  /** major units; a rider who owes more pays it before the next booking [design/money-22] */
  readonly riderDebtLimit: number
  /**
   * most debts that a rider may pay to the driver in cash with the next ride, major units; 0: none [design/money-70]
   */
  readonly debtInCashLimit: number
  /** major units; without `negativeBalance`, a driver who owes more gets no offers [design/money-22] */
  readonly driverDebtLimit: number
  /** major units; 0: no least amount */
  readonly minWithdrawal: number
  /** open bookings that a rider may have at a time; 0: no limit */
  readonly openBookings: number
  /** a booking for later is at most this many days ahead */
  readonly bookLaterDays: number
  /** points of a trip's track are deleted after this many days [design/tracking-12] */
  readonly trackDays: number
  /** admins sign in with a second step; on in a new production installation [design/accounts-69] */
  readonly adminTwoFactor: boolean
  /** a rider confirms their own phone by a code before the first booking [design/accounts-96] */
  readonly phoneBeforeFirstBooking: boolean
  /**
   * a first visit starts in a language of the browser that is offered; off: in the default one [design/languages-13]
   */
  readonly followBrowserLanguage: boolean
  /** a driver with an expired required document gets no new trips [design/documents-10] */
  readonly pauseExpiredDrivers: boolean
  /** IBAN that bank files pay withdrawals from [design/money-52] */
  readonly payoutIban: string
  /** BIC of its bank; empty: the IBAN is enough */
  readonly payoutBic: string
  /** major units; the most that an admin credits at once; 0: no limit [design/money-54] */
  readonly creditLimit: number
  /** major units; a credit above it needs a second admin; 0: none does [design/money-54] */
  readonly creditApprovalAbove: number
  /** of the company, on receipts and statements; empty: none */
  readonly taxNumber: string
  /** a delivery ends only with the receiver's code [design/delivery-27] */
  readonly deliveryCodeNeeded: boolean
  /** what bringing a parcel back costs its sender, percent of the quote [design/delivery-32] */
  readonly returnPercent: number
  /** the receiver of a delivery gets the link by SMS when a courier accepts [design/delivery-50] */
  readonly receiverLinkSms: boolean
  /** rider and driver of a trip see each other's number; off: they write in the chat [design/chat-12] */
  readonly AllowCalls: boolean
  /** a chat is deleted this many days after its trip [design/chat-10] */
  readonly chatRetentionDays: number
  /** riders are asked whether all is well when a trip looks unusual [design/safety-20] */
  readonly askOnUnusualTrip: boolean
}

export const defaultSettings: Settings = {
  appName: 'Remis',
  symbol: '$',
  code: 'USD',
  decimal: 2,
  swipe_symbol: false,
  otp_secure: true,
  driver_approval: true,
  email_verify: false,
  bonus: 0,
  license: '',
  country: '',
  restrictCountry: '',
  AllowCountrySelection: true,
  autoDispatch: true,
  CarHornRepeat: false,
  convert_to_mile: false,
  AllowDeliveryPickupImageCapture: false,
  AllowFinalDeliveryImageCapture: false,
  RiderWithDraw: false,
  driverRadius: 10, // [dispatch-3]
  negativeBalance: true,
  bank_fields: false,
  panic: '',
  AllowCriticalEditsAdmin: true,
  CompanyName: '',
  CompanyWebsite: '',
  CompanyTerms: '',
  contact_email: '',
  FacebookHandle: '',
  TwitterHandle: '',
  InstagramHandle: '',
  AppleStoreLink: '',
  PlayStoreLink: '',
  FacebookLoginEnabled: false,
  MobileLoginEnabled: false,
  timezone: 'UTC',
  searchMinutes: 10,
  positionFreshSeconds: 60,
  releaseMinutes: 20,
  dispatchPolicy: 'waves',
  offlineMinutes: 15,
  rebookAfterDriverCancel: true,
  holdQuoteWithin: 0,
  guaranteeCancelFee: false,
  riderDebtLimit: 0,
  debtInCashLimit: 0,
  driverDebtLimit: 0,
  minWithdrawal: 0,
  openBookings: 3,
  bookLaterDays: 90,
  trackDays: 30,
  adminTwoFactor: false,
  phoneBeforeFirstBooking: false,
  followBrowserLanguage: false,
  pauseExpiredDrivers: true,
  payoutIban: '',
  payoutBic: '',
  creditLimit: 0,
  creditApprovalAbove: 0,
  taxNumber: '',
  deliveryCodeNeeded: false,
  returnPercent: 50,
  receiverLinkSms: false,
  AllowCalls: true,
  chatRetentionDays: 90,
  askOnUnusualTrip: true,
}
