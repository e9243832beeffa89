import { AtlasError } from '../atlas-error.ts'
import { metresBetween } from '../graph/geodesy.ts'
import type { Sql } from '../sql.ts'
import { AREA, around, contextAt, nearest, written } from './context-at.ts'
import type { Spot } from './context-at.ts'
import type { PlaceRow } from './find-places.ts'
import { housesOf } from './find-houses.ts'
import type { House } from './find-houses.ts'
import { normalise } from './normalise.ts'

/** How near a house or a place must be to give the point its address, metres. */
const HOUSE = 80
const POI = 150

/**
 * The address of a spot (degrees × 1e7): the nearest street with the nearest number of that street; else the
 * street, a place nearby, the suburb. The nearest number of any street would name the wrong street at one in four
 * corners.
 * @param street name of the nearest street, '' when there is none
 * @throws AtlasError NOT_FOUND when nothing is near
 */
export const addressOf = async (sql: Sql, load: string, spot: Spot, street: string): Promise<string> => {
  const key = normalise(street)
  if (key !== '') {
    const { rows } = await sql.query<PlaceRow>(
      `select id, kind, name, more, lat, lng, importance, context from geo.place
       where load_id = $1 and kind = 'street' and lexemes @@ $2::tsquery`,
      [load, key.split(' ').map((word) => `'${word}'`).join(' & ')], // prettier-ignore
    )
    const same = rows.filter((row) => normalise(row.name) === key)
    const row = nearest(same, spot, Infinity)
    if (row) {
      const houses = (await housesOf(sql, load, [row.id])).get(row.id) ?? []
      const house = nearestHouse(houses, spot)
      return written(house ? `${row.name} ${house[3] ?? house[0]}` : row.name, await contextAt(sql, load, spot))
    }
    return written(street, await contextAt(sql, load, spot))
  }
  const poi = nearest(await around(sql, load, spot, POI, 'poi'), spot, POI)
  if (poi) return written(poi.name, poi.context)
  const area = nearest(await around(sql, load, spot, AREA, 'area'), spot, AREA)
  if (area) return written(area.name, area.context)
  throw new AtlasError('NOT_FOUND', 'No address is known near this point.')
}

const nearestHouse = (houses: readonly House[], spot: Spot): House | undefined => {
  let best: House | undefined
  let bestMetres = HOUSE
  for (const house of houses) {
    const metres = metresBetween(house[1], house[2], spot.lat, spot.lng)
    if (metres >= bestMetres) continue
    best = house
    bestMetres = metres
  }
  return best
}
