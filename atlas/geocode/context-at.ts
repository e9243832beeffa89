import { METRES, metresBetween, radians } from '../graph/geodesy.ts'
import type { Sql } from '../sql.ts'
import type { PlaceRow } from './find-places.ts'

/** Degrees × 1e7 */
export interface Spot {
  readonly lat: number
  readonly lng: number
}

/** A suburb counts within this distance, metres. */
export const AREA = 5000

export const written = (main: string, context: string): string => (context === '' ? main : `${main}, ${context}`)

/** Suburb and city at the spot. */
export const contextAt = async (sql: Sql, load: string, spot: Spot): Promise<string> => {
  const area = nearest(await around(sql, load, spot, AREA, 'area'), spot, AREA)
  return area ? written(area.name, area.context) : ''
}

export const around = async (sql: Sql, load: string, spot: Spot, metres: number, kind: string): Promise<PlaceRow[]> => {
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

export const nearest = <T extends Spot>(things: readonly T[], spot: Spot, reach: number): T | undefined => {
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
