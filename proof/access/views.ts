import { bookingViews, offer } from './booking-views.ts'
import { shape, type Shape } from './shape.ts'

const me = `id uid usertype firstName lastName email mobile approved loginType referralId profile_image createdAt walletBalance
  preferences{language colorScheme density}`
const meAsDriver = `${me} driverActiveStatus queue carType vehicleMake vehicleModel vehicleNumber ratings{userrating}`

/** The public settings [settings-2] and what a page needs before sign-in. */
const publicSettings = `CompanyName CompanyWebsite CompanyTerms FacebookHandle TwitterHandle InstagramHandle AppleStoreLink
  PlayStoreLink country restrictCountry decimal convert_to_mile otp_secure email_verify driver_approval driverRadius
  autoDispatch bookLaterDays chatRetentionDays AllowCriticalEditsAdmin FacebookLoginEnabled MobileLoginEnabled
  AllowCountrySelection bank_fields RiderWithDraw CarHornRepeat contact_email taxNumber appName code symbol swipe_symbol timezone
  AllowDeliveryPickupImageCapture AllowFinalDeliveryImageCapture deliveryCodeNeeded appcat passwordPolicy speed
  map{center{lat lng} bbox attribution date google{orEmbedded} placesBy} trialAccounts[label role email password]`

/** All settings; the settings of Remis at the end. */
const allSettings = `appName symbol code decimal swipe_symbol otp_secure driver_approval email_verify bonus license country
  restrictCountry AllowCountrySelection autoDispatch CarHornRepeat convert_to_mile AllowDeliveryPickupImageCapture
  AllowFinalDeliveryImageCapture RiderWithDraw driverRadius negativeBalance bank_fields panic AllowCriticalEditsAdmin
  CompanyName CompanyWebsite CompanyTerms contact_email FacebookHandle TwitterHandle InstagramHandle AppleStoreLink
  PlayStoreLink FacebookLoginEnabled MobileLoginEnabled timezone searchMinutes positionFreshSeconds releaseMinutes
  dispatchPolicy offlineMinutes rebookAfterDriverCancel holdQuoteWithin guaranteeCancelFee riderDebtLimit debtInCashLimit driverDebtLimit
  minWithdrawal openBookings bookLaterDays trackDays adminTwoFactor phoneBeforeFirstBooking followBrowserLanguage
  pauseExpiredDrivers payoutIban payoutBic creditLimit creditApprovalAbove taxNumber
  deliveryCodeNeeded returnPercent receiverLinkSms AllowCalls chatRetentionDays askOnUnusualTrip`

/** Only admins get tariffs [design/access-6]. */
const carType = 'id name image extra_info seats parcelTypes[description amount] options[description amount]'
const tariff = `base_fare rate_per_unit_distance rate_per_hour min_fare convenience_fees convenience_fee_type
  cancelSlab[minsDelayed amount] createdAt`

/** A message of rider or driver [notices-9]. */
export const chatMessage = 'n clientId from source type message photo at msgDate msgTime'

/** A message of the office [notices-5], with its delivery counts. */
const notification = `id devicetype usertype title body createdAt version state sentAt sentTo matched sent delivered failed`
/** A promo [promos-1]; limit and use only for admins. */
const promo = `id promo_name promo_description promo_discount_type promo_discount_value max_promo_discount_value min_order
  promo_validity`

/** A line of the safety desk. */
const alert = `id kind hint state bookingId role name pressedAt sentAt takenBy takenAt closedBy closedAt outcome`

/** A row of the people tables. */
const personBase = `id usertype firstName lastName email mobile profile_image state approved version createdAt
  createdByAdmin erased`
const car =
  'carType vehicleMake vehicleModel vehicleNumber driverActiveStatus queue ratings{userrating count} fleetadmin'
const page = `uid loginType referralId language userPlatform awaitsPassword emailVerified mobileVerified deletedAt trip`
const fleetDriver = `${personBase} ${car} ${page} suspension{reason since until atOnce waits} carTypeId other_info licenseImage`
const ofOffice = `bankName bankCode bankAccount signupViaReferral referrerName deletionDueAt
  referrals{people paid earned currency}`
const driverOfOffice = `${personBase} ${car} walletBalance fleetName ${page} suspension{reason since until atOnce waits by}
  carTypeId other_info licenseImage ${ofOffice}`
const ending = 'trip bookings offers unpaid sessions drivers'

