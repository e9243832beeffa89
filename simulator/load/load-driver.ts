import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import type { LatLng } from '@remis/domain/kit/distance'
import type { LiveEvent } from '@remis/domain/live/live-events'
import { AppError } from '@remis/domain/messages/app-error'
import { openLiveLink } from '../live-link.ts'
import { makePositionFeed } from '../driving/position-feed.ts'
import { makeRest, type Rest } from '../rest.ts'
import { layOut, placeAt, plannedRoute, type Walk } from '../driving/route-walker.ts'
import { openLoadSession, type LoadAccount } from './load-session.ts'
import type { Bookings } from './bookings.ts'
import type { Calls } from './calls.ts'
import type { Meter } from './meter.ts'

export interface LoadPlan {
  readonly base: string
  readonly calls: Calls
  readonly meter: Meter
  readonly stopped: AbortSignal
  readonly random: () => number
  /** ms between two positions of a driver */
  readonly pingMs: number
  /** ms: to the pickup, at the curb, the trip, paying */
  readonly legs: { readonly pickup: number; readonly boarding: number; readonly trip: number; readonly paying: number }
  readonly bookings: Bookings
}

/** An expected refusal: another driver was faster, or the offer is over. */
const isLostRace = (error: unknown): boolean =>
  error instanceof AppError && [403, 404, 409, 422].includes(error.status) && error.key !== 'invalid_input'

/** How long a person takes to answer an offer. */
const decideMs = { from: 1000, to: 6000 }

interface LoadCar {
  readonly plan: LoadPlan
  readonly rest: Rest
  at: LatLng
  heading: number
}

const wait = async ({ rest, plan }: LoadCar, ms: number): Promise<void> => {
  const until = performance.now() + ms
  while (!plan.stopped.aborted && performance.now() < until) await rest.for(until - performance.now())
}

/** Drives the route in `ms` of real time; the pings send its place. */
const driveAlong = async (car: LoadCar, walk: Walk, ms: number): Promise<void> => {
  const began = performance.now()
  for (;;) {
    const part = Math.min(1, (performance.now() - began) / ms)
    const place = placeAt(walk, walk.seconds * part)
    car.at = { lat: place.lat, lng: place.lng }
    car.heading = place.heading
    if (part >= 1 || car.plan.stopped.aborted) return
    await wait(car, Math.min(1000, ms / 10))
  }
}

/** One driver of a load run: online, pings, accepts offers after a pause and drives them to the end. */
export const startLoadDriver = (plan: LoadPlan, account: LoadAccount, home: LatLng): { done: Promise<void> } => {
  const { meter, stopped, random } = plan
  const session = openLoadSession(plan, account)
  const offers = new Map<string, NodeJS.Timeout>()
  let booking: BookingView | null = null
  const car: LoadCar = { plan, rest: makeRest(stopped), at: home, heading: 0 }

  const drop = (id: string) => {
    clearTimeout(offers.get(id))
    offers.delete(id)
  }
  const dropAll = () => [...offers.keys()].forEach(drop)

  const step = async (name: string, make: () => Promise<{ booking: BookingView }>): Promise<void> => {
    const { booking: after } = await make()
    meter.count(`moved: ${name}`)
    booking = after
  }

  const runTrip = async (taken: BookingView): Promise<void> => {
    const params = { id: taken.id }
    await driveAlong(car, layOut([car.at, taken.pickup], 60), plan.legs.pickup)
    if (stopped.aborted) return
    feed.push({ ...car.at, heading: car.heading }, Date.now(), true)
    const fix = feed.unsent().at(-1)
    await step('arrive', () => session.call(bookingsApi.arrive, { params, body: fix === undefined ? {} : { fix } }))
    await wait(car, plan.legs.boarding)
    const otp = await plan.bookings.codeOf(taken.id)
    if (stopped.aborted) return
    await step('start', () => session.call(bookingsApi.start, { params, body: otp === null ? {} : { otp } }))
    await driveAlong(car, plannedRoute(taken), plan.legs.trip)
    if (stopped.aborted) return
    const body = { fixes: [...feed.unsent()] }
    await step('reach', () => session.call(bookingsApi.reach, { params, body }))
    await wait(car, plan.legs.paying)
    if (stopped.aborted) return
    await step('pay', () => session.call(bookingsApi.pay, { params, body: { payment_mode: 'cash' } }))
  }

  const take = async (id: string): Promise<void> => {
    offers.delete(id)
    if (booking !== null || stopped.aborted) return
    try {
      const answer = await session.call(bookingsApi.accept, { params: { id }, body: {} })
      meter.count('moved: accept')
      booking = answer.booking
    } catch (error) {
      meter.count(isLostRace(error) ? 'lost race' : `accept failed: ${(error as AppError).key}`)
      return
    }
    dropAll()
    await runTrip(booking).catch((error: unknown) => {
      if (!stopped.aborted) meter.count(`trip broke: ${booking?.status} ${(error as AppError).key}`)
    })
    booking = null
  }

  const onEvent = (event: LiveEvent): void => {
    if (event.kind !== 'offer') return
    const { bookingId, offer } = event.payload
    drop(bookingId)
    if (offer === null) return
    plan.bookings.offered(bookingId, performance.now())
    if (booking !== null) return
    const ms = decideMs.from + random() * (decideMs.to - decideMs.from)
    offers.set(
      bookingId,
      setTimeout(() => void take(bookingId), ms),
    )
  }
  const link = openLiveLink(plan.base, session, { event: onEvent, reload: () => meter.count('reload') })
  const feed = makePositionFeed(async (fixes) => {
    if (!link.connected()) throw new Error('no link')
    const began = performance.now()
    const answer = await link.sendFixes(fixes)
    meter.time('ping', performance.now() - began)
    if (answer.dropped > 0) meter.count('dropped fixes')
    return answer
  }, 1)

  const ping = async (): Promise<void> => {
    // Spread the pings of all drivers.
    await makeRest(stopped).for(random() * plan.pingMs)
    const rest = makeRest(stopped)
    while (!stopped.aborted) {
      feed.push({ ...car.at, heading: car.heading }, Date.now(), booking !== null)
      await rest.for(plan.pingMs)
    }
    dropAll()
    link.close()
  }
  return { done: ping() }
}
