import type { Booking } from './booking.ts'
import type { Viewer } from './booking-status.ts'
import { busyStatuses } from './statuses.ts'

/**
 * How long after the trip's end the parties still see each other's number [design/access-60]; the privacy page says it.
 */
export const contactHours = 24
const afterTripMs = contactHours * 3600 * 1000
/** [people-15] */
const hidden = 'Hidden for Demo'

const inTouch = (booking: Booking, now: number): boolean =>
  busyStatuses.includes(booking.status) ||
  (booking.status !== 'CANCELLED' && booking.endTime !== null && now <= booking.endTime + afterTripMs)

/**
 * The names, numbers and emails that each role sees [design/access-5]. The parties see each other's number from
 * ACCEPTED until a day after the trip, else null; only the rider and admins see the rider's email; a fleet admin sees
 * the numbers of own drivers. A handle (`*_token`) names the other party within this booking only [design/access-9].
 *
 * If `calls` is false, rider and driver never see each other's number, nor a courier the receiver's [design/chat-12].
 */
export const contactsOf = (
  booking: Booking,
  viewer: Viewer,
  { now, demo, calls = true }: { readonly now: number; readonly demo: boolean; readonly calls?: boolean | undefined },
) => {
  const forOffice = (contact: string | null) => (contact !== null && demo ? hidden : contact)
  const customerToken = { customer_token: `${booking.id}.customer` }
  const driverToken = booking.driver === null ? {} : { driver_token: `${booking.id}.driver` }
  const open = inTouch(booking, now)
  switch (viewer.role) {
    case 'rider':
      return {
        customer: booking.customer,
        customer_email: booking.customer_email,
        customer_contact: booking.customer_contact,
        customer_image: booking.customer_image,
        driver_contact: open && calls ? booking.driver_contact : null,
        deliveryPersonPhone: booking.deliveryPersonPhone,
        ...driverToken,
      }
    case 'driver':
      return {
        customer_contact: open && calls ? booking.customer_contact : null,
        customer_image: booking.customer_image,
        driver_contact: booking.driver_contact,
        deliveryPersonPhone: open && calls ? booking.deliveryPersonPhone : null,
        ...customerToken,
      }
    case 'fleetadmin':
      return {
        customer_contact: null,
        deliveryPersonPhone: null,
        driver_contact: booking.fleetadmin === viewer.id ? forOffice(booking.driver_contact) : null,
      }
    case 'admin':
      return {
        customer: booking.customer,
        customer_email: forOffice(booking.customer_email),
        customer_contact: forOffice(booking.customer_contact),
        customer_image: booking.customer_image,
        driver_contact: forOffice(booking.driver_contact),
        deliveryPersonPhone: forOffice(booking.deliveryPersonPhone),
        ...customerToken,
        ...driverToken,
      }
  }
}
