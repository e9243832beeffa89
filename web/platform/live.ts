import type { LiveEvent, LiveEvents, LiveKind } from '@remis/domain/live/live-events'
import { trackingApi, type TripPosition } from '@remis/domain/tracking/tracking-api'
import { useEffect, useRef } from 'react'
import { bookingKeys, liveKeys, putBooking, putOffer } from './booking-cache.ts'
import { call } from './call.ts'
import { reportLink } from './connection.ts'
import { connectWire } from './live-wire.ts'
import { openLiveLink, type LinkState, type LiveLink } from './live-link.ts'
import type { Reading } from './position-queue.ts'
import { walletKeys } from './money-queries.ts'
import { makePositionSender, type PositionSender } from './position-sender.ts'
import { queryClient } from './query.ts'
import { sessionEnded, sessionQuery, useSession } from './session.ts'
import { showMessage } from './show-message.ts'

type Handler = (payload: LiveEvents[LiveKind], subject: string) => void

const handlers = new Map<LiveKind, Set<Handler>>()
const followers = new Map<string, Set<(position: TripPosition) => void>>()
let user: string | null = null
let link: LiveLink | null = null
let sender: PositionSender | null = null
let listsDue: ReturnType<typeof setTimeout> | undefined

/**
 * Keeps the live link of whoever is signed in, on every screen that shows live data; it stays open until the session
 * ends. Events go into the cache, then to `useLive`.
 */
export const useLiveLink = (): void => {
  const { user: person } = useSession()
  const id = person?.id
  useEffect(() => {
    if (id !== undefined) openLive(id)
  }, [id])
}

const openLive = (userId: string): void => {
  if (user === userId && link !== null && link.state() !== 'closed') return
  closeLive()
  user = userId
  link = openLiveLink(
    connectWire,
    {
      event: hear,
      position: (position) => followers.get(position.bookingId)?.forEach((run) => run(position)),
      reload: () => liveKeys.forEach((queryKey) => void queryClient.invalidateQueries({ queryKey })),
      bye: (key) => {
        if (key === 'require_approval') showMessage(key)
        sessionEnded()
      },
      state: (state) => {
        reportLink(reported[state])
        if (state === 'online') sender?.poke()
      },
    },
    () => Date.now(),
  )
}

const reported = { closed: 'none', connecting: 'none', online: 'up', offline: 'down' } as const satisfies Record<
  LinkState,
  string
>

/** The unsent positions of a driver stay in storage for the next session. */
const closeLive = (): void => {
  link?.close()
  link = null
  user = null
  sender = null
  clearTimeout(listsDue)
  listsDue = undefined
}

/** The server's clock, ms. */
export const serverNow = (): number => link?.now() ?? Date.now()

/** Runs for each event of a kind while the component is mounted. */
export const useLive = <K extends LiveKind>(kind: K, run: (payload: LiveEvents[K], subject: string) => void): void => {
  const current = useRef(run)
  useEffect(() => void (current.current = run))
  useEffect(() => {
    const handler = ((payload, subject) => current.current(payload as LiveEvents[K], subject)) as Handler
    const set = handlers.get(kind) ?? new Set()
    handlers.set(kind, set.add(handler))
    return () => void set.delete(handler)
  }, [kind])
}

/** Positions of the driver of one trip, newest only. */
export const followPosition = (bookingId: string, run: (position: TripPosition) => void): (() => void) => {
  const set = followers.get(bookingId) ?? new Set()
  followers.set(bookingId, set.add(run))
  return () => void set.delete(run)
}

/** A driver's positions: begin with what the server has (`lastFixSeq` of the day), then add each reading. */
export const beginPositions = (lastFixSeq: number): void => {
  sender ??= makePositionSender(`remis.positions.${user}`, {
    bySocket: (fixes) => (link === null ? Promise.reject(new Error('closed')) : link.positions(fixes)),
    byHttp: (fixes) => call(trackingApi.send, { body: { fixes } }),
    store: window.localStorage,
    after: (ms, run) => setTimeout(run, ms),
  })
  sender.begin(lastFixSeq)
}

export const sendPosition = (reading: Reading): void => sender?.add(reading)
export const unsentPositions = () => sender?.unsent() ?? []

const hear = (event: LiveEvent) => {
  switch (event.kind) {
    case 'booking':
      if (!putBooking(queryClient, event.payload)) refreshLists()
      break
    case 'offer':
      putOffer(queryClient, event.payload.bookingId, event.payload.offer)
      break
    case 'wallet':
      void queryClient.invalidateQueries({ queryKey: bookingKeys.day })
      void queryClient.invalidateQueries({ queryKey: walletKeys.all })
      break
    case 'notice':
      break
  }
  handlers.get(event.kind)?.forEach((run) => run(event.payload, event.subject))
}

/** Which rows a list holds is the server's to say; asked at most every two seconds, however busy the town is. */
const refreshLists = () => {
  listsDue ??= setTimeout(() => {
    listsDue = undefined
    void queryClient.invalidateQueries({ queryKey: bookingKeys.lists })
  }, 2000)
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => link?.network(true))
  window.addEventListener('offline', () => link?.network(false))
  // Whoever signs out leaves the link too, whichever screen they are on.
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === sessionQuery.queryKey[0] && query.state.data === null && user !== null) closeLive()
  })
}
