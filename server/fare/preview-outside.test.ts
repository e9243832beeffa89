import { quotesApi } from '@remis/domain/fare/quotes-api'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { noServices } from '../providers/maps/maps-provider.ts'
import { countShare } from '../platform/security/spender.ts'
import { standInMaps } from '../providers/maps/stand-in-maps.ts'
import { drop, keyOf, openCity, pickup } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'

const standIn = standInMaps()
const matrix = vi.fn<typeof standIn.matrix>((...asked) => standIn.matrix(...asked))
const shares: boolean[] = []
/** What a route costs, in millionths of a dollar. */
let price = 0
const maps = {
  ...standIn,
  services: { ...noServices, names: ['google'], routing: 'google' },
  matrix,
  route: async (...asked: Parameters<typeof standIn.route>) => {
    shares.push(await countShare(price))
    return standIn.route(...asked)
  },
}
const database = await databaseFor(import.meta.url)
const city = await openCity(database, { maps })

const spot = ({ lat, lng }: { lat: number; lng: number }) => ({ lat, lng })
const body = { pickup: spot(pickup), drop: spot(drop) }

it('asks an outside service for two cars of a type, once a minute for all riders of a cell [design/maps-99]', async () => {
  for (let n = 0; n < 5; n++) await city.driver()
  const [one, two] = [await city.person('rider'), await city.person('rider')]
  const first = await one.call(quotesApi.preview, { body })
  expect(matrix.mock.calls.map(([sources]) => sources.length)).toEqual([2])
  expect(first.rows.map(({ pickupMinutes }) => pickupMinutes)).toEqual([{ from: 1, to: 3 }, null])
  expect((await two.call(quotesApi.preview, { body })).rows).toEqual(first.rows)
  expect(matrix).toHaveBeenCalledTimes(1)
})

it('counts previews and their money for each rider; a tenth of the daily spend is one rider’s [design/maps-85]', async () => {
  const { config } = city.server.app
  const [one, two, admin] = [await city.person('rider'), await city.person('rider'), await city.person('admin')]
  price = config.maps.dailySpend * 1e6 * 0.04
  shares.length = 0
  for (let n = 0; n < 3; n++) await one.call(quotesApi.preview, { body })
  const money = await database.db.request
    .selectFrom('rate_counters')
    .select('count')
    .where('class', '=', 'maps money')
    .executeTakeFirst()
  expect(money?.count, 'what is refused is not sent and does not count').toBe(2 * price)
  await two.call(quotesApi.preview, { body })
  expect(shares).toEqual([true, true, false, true])
  // The office books for many riders.
  for (let n = 0; n < 3; n++) await admin.call(quotesApi.preview, { body })
  expect(shares.slice(4)).toEqual([true, true, true])
  await sql`update rate_counters set count = ${config.limits.maps.perPerson.max} where class = 'maps'`.execute(
    database.db.request,
  )
  expect(await keyOf(two.call(quotesApi.preview, { body }))).toBe('too_many_requests')
})