const quote = `id carTypeId carType carImage pickup{lat lng add} drop{lat lng add} distance duration durationRange{low high} tollKm polylinePoints
  parcelTypeSelected{description amount} optionSelected{description amount} estimate discount
  promo{id promo_name promo_description} payableAmount currency bookLater tripdate expiresAt`

const debts = '{total rows[id reason rest at bookingId]}'
const wallet = `balance held withheld least owed${debts} pending${debts} currency may{topUp withdraw pay} bank{bankName bankCode bankAccount}`
const debt = 'id at rider riderName driver driverName bookingId reason amount rest writtenOff currency'
const withdrawal = `id uid date name amount currency processed procesDate state reason notBefore payoutId bankName bankCode bankAccount`
const payout = 'id at madeBy file withdrawals total currency'
const creditRow = `id user name amount currency reason cash state askedBy askedByName askedAt decidedByName decidedAt
  reversedByName reversedAt reversalReason`
const payment = `id purpose orderId provider amount currency status state payable bookingStatus refunded createdAt paidAt`

const statementSums = `opening rides tripCost convenienceFee shares cash cancellations corrections credits bonuses topUps
  payouts others closing`
const earned = 'trips riderPaid fees earned'
const day = `online canTakeOffers hint tripsToday earnedToday walletBalance
  unpaid[id customer_name payableAmount debt] justEnded[id customer_name until] activeBooking lastFixSeq`

const dashboard = `now more earnings{today month total} drivers{online free busy} bookings{waiting later running}
  attention[kind bookingId status customer driver driverContact since]`
const span = 'from bookings completed cancelled waitSeconds earned'

/** Of the caller's account; riders and drivers have a wallet that a referral pays into. */
const details = `firstName lastName email mobile usertype loginType profile_image emailVerified mobileVerified
  language mutedNotices`
const referral = 'referral{referralId people paid earned bonus}'
const ownVehicle = 'carType vehicleMake vehicleModel vehicleNumber other_info licenseImage licenceDocument'

const passkey = 'id name createdAt usedAt synced alone'

const counted = 'PAYMENT_PENDING NEW ACCEPTED ARRIVED STARTED REACHED PENDING PAID'

