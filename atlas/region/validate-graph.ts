import { AtlasError } from '../atlas-error.ts'
import { metresBetween } from '../graph/geodesy.ts'
import { IntColumn } from '../graph/int-column.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import { Router } from '../route/router.ts'
import { Snapper } from '../route/snap.ts'

const PAIRS = 50

/**
 * Routes between 50 spread pairs of road points in each part of the road network: nearly all must have a route, of a
 * plausible length (median of route over straight line from 1 to 2.5).
 * @returns what is wrong, as AtlasError BAD_MAP
 */
export const checkGraph = (graph: RoadGraph): AtlasError | undefined => {
  const router = new Router(graph)
  const snapper = new Snapper(graph)
  for (const edges of edgesOfParts(graph)) {
    const complaint = checkPart(graph, { router, snapper, edges })
    if (complaint) return complaint
  }
  return undefined
}

const edgesOfParts = ({ edgePart }: RoadGraph): Int32Array[] => {
  const parts: IntColumn[] = []
  edgePart.forEach((part, edge) => void (parts[part] ??= new IntColumn()).push(edge))
  return parts.map((edges) => edges.values())
}

interface PartToCheck {
  readonly router: Router
  readonly snapper: Snapper
  readonly edges: Int32Array
}

const checkPart = (graph: RoadGraph, { router, snapper, edges }: PartToCheck): AtlasError | undefined => {
  const detours: number[] = []
  let found = 0
  for (let i = 0; i < PAIRS; i++) {
    // Steps by the golden ratio are spread over the whole part and are the same every time.
    const [a, b] = [i * 2, i * 2 + 1].map((k) => {
      const edge = edges[Math.floor(((k * 0.618033988749895) % 1) * edges.length)]!
      return (graph.edgeShape[edge]! + graph.edgeShape[edge + 1]!) >> 1
    })
    const from = snapper.nearest(graph.shapeLat[a!]!, graph.shapeLng[a!]!, 100)
    const to = snapper.nearest(graph.shapeLat[b!]!, graph.shapeLng[b!]!, 100)
    const trip = from && to && router.route(from, to)
    if (!trip) continue
    found++
    const straight = metresBetween(from.lat, from.lng, to.lat, to.lng)
    if (straight > 200) detours.push(trip.length / 100 / straight)
  }
  if (found < PAIRS * 0.95)
    return new AtlasError(
      'BAD_MAP',
      `Only ${found} of ${PAIRS} test routes were found: the roads do not connect. Import it all the same with --force.`,
    )
  const median = detours.sort((x, y) => x - y)[detours.length >> 1] ?? 1
  if (median < 0.99 || median > 2.5) {
    return new AtlasError(
      'BAD_MAP',
      `Test routes are ${median.toFixed(1)} times as long as the straight line: the roads do not connect well. Import it all the same with --force.`,
    )
  }
  return undefined
}
