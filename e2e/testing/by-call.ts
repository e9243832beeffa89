import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { endingsApi } from '@remis/domain/booking/endings-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { carTypesApi } from '@remis/domain/fare/car-types-api'
import { makeCall, type CallFunction } from '@remis/domain/kit/call'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import type { Actor } from './actors.ts'
import { trial } from './steps.ts'
import type { Route } from './route.ts'

/** The API as its clients use it, for actors that need no screen. */
export const clientOf = (base: string, token?: string): CallFunction =>
  makeCall({ fetch: (url, init) => fetch(url, init), base, token: () => token, newKey: () => crypto.randomUUID() })

export const signInByCall = async (base: string, label: string): Promise<CallFunction> => {
  const { token } = await clientOf(base)(accountsApi.signIn, { body: trial(label) })
  return clientOf(base, token)
}

/** Puts a free driver at the start of the route. */
export const waitAtStart = async (driver: CallFunction, { start: { lat, lng } }: Route): Promise<void> => {
  const { lastFixSeq } = await driver(dispatchApi.goOnline, { body: { online: true } })
  await driver(trackingApi.send, { body: { fixes: [{ seq: lastFixSeq + 1, at: Date.now(), lat, lng }] } })
}

/** Sets the driver offline. */
export const stopByCall = (driver: CallFunction): Promise<unknown> =>
  driver(dispatchApi.goOnline, { body: { online: false } })

/** Cancels with the first reason that the caller is offered, so that no driver of a later story is asked. */
export const cancelByCall = async (call: CallFunction, id: string): Promise<void> => {
  const params = { id }
  const { reasons } = await call(endingsApi.cancellation, { params })
  await call(bookingsApi.cancel, { params, body: { reason: reasons[0]?.id ?? '' } })
}

/** Books the route now or for `tripdate` (ms), paid in cash; returns the booking's id. */
export const bookByCall = async (
  rider: CallFunction,
  route: Route,
  carType: RegExp,
  tripdate?: number,
): Promise<string> => {
  const { rows } = await rider(carTypesApi.list, {})
  const car = rows.find(({ name }) => carType.test(name))
  if (car === undefined) throw new Error(`no car type ${carType.source}`)
  const pickup = { ...route.start, add: route.from }
  const drop = { ...route.end, add: route.to }
  const later = tripdate === undefined ? {} : { tripdate }
  const { quote } = await rider(quotesApi.create, { body: { pickup, drop, carType: car.id, ...later } })
  const end = ({ lat, lng, add }: typeof pickup) => ({ coords: { lat, lng }, description: add })
  const { booking } = await rider(bookingsApi.create, {
    body: {
      quote: quote.id,
      pickup: end(pickup),
      drop: end(drop),
      carDetails: { id: car.id },
      paymentPacket: { payment_mode: 'cash' },
      bookLater: tripdate !== undefined,
      ...later,
    },
  })
  return booking.id
}

/** Calls the API with the session of this browser and returns status and body. */
export const asSignedIn = async <T>(
  { base, context }: Actor,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: T }> => {
  const headers = { origin: base, 'idempotency-key': crypto.randomUUID() }
  const answer = await context.request.fetch(path, { method, headers, ...(body === undefined ? {} : { data: body }) })
  return { status: answer.status(), body: (await answer.json()) as T }
}
