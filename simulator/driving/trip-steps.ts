import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import { AppError } from '@remis/domain/messages/app-error'
import { drive, findWay, stand, type Car } from './car.ts'
import type { Conductor } from '../conductor.ts'
import { layOut, plannedRoute, type Walk } from './route-walker.ts'

interface Trip {
  readonly car: Car
  readonly conductor: Pick<Conductor, 'tripCode'>
  /** this booking is still mine and still in this state */
  readonly goOn: () => boolean
}

/** A person at the curb: time to read the code out, and to find the money. Real time at any speed: somebody may watch. */
const boardingMs = 8000
const payingMs = 5000
const tripStepMs = 1000

/** To the pickup by road; where the map knows no way, straight ahead, so that the rider is not left standing. */
const wayToPickup = async (car: Car, { pickup }: BookingView): Promise<Walk> => {
  try {
    return await findWay(car.call, car.at, pickup)
  } catch (error) {
    if (error instanceof AppError && error.status === 422) return layOut([car.at, pickup], 0)
    throw error
  }
}

type Step = (trip: Trip, booking: BookingView) => Promise<BookingView | null>

const toPickup: Step = async ({ car, goOn }, booking) => {
  const there = await drive(car, await wayToPickup(car, booking), { onTrip: true, stepMs: tripStepMs, goOn })
  return there ? (await car.call(bookingsApi.arrive, { params: { id: booking.id }, body: {} })).booking : null
}

const board: Step = async ({ car, conductor, goOn }, { id }) => {
  await stand(car, boardingMs, { onTrip: true, goOn })
  if (!goOn()) return null
  const otp = await conductor.tripCode(id)
  return (await car.call(bookingsApi.start, { params: { id }, body: otp === null ? {} : { otp } })).booking
}

const toDrop: Step = async ({ car, goOn }, booking) => {
  const there = await drive(car, plannedRoute(booking), { onTrip: true, stepMs: tripStepMs, goOn })
  if (!there) return null
  const body = { fixes: [...car.feed.unsent()] }
  return (await car.call(bookingsApi.reach, { params: { id: booking.id }, body })).booking
}

const receiveCash: Step = async ({ car, goOn }, { id }) => {
  await stand(car, payingMs, { onTrip: false, goOn })
  if (!goOn()) return null
  return (await car.call(bookingsApi.pay, { params: { id }, body: { payment_mode: 'cash' } })).booking
}

const steps: Readonly<Record<string, Step>> = {
  ACCEPTED: toPickup,
  ARRIVED: board,
  STARTED: toDrop,
  REACHED: receiveCash,
}

/** In these the booking is this driver's to work on. */
export const isMine = (booking: BookingView, driver: string): boolean =>
  booking.driver === driver && booking.status in steps

/** Does the driver's next step of a trip and answers the booking after it; null when it was broken off. */
export const nextStep: Step = (trip, booking) => steps[booking.status]?.(trip, booking) ?? Promise.resolve(null)
