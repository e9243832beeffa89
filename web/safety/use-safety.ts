import type { BookingView } from '@remis/domain/booking/booking-api'
import { variants } from '@remis/domain/booking/variant'
import { isOnTrip, type ClaimedPosition } from '@remis/domain/safety/safety-alert'
import type { OwnAlert, OwnSafety } from '@remis/domain/safety/safety-api'
import { safetyCalls } from '@remis/domain/safety/safety-routes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isRefused } from '../platform/api/call-outcome.ts'
import { call } from '../platform/api/call.ts'
import { newKey, queryClient } from '../platform/api/plain-call.ts'
import { useSettings } from '../platform/api/settings.ts'
import { useConnection } from '../platform/live/connection.ts'
import { onLive, onOnline, readAgain, refetchAfterReset } from '../platform/live/live.ts'
import { serverNow } from '../platform/api/server-clock.ts'
import { keptStore } from '../platform/sending/kept-store.ts'
import { after, perPerson, requireOwnSession } from '../platform/sending/own-requests.ts'
import { useSenderState } from '../platform/sending/use-sender-state.ts'
import { makeAlertSender, type AlertSender } from './alert-sender.ts'
import { alertName, keepPanic } from './kept-alert.ts'

const keyOf = (id: string) => ['own-safety', id] as const
refetchAfterReset(['own-safety'])
onLive('notice', ({ bookingId }) => {
  if (bookingId !== null) void readSafetyAgain(bookingId)
})

/** Reads again: often while an alert is not acknowledged, and while events may be missed. ms */
const waitingMs = 5000
const brokenLinkMs = 8000

type Trip = Pick<BookingView, 'id' | 'status' | 'driver'>

/** Emergency number, own alert and open question of a trip; undefined before they are read. */
export const useSafety = (trip: Trip) => {
  const appcat = useSettings()?.appcat
  const hasPanic = appcat !== undefined && variants[appcat].hasPanic
  const onTrip = hasPanic && isOnTrip(trip)
  const connection = useConnection()
  const { data } = useQuery({
    queryKey: [...keyOf(trip.id), trip.status],
    enabled: onTrip,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const alert = state.data?.alert ?? null
      return alert !== null && alert.takenAt === null ? waitingMs : connection === 'online' ? false : brokenLinkMs
    },
    queryFn: async () => {
      const read = await call(safetyCalls.read, { params: { id: trip.id } })
      if (read.onTrip) keepPanic(trip.id, read.panic)
      return read
    },
  })
  return { hasPanic, onTrip, safety: onTrip ? data : undefined }
}

export const readSafetyAgain = (id: string): Promise<void> => readAgain(keyOf(id))

/** The answers to alerts of this page, by booking: after the end of a trip the server shows none. */
const sentAlerts = new Map<string, OwnAlert>()

const senders = perPerson<AlertSender>((person) =>
  makeAlertSender(alertName(person), newKey, {
    send: async ({ bookingId, key, pressedAt, position, question }) => {
      requireOwnSession(person)
      const params = { id: bookingId }
      const body = { pressedAt, position }
      if (question === null) return (await call(safetyCalls.panic, { params, body }, { key })).alert
      return (await call(safetyCalls.answer, { params, body: { ...body, question, fine: false } }, { key })).alert
    },
    // after a new sign-in of the same person it is sent
    mayRetry: (error) => !isRefused(error),
    done: ({ bookingId }, alert) => {
      if (alert !== null) sentAlerts.set(bookingId, alert)
      queryClient.setQueriesData<OwnSafety>({ queryKey: keyOf(bookingId) }, (known) => known && { ...known, alert })
      void readSafetyAgain(bookingId)
    },
    store: keptStore(),
    after,
  }),
)
onOnline(() => senders.all().forEach((sender) => sender.retryNow()))

/** Sends an alert that an earlier page could not send, on any screen. */
export const resumeAlert = (person: string): void => senders.of(person).retryNow()

/** Raises an alert for a trip, with the state of sending it. */
export const useAlertSender = (person: string, bookingId: string) => {
  const sender = useMemo(() => senders.of(person), [person])
  const state = useSenderState(sender)
  const ours = state.pending?.bookingId === bookingId
  return {
    sent: sentAlerts.get(bookingId) ?? null,
    phase: ours ? state.phase : ('idle' as const),
    refused: state.refused?.request.bookingId === bookingId ? state.refused.error : null,
    /**
     * Sends the alert at once; if `position` is null, sends the position when the phone has found it. `question`: the
     * question that this call for help answers.
     */
    press: (position: ClaimedPosition | null, question: string | null = null) => {
      sender.press(bookingId, serverNow(), position, question)
      if (position === null)
        void readPosition().then((found) => {
          if (found !== null) sender.locate(found)
        })
    },
  }
}

/** The largest age of a position that is used, and how long to wait for one, ms. */
const maximumAge = 20_000
const timeout = 20_000

/** This phone's position, its time by the server's clock; null: not available. */
export const readPosition = (): Promise<ClaimedPosition | null> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) =>
        resolve({
          lat: coords.latitude,
          lng: coords.longitude,
          accuracy: Math.min(coords.accuracy, 100_000),
          at: Math.round(timestamp + serverNow() - Date.now()),
        }),
      () => resolve(null),
      { enableHighAccuracy: true, maximumAge, timeout },
    )
  })

/** The same, where the person has allowed it before: no question is shown while the button is held. */
export const readAllowedPosition = async (): Promise<ClaimedPosition | null> => {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' })
    return state === 'granted' ? await readPosition() : null
  } catch {
    return null
  }
}
