import { METRES, metresBetween, radians } from '../../graph/geodesy.ts'
import type { Sql } from '../../sql.ts'

/** Degrees × 1e7 */
export interface Spot {
  readonly lat: number
  readonly lng: number
}

interface NamedSpot extends Spot {
  readonly name: string
  readonly context: string
}

export const written = (main: string, context: string): string => (context === '' ? main : `${main}, ${context}`)

/** The nearest place of a kind within a distance. */
export const nearestPlace = async (
  sql: Sql,
  load: string,
  spot: Spot,
  metres: number,
  kind: 'area' | 'poi',
): Promise<NamedSpot | undefined> => {
  const high = Math.ceil(metres / METRES)
  const wide = Math.ceil(high / Math.max(0.05, Math.cos(radians(spot.lat))))
  const { rows } = await sql.query<NamedSpot>(
    `select name, lat, lng, context from geo.place
     where load_id = $1 and kind = $2 and lat between $3 and $4 and lng between $5 and $6 and (kind <> 'area' or importance >= 0.3)
     order by (lat - $7::float8) ^ 2 + ((lng - $8::float8) * cosd($7 / 1e7)) ^ 2 limit 1`,
    [load, kind, spot.lat - high, spot.lat + high, spot.lng - wide, spot.lng + wide, spot.lat, spot.lng],
  )
  const place = rows[0]
  return place && metresBetween(place.lat, place.lng, spot.lat, spot.lng) <= metres ? place : undefined
}
