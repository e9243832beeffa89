import type { Booking } from './booking.ts'
import type { Viewer } from './booking-status.ts'
import { busyStatuses } from './statuses.ts'

/** How long after the trip's end the parties still see each other's number (trust-and-speed §1.8). */
const afterTripMs = 24 * 3600 * 1000
/** spec 1 §5 "Demo mode" */
const hidden = 'Hidden for Demo'

const inTouch = (booking: Booking, now: number): boolean =>
  busyStatuses.includes(booking.status) ||
  (booking.status !== 'CANCELLED' && booking.endTime !== null && now <= booking.endTime + afterTripMs)

/**
 * Who may see whose name, number and mail (trust-and-speed §1.8): the parties each other's number from ACCEPTED to a day
 * after the trip, else null; the rider's mail only the rider and admins; a fleet admin the numbers of own drivers. Handles
 * (`*_token`) name the other party of this booking and are worth nothing elsewhere (design §10).
 */
export const contactsOf = (
  booking: Booking,
  viewer: Viewer,
  { now, demo }: { readonly now: number; readonly demo: boolean },
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
        driver_contact: open ? booking.driver_contact : null,
        deliveryPersonPhone: booking.deliveryPersonPhone,
        ...driverToken,
      }
    case 'driver':
      return {
        customer_contact: open ? booking.customer_contact : null,
        customer_image: booking.customer_image,
        driver_contact: booking.driver_contact,
        deliveryPersonPhone: open ? booking.deliveryPersonPhone : null,
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
