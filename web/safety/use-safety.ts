import type { BookingView } from '@remis/domain/booking/booking-api'
import { variants } from '@remis/domain/booking/variant'
import { AppError } from '@remis/domain/messages/app-error'
import { isOnTrip, type ClaimedPosition } from '@remis/domain/safety/safety-alert'
import type { OwnSafety } from '@remis/domain/safety/safety-api'
import { safetyCalls } from '@remis/domain/safety/safety-routes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mayHaveHappened } from '../booking-parts/booking-queries.ts'
import { call } from '../platform/api/call.ts'
import { newKey, queryClient } from '../platform/api/plain-call.ts'
import { useSettings } from '../platform/api/settings.ts'
import { useConnection } from '../platform/live/connection.ts'
import { refetchAfterReset, serverNow, useLive } from '../platform/live/live.ts'
import { useSenderState } from '../platform/sending/use-sender-state.ts'
import { makeAlertSender, type AlertSender } from './alert-sender.ts'

const keyOf = (id: string) => ['own-safety', id] as const
refetchAfterReset(['own-safety'])

/** Reads again: often while an alert is not acknowledged, and while events may be missed. ms */
const waitingMs = 5000
const brokenLinkMs = 8000

type Trip = Pick<BookingView, 'id' | 'status' | 'driver'>

/** Emergency number, own alert and open question of a trip; undefined before they are read. */
export const useSafety = (trip: Trip) => {
  const appcat = useSettings()?.appcat
  const onTrip = appcat !== undefined && variants[appcat].hasPanic && isOnTrip(trip)
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
    queryFn: () => call(safetyCalls.read, { params: { id: trip.id } }),
  })
  useLive('notice', ({ bookingId }) => {
    if (bookingId === trip.id) void readAgain(trip.id)
  })
  return { onTrip, safety: onTrip ? data : undefined }
}

export const readAgain = (id: string): Promise<void> => queryClient.invalidateQueries({ queryKey: keyOf(id) })

const senders = new Map<string, AlertSender>()

/** One sender per person for the lifetime of the page. */
const senderOf = (person: string): AlertSender => {
  const held = senders.get(person)
  if (held !== undefined) return held
  const made = makeAlertSender(`remis.alert.${person}`, newKey, {
    send: async ({ bookingId, key, pressedAt, position }) => {
      const body = { pressedAt, position }
      return (await call(safetyCalls.panic, { params: { id: bookingId }, body }, { key })).alert
    },
    // after a new sign-in of the same person it is sent
    mayRetry: (error) => mayHaveHappened(error) || (error instanceof AppError && error.status === 401),
    done: ({ bookingId }, alert) => {
      queryClient.setQueriesData<OwnSafety>({ queryKey: keyOf(bookingId) }, (known) => known && { ...known, alert })
      void readAgain(bookingId)
    },
    store: window.localStorage,
    after: (ms, run) => setTimeout(run, ms),
  })
  senders.set(person, made)
  return made
}

/** Raises an alert for a trip, with the state of sending it. */
export const useAlertSender = (person: string, bookingId: string) => {
  const sender = useMemo(() => senderOf(person), [person])
  const state = useSenderState(sender)
  const ours = state.pending?.bookingId === bookingId
  return {
    phase: ours ? state.phase : ('idle' as const),
    refused: state.refused?.request.bookingId === bookingId ? state.refused.error : null,
    /** The phone goes on to look for its position where it has none yet. */
    press: (position: ClaimedPosition | null) => {
      sender.press(bookingId, serverNow(), position)
      if (position === null)
        void readPosition().then((found) => {
          if (found !== null) sender.locate(found)
        })
    },
  }
}

/** A position is used when it is at most this old, and waited for this long, ms. */
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
