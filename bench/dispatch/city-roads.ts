import type { LatLng } from '@remis/domain/kit/distance'
import { kmBetween } from '@remis/domain/kit/distance'
import { readGraph } from '../../atlas/graph/graph-file.ts'
import { graphFile } from '../../atlas/region/region-files.ts'
import { Matrix } from '../../atlas/route/matrix.ts'
import { Snapper, type Snapped } from '../../atlas/route/snap.ts'
import { testMontevideo } from '../../atlas/testing/test-region.ts'

/** A spot on a road of the city. */
export interface Spot extends LatLng {
  readonly snapped: Snapped
}

export interface Drive {
  readonly km: number
  readonly seconds: number
}

export interface CityRoads {
  /** A spot on a road in the city, by the random number. */
  spot(random: () => number): Spot
  /** From each source to the target; null where there is no way. */
  matrix(sources: readonly Spot[], target: Spot): (Drive | null)[]
}

const perDegree = 1e7
/** The middle of Montevideo, and how far from it bookings and drivers are. */
const center = { lat: -34.87, lng: -56.16 }
const reachKm = 10

/** The roads of the demo city, with the router that the product uses. */
export const openCityRoads = async (): Promise<CityRoads> => {
  const { graph } = readGraph(graphFile((await testMontevideo()).folder))
  const [snapper, matrix] = [new Snapper(graph), new Matrix(graph)]
  const drives: CityRoads['matrix'] = (sources, target) => {
    const stops = sources.map(({ snapped }) => ({ spot: snapped }))
    const { time, length } = matrix.costs(stops, [{ spot: target.snapped }])
    return sources.map((_, i) =>
      Number.isFinite(time[i]) ? { km: (length[i] ?? 0) / 100_000, seconds: Math.round((time[i] ?? 0) / 1000) } : null,
    )
  }
  const anywhere = (random: () => number): Spot => {
    for (;;) {
      const point = Math.floor(random() * graph.shapeLat.length)
      const snapped = snapper.nearest(graph.shapeLat[point]!, graph.shapeLng[point]!, 1000)
      if (snapped === undefined) continue
      const at = { lat: snapped.lat / perDegree, lng: snapped.lng / perDegree }
      if (kmBetween(at, center) <= reachKm) return { ...at, snapped }
    }
  }
  // Some spots are cut off from the rest: a courtyard, a one-way end.
  const hub = anywhere(() => 0.5)
  const spot = (random: () => number): Spot => {
    for (;;) {
      const found = anywhere(random)
      if (drives([found], hub)[0] !== null && drives([hub], found)[0] !== null) return found
    }
  }
  return { spot, matrix: drives }
}
