import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { assignApi } from '@remis/domain/dispatch/assign-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { drop, pickup } from '@remis/server/testing/test-city'
import type { Command, Kind } from './command.ts'
import { moneyActs } from './money-acts.ts'
import { tripActs } from './trip-acts.ts'
import { at, openTurn, type Turn } from './turn.ts'
import type { World } from './world.ts'

const dispatch =
  (autoDispatch: boolean) =>
  ({ world, call }: Turn) =>
    call(world.admin, settingsApi.change, { body: { settings: { autoDispatch } } })

type Step = Exclude<Kind, 'next'>

const acts: Readonly<Record<Step, (turn: Turn) => Promise<unknown>>> = {
  ...tripActs,
  ...moneyActs,
  quoteTwice: ({ world, rider, call }) =>
    call(rider, quotesApi.create, { body: { pickup, drop, carType: world.city.economy } }),
  decline: ({ driver, move }) => move(driver, bookingsApi.decline),
  rate: async ({ command: { how }, move, whoseBooking }) =>
    move(await whoseBooking(), bookingsApi.rate, { rating: (how % 5) + 1 }),
  searchAgain: async ({ move, whoseBooking }) => move(await whoseBooking(), bookingsApi.searchAgain),
  renewCode: async ({ move, whoseBooking }) => move(await whoseBooking(), bookingsApi.renewTripCode),
  goOffline: ({ driver, call }) => call(driver, dispatchApi.goOnline, { body: { online: false } }),
  goOnline: ({ driver, call }) => call(driver, dispatchApi.goOnline, { body: { online: true } }),
  assign: ({ world, driver, move }) => move(world.admin, assignApi.assign, { driver: driver.id }),
  dispatchByHand: dispatch(false),
  dispatchByItself: dispatch(true),
  sweep: ({ world, inner }) => inner(() => world.sweep()),
  timePasses: ({ world, command: { how } }) => world.clock.pass(([20, 90, 600, 2400, 90_000][how % 5] ?? 20) * 1000),
}

/** The next step of a booking in each status. */
const steps: Readonly<Record<string, readonly Step[]>> = {
  PAYMENT_PENDING: ['payByCard'],
  NEW: ['accept'],
  ACCEPTED: ['arrive', 'arrive', 'driveOn'],
  ARRIVED: ['start', 'start', 'start', 'noShow'],
  STARTED: ['reach', 'reach', 'driveOn'],
  REACHED: ['pay', 'pay', 'notPaid'],
  PENDING: ['pay', 'payByCard', 'payByCard'],
  PAID: ['rate', 'rate', 'correct'],
}

/** A step of any booking that has one; without a booking, a new one. */
const nextOf = async ({ city: { database } }: World, { what, how }: Command): Promise<Step> => {
  const open = await database.db.request
    .selectFrom('bookings')
    .select('status')
    .where('status', 'in', Object.keys(steps) as BookingView['status'][])
    .orderBy('booking_date')
    .execute()
  const { status } = at(open, what) ?? {}
  return at(steps[status ?? ''] ?? ['book'], how) ?? 'book'
}

/** Executes commands one at a time. Throws for anything that must not happen. */
export const act = async (world: World, command: Command): Promise<void> => {
  await world.clock.pass(1 + (command.how % 1000))
  const kind = command.kind === 'next' ? await nextOf(world, command) : command.kind
  await acts[kind](await openTurn(world, { ...command, kind }))
  // Jobs and consumers of the stream lag behind by a few commands, as they do on a busy server; each time costs as much
  // as a command.
  if (command.how % 3 === 0) await world.settle()
}
