import { z } from 'zod'

const fareLines = z.object({
  base: z.number(),
  distance: z.number(),
  time: z.number(),
  parcel: z.number(),
  option: z.number(),
  minimum: z.number(),
  fee: z.number(),
})

/** A fare as `viewFare` shapes it; rate lines are in the admin's view only [design/access-6]. */
export const fareSide = z.object({
  distanceKm: z.number(),
  seconds: z.number(),
  parcel: z.number(),
  option: z.number(),
  total: z.number(),
  /** the driver's share; not for riders */
  share: z.number().optional(),
  lines: fareLines.optional(),
})
