/** Every status of a booking, in the order of a trip [booking-8]. */
export const statuses = [
  'PAYMENT_PENDING',
  'NEW',
  'ACCEPTED',
  'ARRIVED',
  'STARTED',
  'REACHED',
  'PENDING',
  'PAID',
  'COMPLETE',
  'CANCELLED',
] as const
export type Status = (typeof statuses)[number]

/** Never left again [design/moves-1]. */
export const finalStatuses: readonly Status[] = ['COMPLETE', 'CANCELLED']

/** Not completed and not cancelled [booking-9]. */
export const activeStatuses: readonly Status[] = statuses.filter((status) => !finalStatuses.includes(status))

/** A driver is on the way to the pickup, waiting there, or driving: the trip that is tracked live [tracking-3]. */
export const trackedStatuses: readonly Status[] = ['ACCEPTED', 'ARRIVED', 'STARTED']

/** The driver is on a trip and accepts no other one [design/moves-1]. */
export const busyStatuses: readonly Status[] = [...trackedStatuses, 'REACHED']

/** Track points count for the fare only with these statuses [tracking-4]. */
export const countedTrackStatuses: readonly Status[] = ['STARTED', 'REACHED']

/** The trip code is shown to the customer and may be revealed to an admin [design/access-5]. */
export const tripCodeStatuses: readonly Status[] = ['ACCEPTED', 'ARRIVED']
