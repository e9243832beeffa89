import { room, type FromServer } from '@remis/domain/live/live-events'
import { judgeFixes } from '@remis/domain/tracking/impossible-jump'
import type { Reading } from '@remis/domain/tracking/tracker-protocols'
import type { Fix, PositionsSent } from '@remis/domain/tracking/tracking-api'
import type { Person } from '../platform/http/use-case.ts'
import { isOpenSession } from '../platform/sessions/sessions.ts'
import { confirmWithFix } from './confirm-arrival.ts'
import { companion, type LastFix } from './last-positions.ts'
import { insertPointsOfMany, pointId, type ActiveTrip } from './point-store.ts'
import { lastPosition } from './stored-positions.ts'
import type { TrackingDeps } from './tracking-deps.ts'
import { driverStatus, type DriverStatus } from './driver-status.ts'

/** The driver's last believed fix: from memory, after a restart from the database. */
export const lastFix = async (
  { db, lastPositions }: Pick<TrackingDeps, 'db' | 'lastPositions'>,
  driver: string,
): Promise<LastFix | null> => {
  const known = lastPositions.get(driver)
  if (known !== undefined) return known
  const row = await lastPosition(db.request, driver)
  if (row === null) return null
  lastPositions.load(driver, {
    seq: row.seq,
    at: row.at,
    lat: row.lat,
    lng: row.lng,
    ...(row.accuracy === null ? {} : { accuracy: row.accuracy }),
  })
  return lastPositions.get(driver) ?? null
}

/**
 * Sends the position of a driver on a trip to its customer, and to those of its fleet and the admins who follow it
 * [design/tracking-10]. `now`: the database's clock.
 */
const broadcastPosition = ({ live }: TrackingDeps, trip: ActiveTrip, fix: Fix, now: number): void => {
  const rooms = [
    room.user(trip.customer),
    room.following(room.admins, trip.bookingId),
    ...(trip.fleetadmin === null ? [] : [room.following(room.fleet(trip.fleetadmin), trip.bookingId)]),
  ]
  const position: Parameters<FromServer['position']>[0] = {
    bookingId: trip.bookingId,
    id: pointId(trip.bookingId, fix.seq),
    status: trip.status,
    // [design/tracking-6]
    at: Math.min(fix.at, now),
    lat: fix.lat,
    lng: fix.lng,
    accuracy: fix.accuracy ?? null,
    heading: fix.heading ?? null,
  }
  live.broadcast(rooms, 'position', position)
}

/**
 * Stores a batch of a driver's fixes: each number once, impossible ones dropped. On a trip the points are committed
 * before the reply; otherwise only the last position is kept, of an offline driver nothing [design/tracking-7].
 * Batches of one driver run one after the other. `session`: the device that sends; while another one of this driver
 * sends, its fixes are refused, except those that a move of a trip carries (`carried`) [design/tracking-20].
 */
export const storeFixes = (
  app: TrackingDeps,
  driver: string,
  fixes: readonly Fix[],
  session?: string,
  carried = false,
): Promise<PositionsSent> =>
  app.lastPositions.inTurn(driver, async () => {
    const numbered = (lastSeq: number) =>
      session === undefined ? fixes : app.lastPositions.senders.numbered(driver, session, fixes, lastSeq)
    return storeJudged(app, driver, numbered, { session, carried, count: fixes.length })
  })

/** The fixes that a move of a trip carries. The move claims for its phone when it succeeds [design/tracking-20]. */
export const storeFixesOfMove = async (
  app: TrackingDeps,
  { id, sessionId }: Pick<Person, 'id' | 'sessionId'>,
  fixes: readonly Fix[],
): Promise<void> => {
  if (fixes.length > 0) await storeFixes(app, id, fixes, sessionId, true)
}

/**
 * The same for the positions of the driver's companion app, which are numbered here: after the last fix
 * [design/tracking-34].
 */
