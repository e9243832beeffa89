export const dispatchPolicyNames = ['waves', 'all-at-once'] as const

/** The settings of a new installation [settings-1]; from `timezone` on those that Remis adds. */
export const defaultSettings = {
  appName: 'Remis',
  symbol: '$',
  /** ISO 4217 */
  code: 'USD',
  /** decimals that amounts are rounded to and shown with, at most the currency's exponent [design/money-2] */
  decimal: 2,
  swipe_symbol: false,
  otp_secure: true,
  driver_approval: true,
  email_verify: false,
  bonus: 0,
  license: '',
  country: '',
  /** ISO 3166 alpha-2; empty: no restriction */
  restrictCountry: '',
  AllowCountrySelection: true,
  autoDispatch: true,
  CarHornRepeat: false,
  convert_to_mile: false,
  AllowDeliveryPickupImageCapture: false,
  AllowFinalDeliveryImageCapture: false,
  RiderWithDraw: false,
  /** km, or miles with convert_to_mile */
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
  /** IANA zone of the operator: its days and wall-clock times [design/settings-12] */
  timezone: 'UTC',
  /** how long one search for drivers lasts [design/dispatch-8] */
  searchMinutes: 10,
  /** older positions do not count as a location, seconds [design/dispatch-2] */
  positionFreshSeconds: 60,
  /** a booking for later is dispatched this many minutes before its time [design/dispatch-23] */
  releaseMinutes: 20,
  /** which drivers get an offer first: the soonest at the pickup, or all in range at once [design/dispatch-9] */
  dispatchPolicy: 'waves' as (typeof dispatchPolicyNames)[number],
  /** set offline after this long without a position [design/dispatch-26] */
  offlineMinutes: 15,
  /** a driver's cancel books the ride again at the same price [design/moves-36] */
  rebookAfterDriverCancel: true,
  /** percent; the quote is charged when the final fare is within it, in either direction; 0: never [design/moves-67] */
  holdQuoteWithin: 0,
  /** the driver gets a cancellation fee at once, also the part that the rider has not paid [design/money-34] */
  guaranteeCancelFee: false,
  /** major units; a rider who owes more pays it before the next booking [design/money-22] */
  riderDebtLimit: 0,
  /**
   * most debts that a rider may pay to the driver in cash with the next ride, major units; 0: none [design/money-70]
   */
  debtInCashLimit: 0,
  /** major units; without `negativeBalance`, a driver who owes more gets no offers [design/money-22] */
  driverDebtLimit: 0,
  /** major units; 0: no least amount */
  minWithdrawal: 0,
  /** open bookings that a rider may have at a time; 0: no limit */
  openBookings: 3,
  /** a booking for later is at most this many days ahead */
  bookLaterDays: 90,
  /** points of a trip's track are deleted after this many days [design/tracking-12] */
  trackDays: 30,
  /** admins sign in with a second step; on in a new production installation [design/accounts-69] */
  adminTwoFactor: false,
  /** a rider confirms their own phone by a code before the first booking [design/accounts-96] */
  phoneBeforeFirstBooking: false,
  /**
   * a first visit starts in a language of the browser that is offered; off: in the default one [design/languages-13]
   */
  followBrowserLanguage: false,
  /** a driver with an expired required document gets no new trips [design/documents-10] */
  pauseExpiredDrivers: true,
  /** IBAN that bank files pay withdrawals from [design/money-52] */
  payoutIban: '',
  /** BIC of its bank; empty: the IBAN is enough */
  payoutBic: '',
  /** major units; the most that an admin credits at once; 0: no limit [design/money-54] */
  creditLimit: 0,
  /** major units; a credit above it needs a second admin; 0: none does [design/money-125] */
  creditApprovalAbove: 0,
  /** of the company, on receipts and statements; empty: none */
  taxNumber: '',
  /** a delivery ends only with the receiver's code [design/delivery-27] */
  deliveryCodeNeeded: false,
  /** what bringing a parcel back costs its sender, percent of the quote [design/delivery-32] */
  returnPercent: 50,
  /** the receiver of a delivery gets the link by SMS when a courier accepts [design/delivery-50] */
  receiverLinkSms: false,
  /** rider and driver of a trip see each other's number; off: they write in the chat [design/chat-12] */
  AllowCalls: true,
  /** a chat is deleted this many days after its trip [design/chat-10] */
  chatRetentionDays: 90,
  /** riders are asked whether all is well when a trip looks unusual [design/safety-20] */
  askOnUnusualTrip: true,
}

/** The settings of the installation. */
export type Settings = Readonly<typeof defaultSettings>
