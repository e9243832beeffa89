/**
 * The fields of a booking that each role gets, written by hand from [booking-3] and [design/access-5]. Nothing here is
 * taken from the contracts.
 */
const common = `
  id version status carType carImage customer_name
  pickup{lat lng add} drop{lat lng add}
  estimate estimateDistance estimateTime distance bookLater released tripdate bookingDate booking_type_admin coords
  trip_cost discount_amount customer_paid feeOwed writtenOff payment_mode gateway cashPaymentAmount cardPaymentAmount usedWalletMoney
  payableAmount promo_applied promo_details{id promo_name} prepaid
  paymentPacket{appcat payment_mode customer_paid cardPaymentAmount cashPaymentAmount discount usedWalletMoney
    promo_applied promo_details{id promo_name} payableAmount}
  driver driver_name driver_image driverRating vehicle_number vehicleMake vehicleModel
  driver_arrive_time arrivalConfirmedAt codeNeeded trip_start_time startTime trip_end_time endTime reachedAt total_trip_time acceptedAt
  paidAt reason cancelledBy cancelledAt rating pickup_image deliver_image
  handover{receivedBy signature byCode} undelivered{at reason note image drop{lat lng add}}
  deliveryPerson deliveryPersonPhone pickUpInstructions deliveryInstructions
  parcelTypeSelected{description amount} optionSelected{description amount}
  search{state until since?} currency
  customer_contact driver_contact`

/** The total and its parts. Rate lines only for admins, since total − lines is the fee [design/access-6]. */
const fare = `fare{quoted{distanceKm seconds parcel option total} final{distanceKm seconds parcel option total} charged}`
const sharedFare = `fare{quoted{distanceKm seconds parcel option total share}
  final{distanceKm seconds parcel option total share} charged}`
const line = `lines{base distance time parcel option minimum fee}`
const fareWithRates = `fare{quoted{distanceKm seconds parcel option total share ${line}}
  final{distanceKm seconds parcel option total share ${line}} charged
  computed?{distanceKm seconds parcel option total share ${line}}}`

/** Hidden from riders [booking-37]. */
const shares = 'convenience_fees driver_share'

/** What the rider owes from earlier rides is no matter of the fleet. */
const debts = 'debtDue debtPaid'

export const bookingViews = {
  /** the code from ACCEPTED until the start, for the customer only; the driver's handle once there is a driver */
  rider: `${common} ${fare} customer customer_email customer_image feedback driver_token? otp? codeLocked? codeRenewalsLeft?
    deliveryCode deliveryCodeLocked? deliveryCodeRenewalsLeft? refund returnFee ${debts} predecessor successor`,
  /** never: email, code, id of the rider, offers of others, the fleet, the rider's feedback */
  driver: `${common} ${sharedFare} ${shares} ${debts} customer_image customer_token requestedDrivers*`,
  /** of the rider only the name */
  fleetadmin: `${common} ${sharedFare} ${shares} requestedDrivers* fleetadmin`,
  /** the code masked; revealing it is another call */
  admin: `${common} ${fareWithRates} ${shares} customer customer_email customer_image feedback
    customer_token driver_token? otp codeLocked? codeRenewalsLeft? fareFlags cash_taken_by requestedDrivers* fleetadmin predecessor successor
    requestedNames refund returnFee ${debts} deliveryCodeLocked? deliveryCodeRenewalsLeft?`,
} as const

/**
 * Area and distance until ACCEPTED, own earnings, no contact of the rider [design/access-7]; of a parcel type and
 * option, no receiver and no amounts [design/delivery-43].
 */
export const offer = `bookingId carType carImage customer_name pickup{lat lng add} dropArea parcelType option
  estimateDistance estimateTime pickupDistance pickupTime driver_share cash debt payment_mode bookLater tripdate offeredAt expiresAt currency`
