import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectRoads, graphOf } from '../graph/build-graph.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import type { OsmData, OsmMember, OsmRelation, Tags } from '../osm/osm-data.ts'
import { readOsm } from '../osm/read-osm.ts'
import { writePbf } from '../osm/write-pbf.ts'
import type { WayToWrite } from '../osm/write-pbf.ts'
import { Router } from '../route/router.ts'
import type { Trip } from '../route/router.ts'
import { shapeOf } from '../route/shape.ts'
import { Snapper } from '../route/snap.ts'
import type { Snapped } from '../route/snap.ts'

/** Steps of 0.001 degree between the nodes of a grid map near the equator: 111 m. */
const STEP = 10_000

export interface GridMap {
  readonly ways: readonly WayToWrite[]
  /** Degrees × 1e7 between two rows, where they are nearer to each other than columns. */
  readonly rowStep?: number
  readonly nodeTags?: Readonly<Record<number, Tags>>
  readonly relations?: readonly OsmRelation[]
}

/** Nodes 1 to 99 on a grid: number 10 × row + column; written to a file and read as any map. */
export const gridMap = ({ ways, rowStep = STEP, nodeTags = {}, relations = [] }: GridMap): OsmData => {
  const nodes = Array.from({ length: 99 }, (_, i) => ({
    id: i + 1,
    lat: Math.floor((i + 1) / 10) * rowStep,
    lng: ((i + 1) % 10) * STEP,
    tags: nodeTags[i + 1] ?? {},
  }))
  const folder = mkdtempSync(join(tmpdir(), 'atlas-grid-'))
  try {
    const file = join(folder, 'grid.osm.pbf')
    writePbf(file, nodes, ways, 1, relations)
    return readOsm([file])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const street = (id: number, refs: number[], tags: Tags = {}): WayToWrite => ({
  id,
  refs,
  tags: { highway: 'residential', ...tags },
})

/** Streets between all neighbours of rows 1 … n and columns 1 … n; the way from a to b > a has the id 100 × a + b. */
export const blocks = (n: number, tags: Readonly<Record<number, Tags>> = {}): WayToWrite[] => {
  const ways: WayToWrite[] = []
  for (let row = 1; row <= n; row++) {
    for (let column = 1; column <= n; column++) {
      const a = 10 * row + column
      for (const b of [column < n ? a + 1 : 0, row < n ? a + 10 : 0])
        if (b > 0) ways.push(street(100 * a + b, [a, b], tags[100 * a + b]))
    }
  }
  return ways
}

/** A restriction over nodes that were driven: its ways come from `blocks`. */
export const restriction = (
  id: number,
  [first, second, ...rest]: readonly [number, number, number, ...number[]],
  tags: Tags,
): OsmRelation => {
  const wayOf = (a: number, b: number): number => 100 * Math.min(a, b) + Math.max(a, b)
  const member = (kind: OsmMember['kind'], ref: number, role: string): OsmMember => ({ kind, ref, role })
  const nodes = [second, ...rest]
  const steps = nodes.slice(1).map((node, i) => wayOf(nodes[i]!, node))
  const via =
    steps.length === 1 ? [member('node', second, 'via')] : steps.slice(0, -1).map((way) => member('way', way, 'via'))
  return {
    id,
    tags: { type: 'restriction', ...tags },
    members: [member('way', wayOf(first, second), 'from'), ...via, member('way', steps.at(-1)!, 'to')],
  }
}

/** Drives on a grid map. A place is given by two nodes: the middle between them. */
export class GridDrives {
  readonly graph: RoadGraph
  readonly #snapper: Snapper
  readonly #router: Router

  constructor(map: OsmData) {
    this.graph = graphOf(collectRoads(map))
    this.#snapper = new Snapper(this.graph)
    this.#router = new Router(this.graph)
  }

  spot(a: number, b: number): Snapped | undefined {
    const middle = (of: (node: number) => number): number => ((of(a) + of(b)) / 2) * STEP
    return this.#snapper.nearest(middle((node) => Math.floor(node / 10)), middle((node) => node % 10), 10) // prettier-ignore
  }

  trip(from: readonly [number, number], to: readonly [number, number]): Trip | undefined {
    const [a, b] = [this.spot(...from), this.spot(...to)]
    return a && b && this.#router.route(a, b)
  }

  /** The nodes that the fastest route passes. */
  nodes(from: readonly [number, number], to: readonly [number, number]): number[] | undefined {
    const trip = this.trip(from, to)
    if (!trip) return undefined
    return shapeOf(this.graph, trip.legs)
      .map(({ lat, lng }) => [(lat * 1e7) / STEP, (lng * 1e7) / STEP] as const)
      .filter(([row, column]) => isWhole(row) && isWhole(column))
      .map(([row, column]) => Math.round(row) * 10 + Math.round(column))
  }
}

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-3
