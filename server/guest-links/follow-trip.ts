import type { guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import { isShown, showsPosition, viewFollowed } from '@remis/domain/guest-links/view-followed'
import { AppError } from '@remis/domain/messages/app-error'
import { findBooking } from '../booking/booking-rows.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { readTripPosition } from '../tracking/trip-position.ts'
import type { TrackingDeps } from '../tracking/tracking-deps.ts'
import { findOpenLink, markOpened } from './guest-link-store.ts'
import { readGuestLinkToken } from './guest-link-token.ts'

/** One answer for a forged token, an ended link and a ride that is over, so that a caller cannot distinguish them. */
const ended = () => new AppError(404, 'link_ended')

/** What the holder of a link sees [design/access-100]. The page asks again every few seconds. */
export const followTrip: UseCase<TrackingDeps, typeof guestLinksApi.follow> = async (app, { body }) => {
  const link = readGuestLinkToken(app, body.token)
  const open = link === undefined ? undefined : await findOpenLink(app.db.request, link)
  if (link === undefined || open === undefined) throw ended()
  const { view, driver_id: driver } = open
  const booking = await findBooking(app.db.request, open.booking_id)
  const now = await nowMs(app.db.request)
  if (booking === null || !isShown(booking, view, now)) throw ended()
  if (driver !== null && driver !== booking.driver) throw ended()
  await markOpened(app.db.request, link)
  const { position, eta } = showsPosition(booking, view)
    ? // A link that shows the car alone has no arrival time, so none is computed.
      await readTripPosition(app, booking, now, view !== 'car')
    : { position: null, eta: null }
  return {
    ...viewFollowed(booking, view),
    position: position && { at: position.at, lat: position.lat, lng: position.lng, heading: position.heading },
    eta: eta?.duration_in_secs ?? null,
    now,
  }
}
