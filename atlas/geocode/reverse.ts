import { AtlasError } from '../atlas-error.ts'
import { metresBetween } from '../graph/geodesy.ts'
import type { Sql } from '../sql.ts'
import { squareToSegment } from './collect/street-lines.ts'
import { nearestPlace, written } from './find/around.ts'
import type { Spot } from './find/around.ts'
import { housesOf } from './find/find-houses.ts'
import { cellsAround } from './gazetteer.ts'
import type { House, LineCell } from './gazetteer.ts'

/** How near a street, a house or a place must be to give the point its address, metres. */
const STREET = 150
const HOUSE = 80
const POI = 150
const AREA = 5000

/** House numbers are read for this many of the nearest streets. */
const STREETS = 12

interface Candidate {
  readonly id: number
  readonly context: string
  /** To the street's line. */
  readonly metres: number
  readonly house: House | undefined
  /** To the street's nearest house; Infinity without one. */
  readonly houseMetres: number
}

/**
 * The address of a spot (degrees × 1e7): the street that is nearest by its line or by one of its houses, with the
 * number of the house; pedestrian streets too. Without a street the nearest place, or the district.
 *
 * A house names its street, since it may be on the corner of another one or in a second row; a point on a street is in
 * that street, although a house of a side street is near. So each street counts with the smaller of both distances.
 * @throws AtlasError NOT_FOUND when nothing is near
 */
export const addressOf = async (
  sql: Sql,
  load: string,
  spot: Spot,
): Promise<{ address: string; street: string | undefined }> => {
  const best = await nearestStreet(sql, load, spot)
  if (best) {
    const { rows } = await sql.query<{ name: string }>('select name from geo.place where load_id = $1 and id = $2', [
      load,
      best.id,
    ])
    const name = rows[0]!.name
    const number = best.house && best.houseMetres <= HOUSE ? ` ${best.house[3] || best.house[0]}` : ''
    return { address: written(`${name}${number}`, best.context), street: name }
  }
  const place = (await nearestPlace(sql, load, spot, POI, 'poi')) ?? (await nearestPlace(sql, load, spot, AREA, 'area'))
  if (place) return { address: written(place.name, place.context), street: undefined }
  throw new AtlasError('NOT_FOUND', 'No address is known near this point.')
}

const nearestStreet = async (sql: Sql, load: string, spot: Spot): Promise<Candidate | undefined> => {
  const { rows } = await sql.query<{ lines: string }>(
    'select lines from geo.line where load_id = $1 and cell = any($2::bigint[])',
    [load, cellsAround(spot.lat, spot.lng)],
  )
  const nearest = new Map<number, { context: string; metres: number }>()
  for (const { lines } of rows) {
    for (const [id, context, ...points] of JSON.parse(lines) as LineCell['lines']) {
      const metres = metresTo(spot, points)
      if (metres <= STREET && metres < (nearest.get(id)?.metres ?? Infinity)) nearest.set(id, { context, metres })
    }
  }
  const near = [...nearest].sort(([, a], [, b]) => a.metres - b.metres).slice(0, STREETS)
  const numbers = await housesOf(sql, load, near.map(([id]) => id)) // prettier-ignore
  const candidates = near.map(([id, { context, metres }]): Candidate => {
    const { where, list } = numbers.get(id) ?? { where: [], list: [] }
    const { house, metres: houseMetres } = nearestHouse(list, spot)
    return {
      id,
      context: (house && houseMetres <= HOUSE ? where[house[4] ?? 0] : '') || context,
      metres,
      house,
      houseMetres,
    }
  })
  const cost = ({ metres, houseMetres }: Candidate): number => Math.min(metres, houseMetres)
  return candidates.sort((a, b) => cost(a) - cost(b) || a.metres - b.metres)[0]
}

const metresTo = (spot: Spot, points: readonly number[]): number => {
  let best = Infinity
  for (let i = 2; i + 1 < points.length; i += 2)
    best = Math.min(best, squareToSegment(spot, points[i - 2]!, points[i - 1]!, points[i]!, points[i + 1]!))
  return Math.sqrt(best)
}

const nearestHouse = (houses: readonly House[], spot: Spot): { house: House | undefined; metres: number } => {
  let house: House | undefined
  let metres = Infinity
  for (const one of houses) {
    const away = metresBetween(one[1], one[2], spot.lat, spot.lng)
    if (away >= metres) continue
    house = one
    metres = away
  }
  return { house, metres }
}
