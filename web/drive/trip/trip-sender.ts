import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls, parcelCalls } from '@remis/domain/booking/booking-routes'
import { bookingKeys, putBooking } from '../../booking-parts/booking-cache.ts'
import { isRefused } from '../../platform/api/call-outcome.ts'
import { call } from '../../platform/api/call.ts'
import { settingsQuery } from '../../platform/api/settings.ts'
import { pictureSenderOf } from '../../files/use-picture-sender.ts'
import { arePositionsRefused, unsentPositions } from '../positions/driver-positions.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import { forgetAnswer, keyOf, showError } from '../../platform/show-message.ts'
import { keptStore } from '../../platform/sending/kept-store.ts'
import { after, perPerson, requireOwnSession } from '../../platform/sending/own-requests.ts'
import { codeFaults } from './code-fault.ts'
import { mustWait } from './action-positions.ts'
import { actionName, makeActionSender, type ActionSender, type PendingAction } from './action-sender.ts'

/** Rejects while a photo of the action cannot be sent, so that the action waits for it. */
const withFiles = async (driver: string, action: PendingAction): Promise<PendingAction> => {
  const { bookingId, photos } = action
  if (photos === undefined || action.files !== undefined) return action
  const files: Record<string, string> = {}
  for (const [key, name] of Object.entries(photos)) {
    const file = await pictureSenderOf(driver).fileOf({ subject: bookingId, name })
    if (file !== undefined) files[key] = file
  }
  return { ...action, files }
}

/** The wait for the server's answer [design/web-157]. */
const answerMs = 15_000

const calls = { ...bookingsCalls, ...parcelCalls }

const send = async (driver: string, pending: PendingAction): Promise<BookingView> => {
  requireOwnSession(driver)
  // Tried again like a request that was lost.
  if (mustWait(pending, unsentPositions(driver), arePositionsRefused(driver)))
    throw new Error('positions of the trip are not sent yet')
  const body = { ...pending.body, ...pending.files }
  const input = { params: { id: pending.bookingId }, body: body as never }
  return (await call(calls[pending.action], input, { key: pending.key, within: answerMs })).booking
}

/** Reads the trips again after one of them has moved on. */
export const readTripsAgain = () => {
  void queryClient.invalidateQueries({ queryKey: bookingKeys.all })
  void queryClient.invalidateQueries({ queryKey: bookingKeys.day })
}

const senders = perPerson<ActionSender>((driver) =>
  makeActionSender<BookingView>(actionName(driver), {
    complete: (pending) => withFiles(driver, pending),
    send: (pending) => send(driver, pending),
    mayRetry: (error) => !isRefused(error),
    done: ({ photos }, booking) => {
      forgetAnswer()
      if (photos !== undefined) void pictureSenderOf(driver).forget(booking.id)
      putBooking(queryClient, booking)
      void queryClient.invalidateQueries({ queryKey: bookingKeys.day })
    },
    refused: (_, error) => {
      // the code pad says what is wrong with the code
      if (!codeFaults.includes(keyOf(error))) showError(error)
      readTripsAgain()
      // the settings may have changed: what a step requires may not be what this page asks for
      void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
    },
    store: keptStore(),
    after,
  }),
)

/** One sender per driver for the lifetime of the page. */
export const tripSenderOf = senders.of