const lines = {
  nothing: '',
  // the bytes are scanned for forbidden values, as in every response
  'a file': 'file',
  'a stored file': 'id url',
  'an application': `application{driver firstName approved version state sentAt decidedAt reason appeal
    vehicle{carTypeId vehicleMake vehicleModel vehicleNumber other_info} missing paused documents[kind required expires
    accepted{id state reason expiresOn expired url submittedAt} latest{id state reason expiresOn expired url submittedAt}]}`,
  'a visitor token': 'token expiresAt',
  'me, signed in': `token user{${me}}`,
  me: `user{${me}} live{epoch seq}`,
  'me as a driver': `user{${meAsDriver}} live{epoch seq}`,
  'a confirmed session': 'until',
  'own sessions': 'rows[id device net createdAt seenAt current]',
  'own ways to sign in': `password required authenticator{createdAt} recoveryCodes passkeys[${passkey}]
    socials[provider addedAt]`,
  'a secret for an app': 'secret uri token',
  'recovery codes': 'recoveryCodes',
  'a question for a passkey': 'question{challenge rpId timeout userVerification}',
  'ways to sign in elsewhere': 'ways',
  'the address of a provider': 'url',
  'apps of the operator': `trial enabled returnUrls{facebook apple} facebook{config{appId} updatedAt}
    apple{config{servicesId teamId keyId} updatedAt}`,
  'options of a passkey': `options{challenge rp{id name} user{id name displayName} pubKeyCredParams[alg type] timeout
    attestation excludeCredentials[id type transports] authenticatorSelection{residentKey requireResidentKey
    userVerification} extensions{credProps}}`,
  'a new passkey': `passkey{${passkey}} recoveryCodes`,
  'a request for a mail': 'request',
  'a human check': 'question bits notBefore validFor',
  'a request for an SMS': 'verificationId',
  'a code for their own phone': 'verificationId mobile',
  'own details': `profile{${details}}`,
  'own profile': `profile{${details} ${referral}}`,
  'own profile of a driver': `profile{${details} ${referral} ${ownVehicle}}`,
  // stars and tags: the words are the rider's [design/access-5]
  'own ratings': 'rows[bookingId at rate tags] next stars average',
  'a code for a contact': `request profile{${details} ${referral}}`,
  'a code for a contact of a driver': `request profile{${details} ${referral} ${ownVehicle}}`,
  'a code for a contact of the office': `request profile{${details}}`,
  'bare ids': 'users[uid]',
  'a bare id': 'uid',
  'the state of a set-up link': 'state',
  'a set-up link': 'state proposed{map country currency decimals timezone language}',
  'public settings': publicSettings,
  'traffic of trips':
    'timezone classes[roadClass hours[suggested current trips drivers]] waiting inUse{acceptedAt timezone} version',
  'all settings': `settings{${allSettings}} version codeFixed`,
  'saves of the settings': 'rows[version at by{id name} changes[name from to]] next',
  'the checklist of the set-up': 'rows[item done needed]',
  'the card gateways': 'gateways[name takesCurrency webhook]',
  'settings for the map': `map country changes[name from to] language{from to} addedLanguages lockedCurrency{from to}
    proposal`,
  'languages of the office': 'rows[id langName langLocale dateLocale default createdAt version] next total',
  'a language': 'language{id langName langLocale dateLocale default createdAt version}',
  'texts of a language': 'rows[key source text missing edited writtenFor builtIn] next total',
  'a language with its progress': `language{id langName langLocale dateLocale default createdAt version}
    source{langName langLocale} progress{all missing changed edited}`,
  'the pairs of a language': 'language{id langName langLocale dateLocale default createdAt version} keyValuePairs*',
  'a changed language': 'language{id langName langLocale dateLocale default createdAt version} changed',
  languages: 'rows[id langName langLocale dateLocale changes default createdAt]',
  'languages with pairs': 'rows[id langName langLocale dateLocale changes keyValuePairs* default createdAt]',
  'cancel reasons': 'rows[id label value roles]',
  'cancel reasons of the office': 'rows[id label value roles version] next total',
  'a cancel reason': 'reason{id label value roles version}',
  riders: 'rows[id firstName lastName email mobile profile_image] next',
  'a known rider': `places[id description lat lng name place] open[id status bookLater tripdate]
    rides[id at carType pickup{lat lng add} drop{lat lng add}]`,
  'the calendar of later bookings': `timezone now more days[day from until] rows[id status tripdate carType customer_name
    pickup drop estimateDistance estimateTime driver{id name} reserved[id name] overlaps]`,
  people: `rows[${personBase} walletBalance owed] next`,
  'drivers of the office': `rows[${personBase} ${car} walletBalance fleetName] next`,
  'drivers of a fleet': `rows[${personBase} ${car}] next`,
  'counts of the office': 'alerts unassigned safety drivers withdrawals credits payments',
  'counts of a fleet': 'alerts',
  'what a search finds':
    'people[id usertype firstName lastName email mobile vehicleNumber] bookings[id status tripdate]',
  'the dashboard': `${dashboard} waiting{drivers withdrawals credits payments}`,
  'the dashboard of a fleet': dashboard,
  cars: 'now more rows[id name vehicle_number carType image state bookingId lat lng heading at]',
  charts: `timezone hours[${span}] days[${span}]`,
  'a person': `person{${driverOfOffice}}`,
  'a driver of the fleet': `person{${fleetDriver}}`,
  'what leaving ends': `ending{${ending} withdrawals wallet{balance owed currency}}`,
  'what a driver’s leaving ends': `ending{${ending}}`,
  'a wallet of another': `wallet{balance held owed${debts} pending${debts} currency}`,
  'ratings with their texts': 'rows[bookingId at rate tags feedback from] next stars average',
  ratings: 'rows[bookingId at rate tags] next stars average',
  'sessions of a person': 'rows[id createdAt seenAt expiresAt address userAgent]',
  'ended sessions': 'ended',
  'audit of a person': 'rows[id at action subject actor actorRole side data*] next',
  'notes of the office': 'rows[id at text by] next',
  'a note': 'note{id at text by}',
  'car types': `rows[${carType}]`,
  'car types with tariff': `rows[${carType} ${tariff}]`,
  'car types of the office': `rows[${carType} ${tariff} position active version deletedAt] next total`,
  'a car type': `carType{${carType} ${tariff} position active version deletedAt}`,
  'uses of a car type': 'ending{drivers bookings last}',
  'trips at two tariffs': `comparison{trips sampled currency now{sum median fees} next{sum median fees} dearer cheaper}`,
  'promos of a rider': `rows[${promo}] next`,
  'uses of a promo': 'rows[bookingId rider riderName at] next',
  'promos of the office': `rows[${promo} promo_usage_limit user_avail createdAt version deletedAt] next total`,
  'a promo': `promo{${promo} promo_usage_limit user_avail createdAt version deletedAt}`,
  'prices of a way': `distance duration durationRange{low high} polylinePoints currency rows[carType estimate pickupMinutes{from to}]`,
  'a quote': `quote{${quote}} freeDriver`,
  'booking of its customer': `booking{${bookingViews.rider}}`,
  'booking of its driver': `booking{${bookingViews.driver}}`,
  'booking of its fleet': `booking{${bookingViews.fleetadmin}}`,
  'booking of the office': `booking{${bookingViews.admin}}`,
  'bookings of a customer': `rows[${bookingViews.rider}] next`,
  'bookings of a driver': `rows[${bookingViews.driver}] next`,
  'bookings of a fleet': `rows[${bookingViews.fleetadmin}] next`,
  'bookings of the office': `rows[${bookingViews.admin}] next`,
  'what cancelling costs': `fee currency free{because otherwise} rises{at fee} noShow{since from fee}
    reasons[id label value]`,
  'a trip code': 'otp',
  'drivers to choose': `rows[id name mobile image rating carType vehicleMake vehicleModel vehicle_number km seenAt lat lng
    seconds tripsToday busy requested declined] byRoad acceptFrom now`,
  'an assigned driver': `booking{${bookingViews.admin}} message acceptFrom expiresAt`,
  'a day': day,
  'own offers': `rows[${offer}] reserved[${offer}] now`,
  'offers of a booking': `now offers[driver driver_name kind wave pickupTime offeredAt expiresAt outcome live]
    records[sweep at search wave offered considered[driver name km seconds reason wave]]`,
  'own earnings': `period from until timezone currency totals{${earned}} bars[from until ${earned}]
    trips[bookingId kind at pickup drop payment_mode riderPaid fees earned] next`,
  'a payment': `payment{${payment}}`,
  'payments in review': `rows[id refundId purpose orderId payer provider amount currency reason
    refusal noCredit creditAskedBy reported{amount currency paymentId} ends createdAt updatedAt] next`,
  'a top-up': 'topUp{id amount currency createdAt paidAt}',
  suggestions: `searchResults[description place_id
    structured_formatting{main_text main_text_matched_substrings[offset length] secondary_text}]`,
  'a point': 'coords{lat lng}',
  'a way': 'distance duration polylinePoints coords[latitude longitude]',
  'an address': 'address',
  'a drive': 'distance_in_km duration_in_secs timein_text',
  'counts of bookings': `most statuses{${counted}} later`,
  'counts of all bookings': `most statuses{${counted}} later review fare`,
  'saved views': 'rows[id name address* columns] columns',
  'a saved view': 'view{id name address* columns}',
  'a distance': 'distance_in_km',
  'saved addresses': 'rows[id description lat lng count name place]',
  'a saved address': 'address{id description lat lng count name place}',
  'positions taken': 'lastSeq dropped lastAt?',
  'a chat': `messages[${chatMessage}] more marks{delivered read} unread`,
  'a chat message': `message{${chatMessage}}`,
  'a revealed chat': `messages[${chatMessage}] more`,
  'unread chats': 'rows[bookingId unread]',
  'a tracker': 'createdAt usedAt',
  'a new tracker': 'createdAt token url',
  'links to a ride': 'rows[id view bySms token createdAt openedAt]',
  'a link to a ride': 'id view bySms token createdAt openedAt',
  'a shared ride': `status rider pickup{lat lng add} drop{lat lng add} carType carImage bookLater tripdate coords
    parcel{parcelType option code returned} driver{name vehicleMake vehicleModel vehicle_number} position{at lat lng heading} eta endedAt aborted now`,
  'safety of a trip': 'panic onTrip alert{id sentAt takenAt} question{id hint askedAt}',
  'an own alert': 'alert{id sentAt takenAt}',
  alerts: `rows[${alert}] next`,
  'red alerts': `rows[${alert}]`,
  'an alert': `alert{${alert} status pickup drop carImage rider{id name mobile} driver{id name mobile} car{name plate}
    claimed{lat lng accuracy at} confirmed{lat lng accuracy at} now{lat lng accuracy at} apartKm
    events[id what at by text]}`,
  'where the driver is': `position{bookingId id status at lat lng accuracy heading} eta{distance_in_km duration_in_secs range?{low high}}`,
  'own corrections': 'rows[version at direction amount reason]',
  'corrections of a booking': 'mostBack owed rows[version at direction amount share reason by]',
  'events of a booking of the fleet': 'rows[id at what version from to by name] more',
  'events of a booking': 'rows[id at what version from to by name device detail{driver reason amount cash tries}] more',
  'audit of a booking': 'rows[id at action actor actorRole data*] next',
  'money of a booking': `payments[id provider amount currency status state failure reference createdAt paidAt checks
    nextCheckAt reports[at source verdict] refunds[id amount status createdAt doneAt tries nextTryAt]]
    postings[id kind at by entries[account holder name amount currency]] more`,
  'own data': 'export{state progress askedAt size expiresAt} blockers deletionCancelledAt',
  'an export': 'export{state progress askedAt size expiresAt}',
  'a due time': 'dueAt',
  'a trip review': 'review{reasons foundAt withheld releasedAt releasedBy} fareCheck{checkedAt checkedBy}',
  'a released trip': 'review{reasons foundAt withheld releasedAt releasedBy}',
  'a fare check': 'fareCheck{checkedAt checkedBy}',
  'a track': 'rows[id at status lat lng] line',
  'own notices': 'rows[id message params* screen bookingId at seen] next',
  'unread notices': 'unread',
  'push key': 'key registered',
  'map key': 'key',
  notifications: `rows[${notification}] next total`,
  'an audience': 'devices',
  'a notification': `notification{${notification}}`,
  'own wallet': `wallet{${wallet}}`,
  'own history': 'rows[id type amount date txRef kind bookingId] next',
  'a withdrawal': `withdrawal{${withdrawal}}`,
  'a payout': `payout{${payout}} left[id because]`,
  payouts: `rows[${payout}] next`,
  'wallets of people': 'rows[id usertype firstName lastName email mobile balance owed] next',
  credits: `rows[${creditRow}] next`,
  'a credit': `credit{${creditRow}}`,
  'a new credit': `credit{${creditRow}} balance currency`,
  'driver earnings':
    'rows[id year month monthsName driver driverName total_rides driverVehicleNo driverShare currency ofMonth{rows total_rides driverShare}] next',
  'earning reports':
    'rows[id year month monthsName total_rides tripCost rideCost convenienceFee discountAmount profit currency] next',
  'a trial balance': 'day currency rows[account opening credit debit closing] sum entries{credit debit}',
  'accounts of people': 'rows[id account name usertype balance currency] next',
  postings: `rows[id at kind bookingId reference by{id name} amount currency entries[account holder name amount]] next`,
  'closed days': 'rows[day closedAt closedBy currency rides tripCost convenienceFee payouts hash] next',
  'open days': 'today next days count first',
  'totals of a day': `day{day since until timezone currency state closed{at by hash} trips{rides tripCost driverShare
    convenienceFee discount wallet card cashWithDrivers cashInOffice writtenOff} moves{cancellationFees corrections
    correctedFees refundsToCard refundsToWallet cardPayments topUps withdrawalsRequested withdrawalsRejected payouts
    credits creditsInCash creditsTakenBack bonuses newDebts debtsInCash debtsCollected debtsWrittenOff}
    accounts[account opening credit debit closing] differences[check recorded posted]}`,
  'a statement': `statement{of{id name usertype} from until timezone currency at totals{${statementSums}}
    lines[id at kind bookingId tripCost convenienceFee share cash amount balance] more
    drivers[id name current ${statementSums}]}`,
  debts: `rows[${debt}] next`,
  'audit entries': 'rows[id at action subject subjectName actor actorName actorRole address data*] next',
  'the seal of the audit': 'last{at entries hash intact} unsealed',
  'own preferences': 'preferences{language colorScheme density}',
  'security events': 'rows[id at kind user userName address userAgent messageKey route count] next',
  'a debt': `debt{${debt}}`,
  'trips of a debt': 'rows[bookingId driver driverName at]',
  mails: 'rows[id channel to template state tries failure detail again createdAt sentAt nextTryAt] next',
  'what a mail says': 'content{subject text}',
  'mail providers': `trial mailbox mail{config{host port security user from} hasSecret updatedAt}
    sms{config{kind accountSid? from? url? method? headers? body? success?} hasSecret updatedAt} waiting{mail sms}`,
  'the outcome of a test mail': 'ok to detail',
  'the maps services in use': 'services[]',
  'the outcome of a test of a service': 'ok ms detail',
  withdrawals: `rows[${withdrawal}] next`,
} as const

export type ViewName = keyof typeof lines | 'providers'

/** `/get_providers` answers a bare list; it is checked under the name `list`. */
export const views: Readonly<Record<ViewName, readonly Shape[]>> = {
  ...(Object.fromEntries(Object.entries(lines).map(([name, line]) => [name, shape(line)])) as Record<
    keyof typeof lines,
    readonly Shape[]
  >),
  providers: shape('list[name link]'),
}
