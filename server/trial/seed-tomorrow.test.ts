import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { standInMaps } from '../providers/maps/stand-in-maps.ts'
import { MapsError } from '../providers/maps/maps-provider.ts'
import { startTestApp } from '../testing/app.ts'
import { databaseFor } from '../testing/test-database.ts'
import { seedTomorrow } from './seed-tomorrow.ts'
import { seedTrialData } from './seed-trial-data.ts'

const database = await databaseFor(import.meta.url)
const server = await startTestApp(database, { sweeps: false })
const bookings = () => database.db.request.selectFrom('bookings').selectAll().execute()

it('the trial city has one ride for tomorrow at 9:30 of the operator’s clock, once', async () => {
  await seedTrialData(server.app)
  const elsewhere = { ...standInMaps(), route: () => Promise.reject(new MapsError('OUT_OF_REGION', 'far away')) }
  await seedTomorrow({ ...server.app, maps: elsewhere })
  expect(await bookings()).toEqual([])
  const riders = () => database.db.request.updateTable('users').where('usertype', '=', 'rider')
  await riders()
    .set({ deleted_at: sql`now()` })
    .execute()
  await seedTomorrow(server.app)
  expect(await bookings()).toEqual([])
  await riders().set({ deleted_at: null }).execute()
  await Promise.all([seedTomorrow(server.app), seedTomorrow(server.app)])
  await seedTomorrow(server.app)
  const [booking, ...more] = await bookings()
  expect(more).toEqual([])
  expect(booking).toMatchObject({ status: 'NEW', book_later: true, released_at: null, search_until: null })
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Montevideo',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Montevideo', day: 'numeric' })
  expect(clock.format(booking?.tripdate)).toBe(`${day.format(Date.now() + 86_400_000)}, 09:30`)
  expect(booking?.release_at).toBe((booking?.tripdate ?? 0) - 20 * 60_000)
})
