import { z } from 'zod'
import { endpoint } from '../../kit/endpoint.ts'
import { bookingId } from '../../kit/schema.ts'
import { tripReviewRoutes } from '../booking-routes.ts'
import { reviewReasons } from './trip-review.ts'

const params = z.strictObject({ id: bookingId })

/** A trip that waits for the office [design/privacy-20]. `withheld` in major units. */
const tripReview = z.object({
  reasons: z.array(z.enum(reviewReasons)),
  foundAt: z.number(),
  /** what the driver cannot withdraw because of this trip; 0 once it is released */
  withheld: z.number(),
  releasedAt: z.number().nullable(),
  /** name of the admin */
  releasedBy: z.string().nullable(),
})

/** The office's look at a fare with flags [design/moves-69]. */
const fareCheck = z.object({
  /** null: it waits */
  checkedAt: z.number().nullable(),
  /** name of the admin; null: it waits, or its trip ended before fares were looked at */
  checkedBy: z.string().nullable(),
})

export const tripReviewApi = {
  read: endpoint(tripReviewRoutes.read, {
    summary:
      'Why the office should look at a trip, what it withholds until then, and whether somebody has looked at its fare; null: nothing',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'read',
    params,
    reply: z.object({ review: tripReview.nullable(), fareCheck: fareCheck.nullable() }),
  }),
  release: endpoint(tripReviewRoutes.release, {
    summary: 'The office has looked at the trip: the driver may withdraw its share, a referral bonus is paid; audited',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    body: z.strictObject({}),
    reply: z.object({ review: tripReview }),
  }),
  checkFare: endpoint(tripReviewRoutes.checkFare, {
    summary: 'The office has looked at a fare with flags: it is no longer listed; changes no amount, audited',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    body: z.strictObject({}),
    reply: z.object({ fareCheck }),
  }),
}
