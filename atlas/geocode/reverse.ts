import { AtlasError } from '../atlas-error.ts'
import { METRES, metresBetween, radians } from '../graph/geodesy.ts'
import type { Sql } from '../sql.ts'
import type { PlaceRow } from './find-places.ts'
import { housesOf } from './find-houses.ts'
import type { House } from './find-houses.ts'
import { normalise } from './normalise.ts'

/** Metres within which a house stands for the point, and a place or a suburb does. */
const HOUSE = 80
const POI = 150
const AREA = 5000

interface Spot {
  readonly lat: number
  readonly lng: number
}

/**
 * The address of a spot (degrees × 1e7): the nearest street with the nearest number of that very street; else the
 * street, a place near by, the suburb. The nearest number of any street would name the wrong street at every fourth
 * corner.
 * @param street name of the nearest street, '' where there is none
 * @throws AtlasError NOT_FOUND in the middle of nowhere
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

const written = (main: string, context: string): string => (context === '' ? main : `${main}, ${context}`)

/** Suburb and city at the spot itself; a long street runs through many. */
const contextAt = async (sql: Sql, load: string, spot: Spot): Promise<string> => {
  const area = nearest(await around(sql, load, spot, AREA, 'area'), spot, AREA)
  return area ? written(area.name, area.context) : ''
}

const around = async (sql: Sql, load: string, spot: Spot, metres: number, kind: string): Promise<PlaceRow[]> => {
  const high = Math.ceil(metres / METRES)
  const wide = Math.ceil(high / Math.max(0.05, Math.cos(radians(spot.lat))))
  const { rows } = await sql.query<PlaceRow>(
    `select id, kind, name, more, lat, lng, importance, context from geo.place
     where load_id = $1 and kind = $2 and lat between $3 and $4 and lng between $5 and $6
     order by (lat - $7::float8) ^ 2 + ((lng - $8::float8) * cosd($7 / 1e7)) ^ 2 limit 5`,
    [load, kind, spot.lat - high, spot.lat + high, spot.lng - wide, spot.lng + wide, spot.lat, spot.lng],
  )
  return rows
}

const nearest = <T extends Spot>(things: readonly T[], spot: Spot, reach: number): T | undefined => {
  let best: T | undefined
  let bestMetres = reach
  for (const thing of things) {
    const metres = metresBetween(thing.lat, thing.lng, spot.lat, spot.lng)
    if (metres > bestMetres) continue
    best = thing
    bestMetres = metres
  }
  return best
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
