import type { LiveEvent, LiveEvents, LiveKind } from '@remis/domain/live/live-events'
import type { Fix, TripPosition } from '@remis/domain/tracking/tracking-api'
import type { Query, QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { reportLink } from './connection.ts'
import { connectSocket } from './transport.ts'
import { openLiveLink, type LinkState, type LiveLink } from './live-link.ts'
import { queryClient } from '../api/plain-call.ts'
import { serverClock } from '../api/server-clock.ts'
import { lastReadMark, onSignIn, sessionEnded, sessionLost, sessionQuery, useSession } from '../api/session.ts'
import { showMessage } from '../show-message.ts'

type Handler = (payload: LiveEvents[LiveKind], subject: string) => void

const cacheHandlers = new Map<LiveKind, Set<Handler>>()
const handlers = new Map<LiveKind, Set<Handler>>()
const resetKeys: (readonly string[])[] = []
const versionedKeys: (readonly string[])[] = []
const resetHandlers: (() => void)[] = []
const followers = new Map<string, Set<(position: TripPosition) => void>>()
const typingFollowers = new Map<string, Set<() => void>>()
let user: string | null = null
let link: LiveLink | null = null
const onlineHandlers = new Set<() => void>()

/**
 * Opens the live link of the signed-in person, on every screen that shows live data; it stays open until the session
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
  const read = lastReadMark()
  let older = read?.older ?? null
  link = openLiveLink(
    connectSocket,
    {
      event: dispatchEvent,
      position: (position) => followers.get(position.bookingId)?.forEach((run) => run(position)),
      typing: ({ bookingId }) => typingFollowers.get(bookingId)?.forEach((run) => run()),
      resume: () => {
        const sent = older
        older = null
        if (sent !== null) readMissed(({ queryHash }) => sent.has(queryHash))
      },
      reload: () => {
        older = null
        readMissed(() => true)
      },
      drop: () => {
        older = null
        readRestored()
      },
      bye: ({ key, gone }) => {
        // the session that is read again leads to /security
        if (key === 'two_factor_required') return sessionLost()
        if (key === 'not_logged_in' && gone !== true) return sessionLost()
        if (key !== 'not_logged_in') showMessage(key)
        sessionEnded()
      },
      state: (state) => {
        reportLink(reported[state])
        if (state === 'online') onlineHandlers.forEach((run) => run())
      },
    },
    serverClock,
    read?.mark ?? null,
  )
  sayFollowed()
}

// After a new sign-in on the same page, reopen the link with the new session.
onSignIn(({ id }) => {
  if (user !== id) return
  closeLive()
  openLive(id)
})

/** Reads again what may have missed an event, and what is not in the query cache. */
const readMissed = (predicate: (query: Query) => boolean): void => {
  for (const queryKey of resetKeys) void readAgain(queryKey, predicate)
  for (const run of resetHandlers) run()
}

/** As `readMissed` for all data, after dropping data with versions, since the server's data may be older. */
export const readRestored = (): void => {
  for (const queryKey of versionedKeys) void queryClient.resetQueries({ queryKey })
  readMissed(() => true)
}

/**
 * Reads again what an event has changed. A first read that is under way may be older than the event, and an
 * invalidation alone would wait for its answer: it is cancelled first.
 */
export const readAgain = async (queryKey: QueryKey, predicate?: (query: Query) => boolean): Promise<void> => {
  const which = predicate === undefined ? { queryKey } : { queryKey, predicate }
  await queryClient.cancelQueries(which)
  await queryClient.invalidateQueries(which)
}

/** A read that takes longer (ms) counts as lost, for example with its connection. */
const lostMs = 30_000

/**
 * Reloads queries after events, at most once per `restMs`. Does not cancel a running read, but repeats it when it ends:
 * otherwise, with frequent events, a read that takes longer than `restMs` would never end. An event cancels a read that
 * has run for `lostMs` [design/web-219].
 */
export const makeReader = (queryKey: QueryKey, restMs: number): (() => void) => {
  let due: ReturnType<typeof setTimeout> | undefined
  let readingSince: number | undefined
  let again = false
  const read = async () => {
    if (readingSince !== undefined) {
      again = true
      if (performance.now() - readingSince > lostMs) await queryClient.cancelQueries({ queryKey })
      return
    }
    readingSince = performance.now()
    // a read under way began before the event
    again = queryClient.isFetching({ queryKey }) > 0
    await queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
    readingSince = undefined
    if (again) void read()
  }
  return () => {
    due ??= setTimeout(() => {
      due = undefined
      void read()
    }, restMs)
  }
}

const reported = { closed: 'none', connecting: 'none', online: 'up', offline: 'down' } as const satisfies Record<
  LinkState,
  string
>

const closeLive = (): void => {
  link?.close()
  link = null
  user = null
}

/** Runs for each event of a kind while the component is mounted. */
export const useLive = <K extends LiveKind>(kind: K, run: (payload: LiveEvents[K], subject: string) => void): void => {
  const current = useRef(run)
  useEffect(() => void (current.current = run))
  useEffect(() => {
    const handler = ((payload, subject) => current.current(payload as LiveEvents[K], subject)) as Handler
    const set = addHandler(handlers, kind, handler)
    return () => void set.delete(handler)
  }, [kind])
}

/** The server sends the office the positions of those bookings only that its page shows [design/live-73]. */
const sayFollowed = (): void => link?.follow([...followers.keys()])

/** Positions of the driver of one trip, newest only. */
export const followPosition = (bookingId: string, run: (position: TripPosition) => void): (() => void) => {
  const set = followers.get(bookingId) ?? new Set()
  followers.set(bookingId, set.add(run))
  if (set.size === 1) sayFollowed()
  return () => {
    set.delete(run)
    if (set.size > 0 || followers.get(bookingId) !== set) return
    followers.delete(bookingId)
    sayFollowed()
  }
}

/** Runs when the other side of this booking writes a message. */
export const followTyping = (bookingId: string, run: () => void): (() => void) => {
  const set = typingFollowers.get(bookingId) ?? new Set()
  typingFollowers.set(bookingId, set.add(run))
  return () => void set.delete(run)
}

/** Says that this person writes; lost while the link is down. */
export const sendTyping = (bookingId: string): void => link?.typing({ bookingId })

/** The person the link is open for. */
export const liveUser = (): string | null => user

/** Sends a driver's positions; rejects when the link is closed or does not answer in time. */
export const sendFixes = (fixes: Fix[]) => (link === null ? Promise.reject(new Error('closed')) : link.positions(fixes))

/** Runs whenever the link is online again. */
export const onOnline = (run: () => void): void => void onlineHandlers.add(run)

/**
 * Registers what a feature does with each event of a kind, whatever screen is open (its caches). Runs before the
 * handlers of `useLive`.
 */
export const onLive = <K extends LiveKind>(kind: K, run: (payload: LiveEvents[K], subject: string) => void): void => {
  addHandler(cacheHandlers, kind, run as Handler)
}

/** Registers query keys that may have missed an event while the link was down. */
export const refetchAfterReset = (...keys: readonly (readonly string[])[]): void => void resetKeys.push(...keys)

/** The same for queries that keep the highest version they have seen. */
export const refetchVersioned = (...keys: readonly (readonly string[])[]): void => {
  versionedKeys.push(...keys)
  refetchAfterReset(...keys)
}

/** Runs when events may have been missed, for what is not in the query cache. */
export const onReset = (run: () => void): void => void resetHandlers.push(run)

const addHandler = (map: Map<LiveKind, Set<Handler>>, kind: LiveKind, run: Handler): Set<Handler> => {
  const set = map.get(kind) ?? new Set()
  map.set(kind, set.add(run))
  return set
}

const dispatchEvent = (event: LiveEvent): void => {
  for (const map of [cacheHandlers, handlers]) map.get(event.kind)?.forEach((run) => run(event.payload, event.subject))
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => link?.network(true))
  window.addEventListener('offline', () => link?.network(false))
  // signing out closes the link on any screen
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === sessionQuery.queryKey[0] && query.state.data === null && user !== null) closeLive()
  })
}
