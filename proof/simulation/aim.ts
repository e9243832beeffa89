import type { BookingView } from '@remis/domain/booking/booking-api'
import type { Command, Kind } from './command.ts'
import type { World } from './world.ts'

/** The statuses in which such a command can have an effect. */
const points: Partial<Record<Kind, readonly BookingView['status'][]>> = {
  accept: ['NEW'],
  decline: ['NEW'],
  assign: ['NEW'],
  searchAgain: ['NEW'],
  arrive: ['ACCEPTED'],
  driveOn: ['ACCEPTED', 'STARTED'],
  start: ['ARRIVED'],
  renewCode: ['ACCEPTED', 'ARRIVED'],
  reach: ['STARTED'],
  abort: ['STARTED'],
  pay: ['REACHED', 'PENDING'],
  payByCard: ['PAYMENT_PENDING', 'REACHED', 'PENDING'],
  notPaid: ['REACHED'],
  writeOff: ['PENDING'],
  correct: ['PAID', 'COMPLETE'],
  rate: ['PAID'],
  cancel: ['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED'],
  driverCancels: ['ACCEPTED', 'ARRIVED'],
  noShow: ['ARRIVED'],
}

/** The booking of a command: most commands pick one in such a status, the others any. */
export const aim = async (world: World, { kind, what, how }: Command): Promise<string | undefined> => {
  const statuses = points[kind]
  const any = world.bookings[what % world.bookings.length]
  if (statuses === undefined || how % 8 === 0) return any
  const there = await world.city.database.db.request
    .selectFrom('bookings')
    .select('id')
    .where('status', 'in', statuses)
    .orderBy('booking_date')
    .execute()
  return there[what % there.length]?.id ?? any
}
