/**
 * What each role sees of a booking, by hand: the fields of spec 1 §3 "Booking" and of the lists of spec 1 and 2 §2, less
 * what trust-and-speed §1.8 and design §10 keep from that role. Nothing here is taken from the contracts.
 */
const everybody = `
  id version status carType carImage customer_name
  pickup{lat lng add} drop{lat lng add}
  estimate estimateDistance estimateTime distance bookLater tripdate bookingDate booking_type_admin coords
  trip_cost discount_amount customer_paid payment_mode gateway cashPaymentAmount cardPaymentAmount usedWalletMoney
  payableAmount promo_applied promo_details{id promo_name} prepaid
  paymentPacket{appcat payment_mode customer_paid cardPaymentAmount cashPaymentAmount discount usedWalletMoney
    promo_applied promo_details{id promo_name} payableAmount}
  driver driver_name driver_image driverRating vehicle_number vehicleMake vehicleModel
  driver_arrive_time trip_start_time startTime trip_end_time endTime total_trip_time acceptedAt paidAt
  reason cancelledBy rating pickup_image deliver_image
  deliveryPerson deliveryPersonPhone pickUpInstructions deliveryInstructions
  parcelTypeSelected{description amount} optionSelected{description amount}
  search{state until} currency
  customer_contact driver_contact`

/** total and what it is made of; the rate lines are an admin's alone, since total − lines is the fee (design §6) */
const fare = `fare{quoted{distanceKm seconds parcel option total} final{distanceKm seconds parcel option total} charged}`
const line = `lines{base distance time parcel option minimum fee}`
const fareWithRates = `fare{quoted{distanceKm seconds parcel option total ${line}}
  final{distanceKm seconds parcel option total ${line}} charged}`

/** spec 1 §2: driver share and convenience fee are hidden from riders */
const shares = 'convenience_fees driver_share'

export const bookingViews = {
  /** the code from ACCEPTED until the start, and to the customer alone; the driver's handle once there is a driver */
  rider: `${everybody} ${fare} customer customer_email customer_image feedback driver_token? otp? codeRenewalsLeft?`,
  /** never: mail, code, id of the rider, offers of others, the fleet, what the rider wrote */
  driver: `${everybody} ${fare} ${shares} customer_image customer_token requestedDrivers*`,
  /** never: anything of the rider but the name */
  fleetadmin: `${everybody} ${fare} ${shares} requestedDrivers* fleetadmin`,
  /** the code only masked, a look at it is a call of its own */
  admin: `${everybody} ${fareWithRates} ${shares} customer customer_email customer_image feedback
    customer_token driver_token? otp fareFlag requestedDrivers* fleetadmin`,
} as const

/** trust-and-speed §1.8: area and distance until ACCEPTED, own earnings, nothing to reach the rider by */
export const offer = `bookingId carType carImage customer_name pickup{lat lng add} dropArea estimateDistance estimateTime
  pickupDistance pickupTime driver_share cash payment_mode bookLater tripdate offeredAt expiresAt currency`
