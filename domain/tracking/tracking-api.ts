import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { bookingId, nothing, timeMs } from '../kit/schema.ts'
import { timeRange } from '../traffic/traffic-api.ts'
import { trackingRoutes } from './tracking-routes.ts'

/**
 * Hundredths are finer than any device measures. The database stores these numbers as `real`, which refuses the tiniest
 * ones [design/tracking-41].
 */
export const toHundredth = (value: number): number => Math.round(value * 100) / 100

/**
 * A position of the driver's device [design/tracking-1]. `seq` counts up per driver, so that a repeated batch is stored
 * once.
 */
export const fix = z.strictObject({
  seq: z.int().min(0),
  at: timeMs,
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  /** metres */
  accuracy: z.number().min(0).max(100_000).overwrite(toHundredth).optional(),
  /** degrees clockwise from north */
  heading: z.number().min(0).max(360).overwrite(toHundredth).optional(),
  /** m/s */
  speed: z.number().min(0).max(1000).overwrite(toHundredth).optional(),
  /** a repeat of an earlier reading: when the device gave that reading [design/tracking-55] */
  readAt: timeMs.optional(),
})
export type Fix = z.output<typeof fix>

export const fixes = z.array(fix).max(500)

/** [tracking-1] */
export const trackPoint = z.object({
  id: z.string(),
  at: z.number(),
  status: z.string(),
  lat: z.number(),
  lng: z.number(),
})

/** A driver's position on a trip for customer, fleet admin and admins; `at` gives its age [design/tracking-10]. */
export const tripPosition = z.object({
  bookingId: z.string(),
  /** [tracking-1] */
  id: z.string(),
  status: z.string(),
  at: z.number(),
  lat: z.number(),
  lng: z.number(),
  accuracy: z.number().nullable(),
  heading: z.number().nullable(),
})
export type TripPosition = z.output<typeof tripPosition>

/** The answer to a batch [design/tracking-1]. */
export const positionsSent = z.object({
  /** the device need not resend fixes up to this number; -1 if another device of the driver sends */
  lastSeq: z.int(),
  /** number of fixes judged implausible, or of all in a refused batch */
  dropped: z.int(),
  /** of a refused batch: the time of the driver's last accepted fix; the device need not keep fixes up to it */
  lastAt: z.number().optional(),
})
export type PositionsSent = z.output<typeof positionsSent>

/** The companion app that may post the driver's positions [design/tracking-30]. */
const tracker = z.object({
  /** null: the driver has none */
  createdAt: z.number().nullable(),
  /** when it last posted, to the minute; null: not yet */
  usedAt: z.number().nullable(),
})

export const trackingApi = {
  /** HTTP fallback of the socket's `positions` message: the same body, the same reply. */
  send: endpoint(trackingRoutes.send, {
    summary: 'Stores positions of the driver, batched and numbered',
    relation: 'self',
    rate: 'position',
    body: z.strictObject({ fixes }),
    reply: positionsSent,
  }),
  tracker: endpoint(trackingRoutes.tracker, {
    summary: 'Since when a companion app may post the driver’s positions, and when it last did',
    relation: 'self',
    rate: 'read',
    reply: tracker,
  }),
  makeTracker: endpoint(trackingRoutes.makeTracker, {
    summary: 'Makes the token of a companion app, in place of an earlier one; it is in this answer only',
    relation: 'self',
    rate: 'write',
    body: z.strictObject({}),
    reply: z.object({
      createdAt: z.number(),
      token: z.string(),
      /** where the app posts to */
      url: z.string(),
    }),
  }),
  endTracker: endpoint(trackingRoutes.endTracker, {
    summary: 'Ends the token of the companion app at once',
    relation: 'self',
    rate: 'write',
    reply: nothing,
  }),
  last: endpoint(trackingRoutes.last, {
    summary: 'The last position of the trip’s driver, with km and seconds to the next point',
    relation: { object: 'booking', allow: ['customer', 'driver', 'fleet', 'admin'] },
    rate: 'read',
    params: z.strictObject({ id: bookingId }),
    reply: z.object({
      position: tripPosition.nullable(),
      /** to the pickup before STARTED, then to the drop */
      eta: z
        .object({
          distance_in_km: z.number(),
          duration_in_secs: z.number(),
          /** seconds; absent: the duration is exact enough [design/maps-113] */
          range: timeRange.optional(),
        })
        .nullable(),
    }),
  }),
  track: endpoint(trackingRoutes.track, {
    summary:
      'The driven way: the line along the roads once the trip is over, and the counted points, thinned for drawing',
    relation: { object: 'booking', allow: ['customer', 'driver', 'fleet', 'admin'] },
    rate: 'read',
    params: z.strictObject({ id: bookingId }),
    reply: z.object({
      rows: z.array(trackPoint),
      /**
       * encoded polyline (precision 5) of the charged track, matched to roads; null before the end or where it was not
       * matched
       */
      line: z.string().nullable(),
    }),
  }),
}