export const storeReadings = (app: TrackingDeps, driver: string, readings: readonly Reading[]): Promise<void> =>
  app.lastPositions.inTurn(driver, async () => {
    const numbered = (lastSeq: number) => {
      const fixes = readings.map((reading, i) => ({ ...reading, seq: lastSeq + 1 + i }))
      return app.lastPositions.senders.numbered(driver, companion, fixes, lastSeq)
    }
    await storeJudged(app, driver, numbered, { session: companion, carried: false, count: readings.length })
  })

/** Also where the session of the phone that sent has ended: its driver has signed in again. */
const maySend = async (
  app: TrackingDeps,
  driver: string,
  session: string,
  { trip, mover }: DriverStatus,
): Promise<boolean> => {
  const { senders } = app.lastPositions
  if (senders.maySend(driver, session, Date.now(), { onTrip: trip !== null, mover })) return true
  const sender = senders.of(driver, mover)
  return session !== companion && sender !== undefined && !(await isOpenSession(app.db.request, sender.session))
}

interface Batch {
  readonly session: string | undefined
  readonly carried: boolean
  readonly count: number
}

/** Judges and stores fixes, or refuses all of them because another device of the driver sends. */
const storeJudged = async (
  app: TrackingDeps,
  driver: string,
  fixesAfter: (lastSeq: number) => readonly Fix[],
  { session, carried, count }: Batch,
): Promise<PositionsSent> => {
  const { jumpKmPerHour: kmPerHour, jumpForgetSeconds, futureSeconds, oldestHours } = app.config.limits.tracking
  const { senders } = app.lastPositions
  const before = senders.known(driver)
  const status = await driverStatus(app.db.request, driver)
  const { now, trip, online, carType, mover } = status
  const may = session === undefined || (await maySend(app, driver, session, status))
  const last = await lastFix(app, driver)
  if (!may && !carried) return refused(count, last, now)
  const forgetSeconds = trip === null ? jumpForgetSeconds : null
  const limits = { kmPerHour, futureSeconds, oldestHours, forgetSeconds, speedFactor: app.config.simulatedSpeed }
  const judged = judgeFixes(last, fixesAfter(last?.seq ?? -1), limits, now)
  const newest = judged.kept.at(-1)
  if (newest === undefined) return reply(app, driver, last, judged)
  const followed = online || trip !== null
  if (followed) {
    const seen = { id: driver, lat: newest.lat, lng: newest.lng, at: Math.min(newest.at, now) }
    app.drivers.put(seen, { carType, busy: trip !== null }, now)
  }
  if (trip !== null) {
    broadcastPosition(app, trip, newest, now)
    await insertPointsOfMany(app.db.request, trip.bookingId, judged.kept)
    await app.failpoint.at('positions.committed')
    await confirmWithFix(app, trip, newest, now)
  }
  // Unless another phone made a move while this batch was stored.
  if (session !== undefined && may && senders.known(driver) === before)
    senders.heard(driver, session, Date.now(), mover)
  if (followed) app.lastPositions.put(driver, { ...newest, seq: judged.lastSeq })
  return { lastSeq: judged.lastSeq, dropped: judged.dropped }
}

/** No number is confirmed. Fixes up to `lastAt` would not count either if this device became the sender. */
const refused = (count: number, last: LastFix | null, now: number): PositionsSent => ({
  lastSeq: -1,
  dropped: count,
  ...(last === null ? {} : { lastAt: Math.min(last.at, now) }),
})

/** Dropped numbers need not be sent again: the last believed position stays, its number increases. */
const reply = (
  { lastPositions }: TrackingDeps,
  driver: string,
  last: LastFix | null,
  { lastSeq, dropped }: PositionsSent,
): PositionsSent => {
  if (last !== null && lastSeq > last.seq) lastPositions.put(driver, { ...last, seq: lastSeq })
  return { lastSeq, dropped }
}
