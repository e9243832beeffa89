import { trackerPath } from '@remis/domain/tracking/tracker-protocols'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { pickup } from '@remis/server/testing/test-city'
import { sql } from 'kysely'
import type { CrashCity } from '../crash-city.ts'
import { counting, nothing, type Story } from '../story.ts'

/** Where the driver of a crash city is. */
const place = { lat: pickup.lat + 0.003, lng: pickup.lng }

/** Points of the trip with this time of the device, ms. */
const pointsAt = (city: CrashCity, booking: string, at: number) =>
  counting(
    city,
    sql`select count(*)::int as count from track_points
      where booking_id = ${booking} and at = to_timestamp(${at}::float8 / 1000.0)`,
  )

/** A position of a trip is stored once, however often it is sent [design/tracking-8] [design/tracking-21]. */
export const positionStories: readonly Story[] = [
  {
    name: `positions of a driver's app`,
    points: ['positions.committed'],
    prepare: async (city) => {
      const { driver, id } = await city.ride('STARTED')
      const fix = { seq: 50, at: Date.now(), accuracy: 5, ...place }
      const send = async () => (await driver.call(trackingApi.send, { body: { fixes: [fix] } })).lastSeq
      return { go: send, again: send, happened: pointsAt(city, id, fix.at) }
    },
  },
  {
    name: 'positions of a companion app',
    points: ['positions.committed'],
    prepare: async (city) => {
      const { driver, id } = await city.ride('STARTED')
      const { token } = await driver.call(trackingApi.makeTracker, { body: {} })
      const at = Date.now()
      const report = { id: token, lat: place.lat, lon: place.lng, timestamp: at, accuracy: 5 }
      const query = new URLSearchParams(Object.entries(report).map(([name, value]) => [name, String(value)]))
      const post = async () =>
        (await fetch(`${city.base}${trackerPath}?${query.toString()}`, { method: 'POST' })).status
      // As after signing out of the app: after the restart the companion waits for no phone [design/tracking-49].
      await sql`update users set mover_session = null where id = ${driver.id}`.execute(city.db.request)
      return { due: nothing, go: post, again: post, happened: pointsAt(city, id, at) }
    },
  },
]
