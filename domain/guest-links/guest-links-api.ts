import { z } from 'zod'
import { place } from '../booking/booking-api.ts'
import { statuses } from '../booking/statuses.ts'
import { endpoint } from '../kit/endpoint.ts'
import { bookingId, nothing, text, uuid } from '../kit/schema.ts'
import { guestLinksRoutes } from './guest-links-routes.ts'

/**
 * What a link shows: the view of a follower, of the receiver of a parcel [design/delivery-10], or of a person that the
 * driver trusts: the car alone [design/access-102].
 */
export const linkViews = ['follower', 'receiver', 'car'] as const
export type LinkView = (typeof linkViews)[number]

const guestLink = z.object({
  id: z.string(),
  view: z.enum(linkViews),
  /** the server sent it to the receiver [design/delivery-50] */
  bySms: z.boolean(),
  /** what follows `/follow#` in the address */
  token: z.string(),
  createdAt: z.number(),
  /** when someone last looked, to the minute; null: not yet */
  openedAt: z.number().nullable(),
})
export type GuestLink = z.output<typeof guestLink>

/** null: a link for the receiver in the office's list, since it shows the delivery code [design/access-111] */
const listedLink = guestLink.extend({ token: z.string().nullable() })
export type ListedLink = z.output<typeof listedLink>

/** What the holder of a link sees: no contact, no price, no trip code [design/access-101]. */
export const followedTrip = z.object({
  status: z.enum(statuses),
  /** first name of the rider; null: a driver's link */
  rider: z.string().nullable(),
  /** null: not for the receiver of a parcel, nor on a driver's link */
  pickup: place.nullable(),
  /** null: a driver's link */
  drop: place.nullable(),
  carType: z.string(),
  carImage: z.string(),
  bookLater: z.boolean(),
  tripdate: z.number(),
  /** what is delivered; null: a person rides */
  parcel: z
    .object({
      parcelType: z.string().nullable(),
      option: z.string().nullable(),
      /** by which the courier knows the receiver; for the receiver alone, until it is delivered */
      code: z.string().nullable(),
      /** it could not be delivered, and goes or went back [design/delivery-36] */
      returned: z.boolean(),
    })
    .nullable(),
  /** encoded polyline (precision 5) of the planned way; empty where pickup or drop is not shown */
  coords: z.string(),
  driver: z
    .object({
      /** first name */
      name: z.string(),
      vehicleMake: z.string().nullable(),
      vehicleModel: z.string().nullable(),
      vehicle_number: z.string().nullable(),
    })
    .nullable(),
  position: z.object({ at: z.number(), lat: z.number(), lng: z.number(), heading: z.number().nullable() }).nullable(),
  /** seconds to the pickup before STARTED, then to the drop; null on a driver's link */
  eta: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** the office ended the ride for a part of its fare [design/moves-37] */
  aborted: z.boolean(),
  /** the server's clock, for the age of the position */
  now: z.number(),
})
export type FollowedTrip = z.output<typeof followedTrip>

/** The office makes links for senders without an account; the driver has separate links [design/access-102]. */
const onTheTrip = { object: 'booking', allow: ['customer', 'driver', 'admin'] } as const

export const guestLinksApi = {
  list: endpoint(guestLinksRoutes.list, {
    summary: 'The open links by which others follow the ride; a driver gets their own, others the rest',
    relation: onTheTrip,
    rate: 'read',
    params: z.strictObject({ id: bookingId }),
    reply: z.object({ rows: z.array(listedLink) }),
  }),
  add: endpoint(guestLinksRoutes.add, {
    summary:
      'Makes a link by which others follow the ride without an account; the oldest ends when there are too many. For the receiver only where a parcel is delivered; a driver makes links to the car alone, from the accept on',
    relation: onTheTrip,
    rate: 'write',
    params: z.strictObject({ id: bookingId }),
    body: z.strictObject({ view: z.enum(linkViews).optional() }),
    reply: guestLink,
  }),
  end: endpoint(guestLinksRoutes.end, {
    summary: 'Ends a link at once',
    relation: onTheTrip,
    rate: 'write',
    params: z.strictObject({ id: bookingId }),
    body: z.strictObject({ link: uuid }),
    reply: nothing,
  }),
  follow: endpoint(guestLinksRoutes.follow, {
    summary: 'The ride that a link shows; 404 `link_ended` for one that is forged, ended or whose ride is over',
    relation: 'none',
    rate: 'read',
    body: z.strictObject({ token: text(100) }),
    reply: followedTrip,
  }),
}
