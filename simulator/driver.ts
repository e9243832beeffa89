import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import type { LiveEvent } from '@remis/domain/live/live-events'
import { AppError } from '@remis/domain/messages/app-error'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { drive, findRoute, park, type Car } from './driving/car.ts'
import { nearHome, type Area } from './city.ts'
import type { Conductor } from './conductor.ts'
import { openLiveLink } from './live-link.ts'
import type { OfferDesk } from './offer-desk.ts'
import { drawParcel } from './driving/parcel-picture.ts'
import type { SendPhoto } from './driving/parcel-proof.ts'
import { makePositionFeed } from './driving/position-feed.ts'
import { makeRest } from './rest.ts'
import type { CourierSession } from './session.ts'
import { isMine, nextStep } from './driving/trip-steps.ts'

export interface DriverSetUp {
  readonly base: string
  readonly session: CourierSession
  /** Asks for the city of the current map. */
  readonly findArea: () => Promise<Area>
  readonly speed: number
  readonly conductor: Conductor
  readonly desk: OfferDesk
  readonly stopped: AbortSignal
  readonly onError: (error: unknown) => void
}

export interface Driver {
  /** Accepts an offer; false when it was taken or is over. */
  accept(bookingId: string): Promise<boolean>
  /** Resolves after `stopped`. */
  readonly done: Promise<void>
}

const roamStepMs = 3000
const parkMs = { from: 15_000, to: 45_000 }
const afterErrorMs = 3000

/** A driver of the fleet: goes online, roams near home, drives accepted bookings, until `stopped`. */
export const startDriver = async (setUp: DriverSetUp): Promise<Driver> => {
  const { session, stopped, desk } = setUp
  const me = await session.enter()
  const day = await session.call(dispatchApi.day, {})
  const rest = makeRest(stopped)
  let { city, home } = await setUp.findArea()
  let booking: BookingView | null = null

  const applyBooking = (view: BookingView) => {
    if (booking !== null && (view.id !== booking.id || view.version < booking.version)) return
    booking = isMine(view, me) ? view : null
    rest.wake()
  }
  const reload = async (): Promise<void> => {
    const before = booking
    const { activeBooking } = await session.call(dispatchApi.day, {})
    // A booking accepted during the call is newer than its answer.
    if (booking === before && before !== null && before.id !== activeBooking) booking = null
    if (activeBooking !== null)
      applyBooking((await session.call(bookingsApi.get, { params: { id: activeBooking } })).booking)
    const { rows } = await session.call(dispatchApi.offers, {})
    for (const offer of rows) desk.note(me, offer.bookingId, offer)
  }
  const onEvent = (event: LiveEvent) => {
    if (event.kind === 'booking') applyBooking(event.payload)
    if (event.kind === 'offer') desk.note(me, event.payload.bookingId, event.payload.offer)
  }

  const link = openLiveLink(setUp.base, session, {
    event: onEvent,
    reload: () => void reload().catch(setUp.onError),
  })
  const feed = makePositionFeed(
    (fixes) =>
      link.connected() ? link.sendFixes(fixes) : session.call(trackingApi.send, { body: { fixes: [...fixes] } }),
    day.lastFixSeq + 1,
  )
  const sendPhoto: SendPhoto = (id, name) => session.upload(`/api/bookings/${id}/photos?name=${name}`, drawParcel())
  const car: Car = { call: session.call, feed, rest, speed: setUp.speed, at: home }

  /** The home may be off the road: the car begins at the nearest point on one. */
  const beginAtHome = async (): Promise<void> => {
    const way = await findRoute(session.call, city.center, home).catch(() => null)
    car.at = way?.points.at(-1) ?? home
  }
  /** After a restart during a trip the car is at its last position. */
  const findPlace = async (): Promise<void> => {
    if (day.activeBooking === null) return beginAtHome()
    const { position } = await session.call(trackingApi.last, { params: { id: day.activeBooking } })
    if (position !== null) car.at = { lat: position.lat, lng: position.lng }
  }
  /** After the import of another map the car begins at a home there. */
  const followMap = async (): Promise<void> => {
    const now = await setUp.findArea()
    if (now.city.center.lat === city.center.lat && now.city.center.lng === city.center.lng) return
    ;({ city, home } = now)
    await beginAtHome()
    feed.push({ ...car.at, heading: 0 }, Date.now(), false)
  }

  const roam = async (): Promise<void> => {
    const isActive = () => booking === null && !stopped.aborted
    const way = await findRoute(session.call, car.at, nearHome(city, home, Math.random)).catch(() => null)
    if (way === null && isActive()) await followMap()
    if (way !== null && isActive()) await drive(car, way, { onTrip: false, stepMs: roamStepMs, isActive })
    const pause = parkMs.from + Math.random() * (parkMs.to - parkMs.from)
    await park(car, pause, { onTrip: false, isActive })
  }
  const work = async (now: BookingView): Promise<void> => {
    const isActive = () => !stopped.aborted && booking?.id === now.id && booking.status === now.status
    const after = await nextStep({ car, conductor: setUp.conductor, sendPhoto, isActive }, now)
    if (after !== null) applyBooking(after)
  }

  const live = async (): Promise<void> => {
    while (!stopped.aborted) {
      try {
        await (booking === null ? roam() : work(booking))
      } catch (error) {
        if (stopped.aborted) break
        // A lost race or a cancelled booking is expected; log anything else.
        if (!(error instanceof AppError && error.status === 409)) setUp.onError(error)
        await rest.for(afterErrorMs)
        await reload().catch(setUp.onError)
      }
    }
    link.close()
    await session.leave()
  }

  await findPlace()
  if (!day.online) await session.call(dispatchApi.goOnline, { body: { online: true } })
  feed.push({ ...car.at, heading: 0 }, Date.now(), day.activeBooking !== null)
  await reload()

  return {
    done: live(),
    accept: async (id) => {
      if (booking !== null) return false
      try {
        applyBooking((await session.call(bookingsApi.accept, { params: { id }, body: {} })).booking)
        return true
      } catch (error) {
        if (error instanceof AppError && [403, 404, 409, 422].includes(error.status)) return false
        throw error
      }
    },
  }
}
