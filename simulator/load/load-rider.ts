import { bookingsApi } from '@remis/domain/booking/booking-api'
import { settledStatuses } from '@remis/domain/booking/statuses'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import type { LiveEvent } from '@remis/domain/live/live-events'
import type { LatLng } from '@remis/domain/kit/distance'
import { AppError } from '@remis/domain/messages/app-error'
import { openLiveLink } from '../live-link.ts'
import { makeRest } from '../rest.ts'
import type { LoadPlan } from './load-driver.ts'
import { openLoadSession, type LoadAccount } from './load-session.ts'

export interface Errand {
  readonly pickup: LatLng & { readonly add: string }
  readonly drop: LatLng & { readonly add: string }
}

interface RiderPlan extends LoadPlan {
  readonly carType: string
  /** draws the places of the next booking */
  readonly errand: () => Errand
}

const place = ({ lat, lng, add }: Errand['pickup']) => ({ coords: { lat, lng }, description: add })

/** One rider of a load run: books, watches the trip, and books again once it is paid. */
export const startLoadRider = (
  plan: RiderPlan,
  account: LoadAccount,
  firstAfterMs: number,
): { done: Promise<void> } => {
  const { meter, stopped } = plan
  const session = openLoadSession(plan, account)
  const rest = makeRest(stopped)
  const ended = new Set<string>()

  const onEvent = (event: LiveEvent): void => {
    if (event.kind !== 'booking' || !settledStatuses.includes(event.payload.status)) return
    ended.add(event.payload.id)
    meter.count(`saw ${event.payload.status}`)
    rest.wake()
  }
  const link = openLiveLink(plan.base, session, {
    event: onEvent,
    reload: () => meter.count('reload'),
    position: ({ at }) => meter.time('ping to rider', Date.now() - at),
  })

  const book = async (): Promise<string> => {
    const { pickup, drop } = plan.errand()
    const { quote } = await session.call(quotesApi.create, { body: { pickup, drop, carType: plan.carType } })
    const sentAt = performance.now()
    const { booking } = await session.call(bookingsApi.create, {
      body: {
        quote: quote.id,
        pickup: place(pickup),
        drop: place(drop),
        carDetails: { id: plan.carType },
        paymentPacket: { payment_mode: 'cash' },
        bookLater: false,
      },
    })
    const code = async () => (await session.call(bookingsApi.get, { params: { id: booking.id } })).booking.otp ?? null
    plan.bookings.sent(booking.id, sentAt, code)
    meter.count('booked')
    return booking.id
  }

  const live = async (): Promise<void> => {
    await rest.for(firstAfterMs)
    while (!stopped.aborted) {
      try {
        const id = await book()
        while (!stopped.aborted && !ended.has(id)) await rest.for(60_000)
        plan.bookings.forget(id)
      } catch (error) {
        if (stopped.aborted) break
        meter.count(`not booked: ${error instanceof AppError ? error.key : String(error)}`)
        await rest.for(2000)
      }
    }
    link.close()
  }
  return { done: live() }
}
