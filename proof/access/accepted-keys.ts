/**
 * The keys a client may send per body, written by hand from the product pages, as far as they are named like a column or a
 * field of an entity. All others are refused. Those in brackets are accepted and ignored, since the server decides them
 * [design/api-8]; the last tests check that.
 */
const lines: Readonly<Record<string, string>> = {
  'POST /api/sessions': 'email password',
  'POST /api/sessions/social/begin': 'provider',
  'POST /api/sessions/social': 'provider code state firstName lastName',
  'POST /api/account/social/begin': 'provider',
  'POST /api/account/social': 'provider code state',
  'POST /api/account/social/remove': 'provider',
  'PUT /api/social-apps/facebook': 'config secret',
  'PUT /api/social-apps/facebook config': 'appId',
  'PUT /api/social-apps/apple': 'config secret',
  'PUT /api/social-apps/apple config': 'servicesId teamId keyId',
  'POST /api/set-up/check': 'token',
  'POST /api/set-up': 'token firstName lastName email password country language timezone',
  'POST /api/sessions/current/confirm': 'password',
  'POST /api/account-data/exports': 'language',
  'PATCH /api/profile': 'firstName lastName language mutedNotices profile_image licenseImage',
  'PATCH /api/preferences': 'language colorScheme density',
  'POST /api/saved-addresses': 'description lat lng name place',
  'POST /api/saved-addresses/change': 'name place',
  'POST /api/saved-views': 'name address columns',
  'POST /api/saved-views address': 'driver',
  'POST /api/saved-views/columns': 'columns',
  'POST /api/saved-views/rename': 'name',
  'POST /check_user_exists': 'email mobile',
  'POST /validate_referrer': 'referralId',
  'POST /api/sessions/phone/begin': 'mobile',
  'POST /api/sessions/phone': 'otp',
  'POST /api/account/phone': 'otp',
  'POST /api/password-resets': 'email',
  'POST /api/password-resets/finish': 'password proof',
  'POST /user_signup regData': `firstName lastName email password mobile usertype referralId bankName bankCode bankAccount
    [signupViaReferral] [createdAt] [phone]`,
  'PATCH /api/settings': 'settings version',
  'PATCH /api/settings settings': `appName symbol code decimal swipe_symbol otp_secure driver_approval email_verify bonus
    license country restrictCountry AllowCountrySelection autoDispatch CarHornRepeat convert_to_mile RiderWithDraw
    driverRadius negativeBalance bank_fields panic AllowCriticalEditsAdmin CompanyName timezone`,
  'POST /googleapis-autocomplete': 'country',
  'POST /googleapis-getroute': 'start',
  'POST /googleapis-getdrivetime': 'start',
  'POST /googleapis-getmultiloctime': 'start',
  'POST /api/bookings/:id/guest-links': 'view',
  'POST /api/quotes/preview': 'pickup drop',
  'POST /api/quotes/preview pickup': 'lat lng',
  'POST /api/quotes/preview drop': 'lat lng',
  'POST /api/quotes': 'pickup drop carType bookLater tripdate promo rider',
  'POST /api/quotes pickup': 'lat lng add place_id',
  'POST /api/quotes drop': 'lat lng add place_id',
  'POST /api/quotes instructionData': `deliveryPerson deliveryPersonPhone pickUpInstructions deliveryInstructions
    [parcelTypeSelected] [optionSelected]`,
  'POST /api/bookings': 'pickup drop [paymentPacket] tripdate bookLater [booking_type_admin] [estimate] [settings]',
  'POST /api/bookings instructionData': `deliveryPerson deliveryPersonPhone pickUpInstructions deliveryInstructions
    [parcelTypeSelected] [optionSelected]`,
  'POST /api/bookings pickup': 'description [placeDetails]',
  'POST /api/bookings pickup.coords': 'lat lng',
  'POST /api/bookings drop': 'description [placeDetails]',
  'POST /api/bookings drop.coords': 'lat lng',
  'POST /api/bookings/:id/start': 'otp photo',
  'POST /api/bookings/:id/reach': 'photo signature receivedBy code',
  'POST /api/bookings/:id/could-not-deliver': 'reason note photo',
  'POST /api/bookings/:id/pay': 'payment_mode cash_taken_by',
  'POST /api/bookings/:id/rating': 'rating tags feedback',
  'POST /api/bookings/:id/cancel': 'reason reasonText fee',
  'POST /api/bookings/:id/abort': 'reason fare',
  'POST /api/bookings/:id/write-off': 'reason',
  'POST /api/bookings/:id/corrections': 'direction amount reason withDriver',
  'POST /api/bookings/:id/assign': 'driver',
  'POST /api/languages': 'langName langLocale dateLocale',
  'PATCH /api/languages/:id': 'langName langLocale dateLocale',
  'PATCH /api/languages/:id/pairs': 'texts',
  'PATCH /api/languages/:id/pairs texts.0': 'key from to',
  'POST /api/promos': `promo_name promo_description promo_discount_type promo_discount_value max_promo_discount_value
    min_order promo_validity promo_usage_limit`,
  'PATCH /api/promos/:id': `promo_name promo_description promo_discount_type promo_discount_value
    max_promo_discount_value min_order promo_validity promo_usage_limit version`,
  'POST /api/notifications': 'devicetype usertype title body',
  'PATCH /api/notifications/:id': 'devicetype usertype title body version',
  'POST /api/push/device pushToken': 'expirationTime',
  'POST /api/car-types': `name image seats extra_info base_fare rate_per_unit_distance rate_per_hour min_fare
    convenience_fees convenience_fee_type cancelSlab parcelTypes options active`,
  'POST /api/car-types cancelSlab.0': 'amount',
  'POST /api/car-types parcelTypes.0': 'description amount',
  'POST /api/car-types options.0': 'description amount',
  'PATCH /api/car-types/:id': `name image seats extra_info base_fare rate_per_unit_distance rate_per_hour min_fare
    convenience_fees convenience_fee_type cancelSlab parcelTypes options active version`,
  'POST /api/car-types/:id/try': `base_fare rate_per_unit_distance rate_per_hour min_fare convenience_fees
    convenience_fee_type`,
  'POST /api/cancel-reasons': 'label roles',
  'PATCH /api/cancel-reasons/:id': 'label roles version',
  'POST /api/people': `usertype firstName lastName email mobile carTypeId vehicleMake vehicleModel vehicleNumber other_info
    fleetadmin`,
  'POST /api/drivers': `firstName lastName email mobile carTypeId vehicleMake vehicleModel vehicleNumber other_info
    fleetadmin`,
  'PATCH /api/people/:id': `firstName lastName carTypeId vehicleMake vehicleModel vehicleNumber other_info fleetadmin`,
  'POST /api/people/:id/approval': 'approved',
  'PATCH /api/driver-application': 'carTypeId vehicleMake vehicleModel vehicleNumber other_info',
  'POST /api/driver-application/documents': 'kind file expiresOn',
  'POST /api/driver-application/send': 'appeal',
  'POST /api/people/:id/documents': 'document accept reason expiresOn',
  'POST /api/people/:id/application': 'approve reason',
  'POST /api/people/:id/suspension': 'reason',
  'POST /api/people/:id/role': 'usertype',
  'POST /api/people/:id/notes': 'text',
  'POST /api/payments/:id/end-review': 'reason paymentId',
  'POST /api/wallet/top-ups': 'amount',
  'POST /api/debts/:id/write-off': 'reason',
  'PUT /api/mail-providers/mail': 'config secret',
  'PUT /api/mail-providers/mail config': 'host port security user from',
  'PUT /api/mail-providers/sms': 'config secret',
  'PUT /api/mail-providers/sms config': 'kind accountSid from',
  'POST /api/mail-providers/test': 'channel',
  'POST /api/wallets/:id/credits': 'amount reason',
  'POST /api/credits/:id/reverse': 'reason',
  'POST /api/payouts': 'ids file',
  'POST /api/day-closes': 'day',
  'POST /api/withdrawals': 'amount bankName bankCode bankAccount',
  'POST /api/withdrawals/:id/reject': 'reason',
  'POST /api/drivers/me/positions fixes.0': 'seq at lat lng accuracy heading speed',
}

/** Objects with unchecked keys: the client's copies of the car and the payment. */
export const uncheckedObjects = ['POST /api/bookings carDetails', 'POST /api/bookings paymentPacket']

export const acceptedAt = (where: string): Set<string> =>
  new Set((lines[where] ?? '').split(/\s+/).map((name) => name.replace(/[[\]]/g, '')))
