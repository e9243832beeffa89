import type { TestDatabase } from '@remis/server/testing/test-database'
import { beforeAll, describe, expect, it } from 'vitest'
import { openActors } from './actors.ts'
import { openMatrix, type Matrix } from './matrix.ts'
import { policy } from './policy/policy.ts'
import { innerPaths } from './shape.ts'
import { views, type ViewName } from './views.ts'
import { buildWorld, type World } from './world.ts'

/** Paths that cannot occur here, with the reason. */
const unmet: readonly RegExp[] = [
  // Only a trial shows its accounts.
  /^public settings: trialAccounts$/,
  // A driver gets a booking when its search is over.
  /^bookings? of (its driver|its fleet|a driver|a fleet): (booking|rows)\.search$/,
  // Bookings of a fleet are minutes old here, and need no person (server/dashboard/dashboard.test.ts has some that do).
  /^the dashboard of a fleet: attention$/,
  // The reserved driver has not accepted (accepted ones are tested in server/booking/later/later.test.ts).
  /^the calendar of later bookings: rows\.driver$/,
  // Drivers owe nothing, and these wait for no fee.
  /^a wallet of another: wallet\.(owed|pending)\.rows$/,
  // These bookings are paid in cash or by wallet (server/payments/booking-money/read-booking-money.test.ts has card
  // payments).
  /^money of a booking: payments/,
  // The books are in order (server/reports/day-close/day-close.test.ts has a difference).
  /^totals of a day: day\.differences$/,
  // The assigned booking has not ended and has no promo and no parcel.
  /^an assigned driver: booking\.(fare\.(final|computed)|promo_details|paymentPacket\.promo_details|parcelTypeSelected|optionSelected|handover|undelivered)/,
  // A person rides in the shared one (server/guest-links/parcel-links.test.ts has a parcel).
  /^a shared ride: parcel$/,
  // The link is forged: only an open one tells about the map (server/setup/set-up.test.ts).
  /^a set-up link: proposed$/,
  // A new booking has no message yet (server/chat/chat-upkeep.test.ts has some).
  /^a revealed chat: messages$/,
  // The currency is that of the map (server/backoffice/settings/map-proposal.test.ts has another one).
  /^settings for the map: lockedCurrency$/,
  // This city uses no outside map service (server/maps/map-services.test.ts and server/providers/maps/google have
  // some).
  /^(public settings: map\.google|the maps services in use: services)$/,
]

/** In demo mode no setting is saved. */
const unmetInDemo = /^saves of the settings: rows\.(by|changes)$/

/** The matrix with demo mode on or off: one test per call of the policy. */
export const proveMatrix = (database: TestDatabase, demo: boolean, more: (world: () => World) => void): void => {
  let matrix: Matrix
  let world: World
  beforeAll(async () => {
    world = await buildWorld(await openActors(database), demo)
    // The server writes them every 5 s, which may be too late for the call that reads them.
    const { security } = world.actors.city.server.app
    security.record({ kind: 'refused', address: '' })
    await security.flush()
    matrix = await openMatrix(world)
  })

  // The cancellation terms come first: some minutes after the bookings are made, their fee no longer rises.
  const first = 'GET /api/bookings/:id/cancellation'
  it.each([first, ...Object.keys(policy).filter((name) => name !== first)])('%s', async (name) => {
    const faults = await matrix.run(name)
    // the first line of a failure says what was wrong
    expect(faults, faults.join('\n')).toEqual([])
  })

  it('has seen every object and every list of every view', () => {
    const never = (Object.keys(views) as ViewName[])
      .filter((view) => matrix.seen.has(view))
      .flatMap((view) =>
        innerPaths(views[view])
          .filter((path) => !matrix.seen.get(view)?.has(path))
          .map((path) => `${view}: ${path}`),
      )
    const known = demo ? [...unmet, unmetInDemo] : unmet
    expect(never.filter((one) => !known.some((path) => path.test(one)))).toEqual([])
    expect(matrix.sent()).toBeGreaterThan(demo ? 800 : 2000)
  })

  describe('and further cases', () => more(() => world))
}
