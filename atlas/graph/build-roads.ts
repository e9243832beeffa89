import { placeOf } from '../osm/osm-data.ts'
import type { OsmData, OsmWay } from '../osm/osm-data.ts'
import { driveOf, isBarrier, SIGNAL_SECONDS } from './drivable.ts'
import type { Drive } from './drivable.ts'
import { metresBetween } from './geodesy.ts'
import { BACKWARD, FORWARD } from './road-graph.ts'
import type { Roads } from './road-graph.ts'

interface Column {
  readonly values: number[]
}

/** Cuts the drivable ways at junctions, way ends and barriers into edges. */
export const buildRoads = (map: OsmData): Roads => {
  const drivable = [...map.ways].flatMap((way) => {
    const drive = driveOf(way.tags)
    return drive ? [{ way, drive }] : []
  })
  const { uses, barriers, signals } = markNodes(map, drivable)
  const nodeOf = new Int32Array(map.ids.length).fill(-1)
  let nodeCount = 0
  const node = (place: number): number => {
    // Each side of a barrier gets a separate node, so that no route passes it.
    if (barriers[place]) return nodeCount++
    if (nodeOf[place] === -1) nodeOf[place] = nodeCount++
    return nodeOf[place]!
  }
  const names = new Map<string, number>([['', 0]])
  const column = (...values: number[]): Column => ({ values })
  const columns = {
    from: column(),
    to: column(),
    ways: column(),
    length: column(),
    forward: column(),
    backward: column(),
    name: column(),
    shape: column(0),
    lat: column(),
    lng: column(),
  }
  for (const { way, drive } of drivable) {
    const name = nameOf(way)
    if (!names.has(name)) names.set(name, names.size)
    for (const places of cut(way, uses, barriers)) {
      const measured = measure(places, map, signals, drive)
      columns.from.values.push(node(places[0]!))
      columns.to.values.push(node(places.at(-1)!))
      columns.ways.values.push((drive.forward ? FORWARD : 0) | (drive.backward ? BACKWARD : 0))
      columns.length.values.push(measured.length)
      columns.forward.values.push(measured.forward)
      columns.backward.values.push(measured.backward)
      columns.name.values.push(names.get(name)!)
      for (const place of places) {
        columns.lat.values.push(map.lat[place]!)
        columns.lng.values.push(map.lng[place]!)
      }
      columns.shape.values.push(columns.lat.values.length)
    }
  }
  const ints = (column: Column): Int32Array => Int32Array.from(column.values)
  return {
    nodeCount,
    nameList: [...names.keys()],
    edgeFrom: ints(columns.from),
    edgeTo: ints(columns.to),
    edgeWays: Uint8Array.from(columns.ways.values),
    edgeLength: ints(columns.length),
    edgeForwardTime: ints(columns.forward),
    edgeBackwardTime: ints(columns.backward),
    edgeName: ints(columns.name),
    edgeShape: ints(columns.shape),
    shapeLat: ints(columns.lat),
    shapeLng: ints(columns.lng),
  }
}

const nameOf = ({ tags }: OsmWay): string => (tags['name'] ?? tags['ref'] ?? '').replaceAll('\0', '')

const markNodes = (map: OsmData, drivable: readonly { way: OsmWay }[]) => {
  const uses = new Uint8Array(map.ids.length)
  for (const { way } of drivable) {
    for (const place of way.nodes) uses[place] = Math.min(2, uses[place]! + 1)
    uses[way.nodes[0]!] = 2
    uses[way.nodes.at(-1)!] = 2
  }
  const barriers = new Uint8Array(map.ids.length)
  const signals = new Uint8Array(map.ids.length)
  for (const { id, tags } of map.nodes) {
    const barrier = isBarrier(tags)
    const signal = tags['highway'] === 'traffic_signals'
    if (!barrier && !signal) continue
    const place = placeOf(map.ids, id)
    if (place < 0 || uses[place] === 0) continue
    if (barrier) barriers[place] = 1
    // 1: both directions, 2: forward only, 3: backward only
    const direction = tags['traffic_signals:direction'] ?? tags['direction']
    if (signal) signals[place] = direction === 'forward' ? 2 : direction === 'backward' ? 3 : 1
  }
  return { uses, barriers, signals }
}

/** The runs of nodes between junctions and barriers, without repeated nodes and runs of one node. */
const cut = (way: OsmWay, uses: Uint8Array, barriers: Uint8Array): number[][] => {
  const runs: number[][] = []
  let run: number[] = []
  for (const place of way.nodes) {
    if (run.at(-1) === place) continue
    run.push(place)
    if (run.length > 1 && (uses[place]! > 1 || barriers[place])) {
      runs.push(run)
      run = [place]
    }
  }
  return runs
}

const measure = (places: readonly number[], map: OsmData, signals: Uint8Array, drive: Drive) => {
  let metres = 0
  let forwardSignals = 0
  let backwardSignals = 0
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!
    if (i > 0) {
      const before = places[i - 1]!
      metres += metresBetween(map.lat[before]!, map.lng[before]!, map.lat[place]!, map.lng[place]!)
    }
    // A signal costs once, on arriving at it.
    if (i > 0 && (signals[place] === 1 || signals[place] === 2)) forwardSignals++
    if (i < places.length - 1 && (signals[place] === 1 || signals[place] === 3)) backwardSignals++
  }
  const driving = (metres / (drive.speed / 3.6)) * 1000
  return {
    length: Math.max(1, Math.round(metres * 100)),
    forward: Math.max(1, Math.round(driving + forwardSignals * SIGNAL_SECONDS * 1000)),
    backward: Math.max(1, Math.round(driving + backwardSignals * SIGNAL_SECONDS * 1000)),
  }
}
