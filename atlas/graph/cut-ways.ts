import type { OsmData, OsmWay } from '../osm/osm-data.ts'
import { SIGNAL_SECONDS } from './drivable.ts'
import type { Drive } from './drivable.ts'
import { metresBetween } from './geodesy.ts'
import { IntColumn } from './int-column.ts'
import { CLOSED, SIDE_GATE, TOLL_BOOTH } from './mark-nodes.ts'
import type { NodeMarks } from './mark-nodes.ts'
import { BACKWARD, FERRY, FORWARD, GATE, MAIN, MOTORWAY, NO_STOP, SIDE, TOLL } from './road-graph.ts'
import type { Roads } from './road-graph.ts'

interface Edge {
  readonly from: number
  readonly to: number
  readonly ways: number
  readonly kind: number
  /** cm */
  readonly length: number
  /** ms */
  readonly forward: number
  readonly backward: number
  readonly name: number
  readonly places: readonly number[]
}

/** Collects edges in columns: no object stays per edge. */
export class CutWays {
  readonly #map: OsmData
  readonly #marks: NodeMarks
  /** The junction at each place, -1 none. */
  readonly #nodeOf: Int32Array
  readonly #nodeFiles = new IntColumn()
  readonly #names = new Map<string, number>([['', 0]])
  readonly #columns = {
    from: new IntColumn(),
    to: new IntColumn(),
    ways: new IntColumn(),
    kind: new IntColumn(),
    length: new IntColumn(),
    forward: new IntColumn(),
    backward: new IntColumn(),
    name: new IntColumn(),
    shape: new IntColumn(0),
    lat: new IntColumn(),
    lng: new IntColumn(),
  }

  constructor(map: OsmData, marks: NodeMarks) {
    this.#map = map
    this.#marks = marks
    this.#nodeOf = new Int32Array(map.ids.length).fill(-1)
  }

  junctionAt(place: number): number | undefined {
    const node = this.#nodeOf[place] ?? -1
    return node === -1 ? undefined : node
  }

  /** Returns the edges of the way in its order, without edges of gates. */
  add(way: OsmWay, drive: Drive): number[] {
    const name = nameOf(way)
    if (!this.#names.has(name)) this.#names.set(name, this.#names.size)
    const ferrySeconds = drive.ferry ? drive.ferry.seconds : undefined
    const speed = ferrySeconds === undefined ? drive.speed : (this.#metres(way.nodes) / ferrySeconds) * 3.6
    const roadClass = { motorway: MOTORWAY, main: MAIN, street: 0 }[drive.roadClass]
    const bans = (drive.side ? SIDE : 0) | (drive.stops ? 0 : NO_STOP)
    const kind = bans | (drive.toll ? TOLL : 0) | (drive.ferry ? FERRY : 0) | roadClass
    return this.#runs(way).map((places) => {
      const booth = places.some((place) => this.#marks.barriers[place] === TOLL_BOOTH)
      return this.#push({
        from: this.#junction(places[0]!, drive.side),
        to: this.#junction(places.at(-1)!, drive.side),
        ways: (drive.forward ? FORWARD : 0) | (drive.backward ? BACKWARD : 0),
        kind: kind | (booth ? TOLL : 0),
        ...this.#measure(places, speed),
        name: this.#names.get(name)!,
        places,
      })
    })
  }

  roads(): Omit<Roads, 'bans'> {
    const { from, to, ways, kind, length, forward, backward, name, shape, lat, lng } = this.#columns
    return {
      nodeCount: this.#nodeFiles.length,
      nodeFiles: this.#nodeFiles.values(),
      fileCount: this.#map.files.length,
      nameList: [...this.#names.keys()],
      edgeFrom: from.values(),
      edgeTo: to.values(),
      edgeWays: Uint8Array.from(ways.values()),
      edgeKind: Uint8Array.from(kind.values()),
      edgeLength: length.values(),
      edgeForwardTime: forward.values(),
      edgeBackwardTime: backward.values(),
      edgeName: name.values(),
      edgeShape: shape.values(),
      shapeLat: lat.values(),
      shapeLng: lng.values(),
    }
  }

  #push({ from, to, ways, kind, length, forward, backward, name, places }: Edge): number {
    const columns = this.#columns
    columns.to.push(to)
    columns.ways.push(ways)
    columns.kind.push(kind)
    columns.length.push(length)
    columns.forward.push(forward)
    columns.backward.push(backward)
    columns.name.push(name)
    for (const place of places) {
      columns.lat.push(this.#map.lat[place]!)
      columns.lng.push(this.#map.lng[place]!)
    }
    columns.shape.push(columns.lat.length)
    return columns.from.push(from)
  }

  /** The junction at the end of a run. Each side of a barrier gets a separate one, so that no route passes it. */
  #junction(place: number, side: boolean): number {
    const barrier = this.#marks.barriers[place]
    if (barrier === CLOSED) return this.#addNode(place)
    if (this.#nodeOf[place] === -1) this.#nodeOf[place] = this.#addNode(place)
    const middle = this.#nodeOf[place]!
    return barrier === SIDE_GATE && !side ? this.#gate(place, middle) : middle
  }

  #addNode(place: number): number {
    return this.#nodeFiles.push(this.#map.filesAt(place))
  }

  /** A junction outside a private gate, and the way in, which is only for the ends of routes. */
  #gate(place: number, middle: number): number {
    const outside = this.#addNode(place)
    const least = { length: 1, forward: 1, backward: 1 }
    this.#push({
      from: outside,
      to: middle,
      ways: FORWARD | BACKWARD,
      kind: SIDE | GATE,
      ...least,
      name: 0,
      places: [place, place],
    })
    return outside
  }

  /** The runs of nodes between junctions and barriers, without repeated nodes and runs of one node. */
  #runs(way: OsmWay): number[][] {
    const { uses, barriers } = this.#marks
    const runs: number[][] = []
    let run: number[] = []
    for (const place of way.nodes) {
      if (run.at(-1) === place) continue
      run.push(place)
      if (run.length < 2) continue
      const barrier = barriers[place] === CLOSED || barriers[place] === SIDE_GATE
      if (uses[place]! < 2 && !barrier) continue
      runs.push(run)
      run = [place]
    }
    return runs
  }

  #metres(places: Iterable<number>): number {
    const { lat, lng } = this.#map
    let metres = 0
    let before = -1
    for (const place of places) {
      if (before !== -1) metres += metresBetween(lat[before]!, lng[before]!, lat[place]!, lng[place]!)
      before = place
    }
    return metres
  }

  #measure(places: readonly number[], speed: number): Pick<Edge, 'length' | 'forward' | 'backward'> {
    const { signals } = this.#marks
    const metres = this.#metres(places)
    // A signal costs once, on arriving at it.
    const met = (ahead: readonly number[], direction: number): number =>
      ahead.filter((place) => signals[place] === 1 || signals[place] === direction).length
    const driving = (metres / (speed / 3.6)) * 1000
    const withSignals = (count: number): number => Math.max(1, Math.round(driving + count * SIGNAL_SECONDS * 1000))
    return {
      length: Math.max(1, Math.round(metres * 100)),
      forward: withSignals(met(places.slice(1), 2)),
      backward: withSignals(met(places.slice(0, -1), 3)),
    }
  }
}

const nameOf = ({ tags }: OsmWay): string => (tags['name'] ?? tags['ref'] ?? '').replaceAll('\0', '')
