/** spec 1 §4 */
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

/** spec 1 §4: everything that is not over */
export const activeStatuses: readonly Status[] = statuses.slice(0, 8)
/** spec 1 §4: the driver's trip that is tracked live */
export const trackedStatuses: readonly Status[] = ['ACCEPTED', 'ARRIVED', 'STARTED']
/** spec 1 §4: tracked points count only with these */
export const countedTrackStatuses: readonly Status[] = ['STARTED', 'REACHED']
/** The driver is on a trip and takes no other (design §5). */
export const busyStatuses: readonly Status[] = ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED']
export const finalStatuses: readonly Status[] = ['COMPLETE', 'CANCELLED']
