import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import { AppError } from '@remis/domain/messages/app-error'
import { drive, findRoute, park, type Car } from './car.ts'
import type { Conductor } from '../conductor.ts'
import { finalProof, pickupProof, type SendPhoto } from './parcel-proof.ts'
import { layOut, plannedRoute, type Walk } from './route-walker.ts'

interface Trip {
  readonly car: Car
  readonly conductor: Pick<Conductor, 'tripCode' | 'deliveryCode'>
  readonly sendPhoto: SendPhoto
  /** false once the booking has left this driver or this status */
  readonly isActive: () => boolean
}

/** Time to read out the code and to pay. Real time at any speed, so that a person watching can follow. */
const boardingMs = 8000
const payingMs = 5000
const tripStepMs = 1000

/** To the pickup by road, or in a straight line when the map finds no route: the rider is still picked up. */
const routeToPickup = async (car: Car, { pickup }: BookingView): Promise<Walk> => {
  try {
    return await findRoute(car.call, car.at, pickup)
  } catch (error) {
    if (error instanceof AppError && error.status === 422) return layOut([car.at, pickup], 0)
    throw error
  }
}

type Step = (trip: Trip, booking: BookingView) => Promise<BookingView | null>

const toPickup: Step = async ({ car, isActive }, booking) => {
  const there = await drive(car, await routeToPickup(car, booking), { onTrip: true, stepMs: tripStepMs, isActive })
  if (!there) return null
  // the position that confirms the arrival, unless the server has it already
  const fix = car.feed.unsent().at(-1)
  const body = fix === undefined ? {} : { fix }
  return (await car.call(bookingsApi.arrive, { params: { id: booking.id }, body })).booking
}

const board: Step = async ({ car, conductor, sendPhoto, isActive }, { id }) => {
  await park(car, boardingMs, { onTrip: true, isActive })
  if (!isActive()) return null
  const proof = await pickupProof({ call: car.call, conductor, sendPhoto }, id)
  const otp = await conductor.tripCode(id)
  const body = { ...proof, ...(otp === null ? {} : { otp }) }
  return (await car.call(bookingsApi.start, { params: { id }, body })).booking
}

const toDrop: Step = async ({ car, conductor, sendPhoto, isActive }, booking) => {
  const there = await drive(car, plannedRoute(booking), { onTrip: true, stepMs: tripStepMs, isActive })
  if (!there) return null
  const proof = await finalProof({ call: car.call, conductor, sendPhoto }, booking)
  const body = { ...proof, fixes: [...car.feed.unsent()] }
  return (await car.call(bookingsApi.reach, { params: { id: booking.id }, body })).booking
}

const receiveCash: Step = async ({ car, isActive }, { id, debtDue = 0 }) => {
  await park(car, payingMs, { onTrip: false, isActive })
  if (!isActive()) return null
  return (await car.call(bookingsApi.pay, { params: { id }, body: { payment_mode: 'cash', with_debt: debtDue > 0 } }))
    .booking
}

const steps: Readonly<Record<string, Step>> = {
  ACCEPTED: toPickup,
  ARRIVED: board,
  STARTED: toDrop,
  REACHED: receiveCash,
}

/** Whether this driver has a next step for the booking. */
export const isMine = (booking: BookingView, driver: string): boolean =>
  booking.driver === driver && booking.status in steps

/** Runs the next step of a trip and returns the booking after it; null when the step was ended early. */
export const nextStep: Step = (trip, booking) => steps[booking.status]?.(trip, booking) ?? Promise.resolve(null)
