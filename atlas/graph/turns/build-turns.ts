import { IntColumn } from '../int-column.ts'
import { mainComponents, reachable } from '../main-component.ts'
import type { Arcs } from '../main-component.ts'
import { partsOfJunctions } from '../parts-of-junctions.ts'
import { headOf, mayDrive, SIDE, tailOf } from '../road-graph.ts'
import type { EdgeColumns, Roads } from '../road-graph.ts'
import { turnStates } from './turn-states.ts'
import type { TurnStates } from './turn-states.ts'
import { uTurnZone } from './u-turn-zone.ts'

/** Edges, and the arcs that lead over them between the states of a drive. */
export interface TurnGraph extends EdgeColumns {
  readonly nodeCount: number
  readonly nameList: readonly string[]
  /** The files of which roads are kept, as bits. */
  readonly filesWithRoads: number
  readonly edgePart: Uint8Array
  /** As in the road graph, with states that are not yet ranked as nodes. */
  readonly directedFirst: Int32Array
  readonly directedTail: Int32Array
  readonly directedHead: Int32Array
  readonly directedOnward: Int32Array
}

/**
 * The graph in which every path is a permitted drive: without forbidden turns, and with private and destination roads
 * only at its ends [design/maps-20] [design/maps-22]. Edges are kept when a car can get there from the main roads and
 * back: points could otherwise snap to a closed yard without a way out.
 */
export const buildTurns = (roads: Roads): TurnGraph => {
  const main = mainComponents(publicArcs(roads), roads)
  const edgeKind = roads.edgeKind.map((kind, e) =>
    // A public road that can be reached only through non-public ones is for the ends of routes too.
    main[roads.edgeFrom[e]!] && main[roads.edgeTo[e]!] ? kind : kind | SIDE,
  )
  const sided = { ...roads, edgeKind }
  const states = turnStates(sided, main, uTurnZone(roads))
  const hub = mainComponents(states, states)
  const from = reachable(states, hub)
  const to = reachable(states, hub, true)
  return picked(sided, states, from, to)
}

const publicArcs = (roads: Roads): Arcs => {
  const [tail, head] = [new IntColumn(), new IntColumn()]
  for (let d = 0; d < roads.edgeWays.length * 2; d++) {
    if (!mayDrive(roads, d) || roads.edgeKind[d >> 1]! & SIDE) continue
    tail.push(tailOf(roads, d))
    head.push(headOf(roads, d))
  }
  return { nodeCount: roads.nodeCount, tail: tail.values(), head: head.values() }
}

/**
 * Keeps the edges to which a drive from the hub leads and from which one leads to the hub; numbers them and the states.
 */
const picked = (roads: Roads, states: TurnStates, fromHub: Uint8Array, toHub: Uint8Array): TurnGraph => {
  const edges = roads.edgeWays.length
  const reached = new Uint8Array(edges)
  for (let a = 0; a < states.tail.length; a++) if (fromHub[states.tail[a]!]) reached[states.directed[a]! >> 1] = 1
  const leads = (directed: number): boolean => states.onward[directed]! !== -1 && toHub[states.onward[directed]!] === 1
  const edgeNumber = new Int32Array(edges).fill(-1)
  const kept = new IntColumn()
  for (let e = 0; e < edges; e++) if (reached[e] && (leads(2 * e) || leads(2 * e + 1))) edgeNumber[e] = kept.push(e)

  const stateNumber = new Int32Array(states.nodeCount).fill(-1)
  let nodeCount = 0
  for (let s = 0; s < states.nodeCount; s++) if (fromHub[s] || toHub[s]) stateNumber[s] = nodeCount++

  const isKept = (a: number): boolean =>
    edgeNumber[states.directed[a]! >> 1] !== -1 &&
    stateNumber[states.tail[a]!] !== -1 &&
    stateNumber[states.head[a]!] !== -1
  const numberOf = (directed: number): number => edgeNumber[directed >> 1]! * 2 + (directed & 1)
  const directedFirst = new Int32Array(kept.length * 2 + 1)
  for (let a = 0; a < states.tail.length; a++) if (isKept(a)) directedFirst[numberOf(states.directed[a]!) + 1]!++
  for (let d = 0; d < kept.length * 2; d++) directedFirst[d + 1]! += directedFirst[d]!
  const next = directedFirst.slice()
  const directedTail = new Int32Array(directedFirst.at(-1)!)
  const directedHead = new Int32Array(directedFirst.at(-1)!)
  for (let a = 0; a < states.tail.length; a++) {
    if (!isKept(a)) continue
    const place = next[numberOf(states.directed[a]!)]!++
    directedTail[place] = stateNumber[states.tail[a]!]!
    directedHead[place] = stateNumber[states.head[a]!]!
  }
  const directedOnward = new Int32Array(kept.length * 2).fill(-1)
  for (let e = 0; e < edges; e++) {
    if (edgeNumber[e] === -1) continue
    for (const d of [2 * e, 2 * e + 1]) if (leads(d)) directedOnward[numberOf(d)] = stateNumber[states.onward[d]!]!
  }
  const columns = edgeColumns(roads, kept.values())
  const edgePart = edgeParts(roads, kept.values())
  return {
    nodeCount,
    nameList: roads.nameList,
    filesWithRoads: kept.values().reduce((files, e) => files | filesOfEdge(roads, e), 0),
    ...columns,
    edgePart,
    directedFirst,
    directedTail,
    directedHead,
    directedOnward,
  }
}

const filesOfEdge = ({ nodeFiles, edgeFrom, edgeTo }: Roads, e: number): number =>
  nodeFiles[edgeFrom[e]!]! & nodeFiles[edgeTo[e]!]!

/** Each file adds at most one part. */
const edgeParts = (roads: Roads, kept: Int32Array): Uint8Array => {
  const joined = partsOfJunctions(roads)
  const numbers = new Map<number, number>()
  return Uint8Array.from(kept, (e) => {
    const part = joined[roads.edgeFrom[e]!]!
    if (!numbers.has(part)) numbers.set(part, numbers.size)
    return numbers.get(part)!
  })
}

const edgeColumns = (roads: Roads, kept: Int32Array): EdgeColumns => {
  const pick = (column: Int32Array): Int32Array => kept.map((e) => column[e]!)
  const edgeShape = new Int32Array(kept.length + 1)
  kept.forEach((e, i) => (edgeShape[i + 1] = edgeShape[i]! + roads.edgeShape[e + 1]! - roads.edgeShape[e]!))
  const points = (column: Int32Array): Int32Array => {
    const out = new Int32Array(edgeShape.at(-1)!)
    kept.forEach((e, i) => out.set(column.subarray(roads.edgeShape[e], roads.edgeShape[e + 1]), edgeShape[i]))
    return out
  }
  return {
    edgeWays: Uint8Array.from(kept, (e) => roads.edgeWays[e]!),
    edgeKind: Uint8Array.from(kept, (e) => roads.edgeKind[e]!),
    edgeLength: pick(roads.edgeLength),
    edgeForwardTime: pick(roads.edgeForwardTime),
    edgeBackwardTime: pick(roads.edgeBackwardTime),
    edgeName: pick(roads.edgeName),
    edgeShape,
    shapeLat: points(roads.shapeLat),
    shapeLng: points(roads.shapeLng),
  }
}
