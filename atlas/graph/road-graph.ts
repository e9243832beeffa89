/**
 * The road graph as typed arrays. An edge is a piece of road between two junctions with its shape; it is driven
 * forward, backward or both. An edge in one direction is a directed edge: number 2 × edge forward, 2 × edge + 1
 * backward. A node of the hierarchy is a junction, or a junction together with what was driven to get there, where that
 * decides how the drive may go on (`turns/turn-states.ts`). So a directed edge has one or more arcs between nodes. Node
 * numbers are ranks of the contraction: a higher number was contracted later. Lengths in centimetres, times in
 * milliseconds, coordinates in degrees × 1e7.
 */
export interface RoadGraph {
  /** Bit 1 forward, bit 2 backward. */
  readonly edgeWays: Uint8Array
  /** Bits SIDE, TOLL, FERRY, GATE, MOTORWAY, MAIN and NO_STOP. */
  readonly edgeKind: Uint8Array
  readonly edgeLength: Int32Array
  readonly edgeForwardTime: Int32Array
  readonly edgeBackwardTime: Int32Array
  readonly edgeName: Int32Array
  /** The part of the road network, from 0: no road joins edges of different parts. */
  readonly edgePart: Uint8Array
  /** `edgeShape[e] … edgeShape[e + 1]` are the edge's points in `shapeLat` and `shapeLng`, ends included. */
  readonly edgeShape: Int32Array
  readonly shapeLat: Int32Array
  readonly shapeLng: Int32Array
  /** `directedFirst[d] … directedFirst[d + 1]` are the arcs of directed edge d in `directedTail` and `directedHead`. */
  readonly directedFirst: Int32Array
  readonly directedTail: Int32Array
  readonly directedHead: Int32Array
  /** The node at the end of a directed edge for a drive that starts on it; -1 when that leads nowhere. */
  readonly directedOnward: Int32Array
  /** Arcs from a node to a higher one (`up`), and from a higher one to the node (`down`). */
  readonly upFirst: Int32Array
  readonly upArc: Int32Array
  readonly downFirst: Int32Array
  readonly downArc: Int32Array
  readonly arcTail: Int32Array
  readonly arcHead: Int32Array
  readonly arcTime: Int32Array
  readonly arcLength: Int32Array
  /** A shortcut's two arcs in driving order; of a road arc, `-1 - directed edge` and -1. */
  readonly arcFirst: Int32Array
  readonly arcSecond: Int32Array
  /**
   * Segment i joins shape points `segmentPoint[i]` and the next one, of edge `segmentEdge[i]`. Ferries and gates have
   * none.
   */
  readonly segmentEdge: Int32Array
  readonly segmentPoint: Int32Array
  /** Packed flatbush over the segments in metres from the centre; see `snap.ts`. */
  readonly segmentIndex: Uint8Array
  /** Names, separated by NUL, UTF-8; `edgeName` is an index of them, 0 is "no name". */
  readonly names: Uint8Array
  /** [latitude, longitude] of the centre in degrees × 1e7. */
  readonly center: Int32Array
}

/** The columns of an edge that do not depend on how junctions may be passed. */
export type EdgeColumns = Pick<
  RoadGraph,
  | 'edgeWays'
  | 'edgeKind'
  | 'edgeLength'
  | 'edgeForwardTime'
  | 'edgeBackwardTime'
  | 'edgeName'
  | 'edgeShape'
  | 'shapeLat'
  | 'shapeLng'
>

/** Edges between junctions, which are numbered in the order of their first use. */
export interface Roads extends EdgeColumns {
  readonly nodeCount: number
  /** The files that have a junction, as bits. */
  readonly nodeFiles: Int32Array
  readonly fileCount: number
  readonly edgeFrom: Int32Array
  readonly edgeTo: Int32Array
  readonly nameList: readonly string[]
  /** Forbidden sequences of two or more directed edges. */
  readonly bans: readonly Int32Array[]
}

export const FORWARD = 1
export const BACKWARD = 2

/** Only at the beginning or end of a route: private or for destinations only, or reached only through such roads. */
export const SIDE = 1
export const TOLL = 2
export const FERRY = 4
/** The passage of a gate: no length, nothing stops on it. */
export const GATE = 8
/** Motorways and trunk roads. Each class of road has its traffic factors; without a bit it is a street. */
export const MOTORWAY = 16
/** Primary and secondary roads. */
export const MAIN = 32
/** Tunnels and motorways: a pickup or drop is on another road where one is near. */
export const NO_STOP = 64

/** The junction where a directed edge begins. */
export const tailOf = ({ edgeFrom, edgeTo }: Pick<Roads, 'edgeFrom' | 'edgeTo'>, directed: number): number =>
  directed & 1 ? edgeTo[directed >> 1]! : edgeFrom[directed >> 1]!

export const headOf = ({ edgeFrom, edgeTo }: Pick<Roads, 'edgeFrom' | 'edgeTo'>, directed: number): number =>
  directed & 1 ? edgeFrom[directed >> 1]! : edgeTo[directed >> 1]!

/** ms */
export const timeOf = (
  { edgeForwardTime, edgeBackwardTime }: Pick<RoadGraph, 'edgeForwardTime' | 'edgeBackwardTime'>,
  directed: number,
): number => (directed & 1 ? edgeBackwardTime[directed >> 1]! : edgeForwardTime[directed >> 1]!)

export const mayDrive = ({ edgeWays }: Pick<RoadGraph, 'edgeWays'>, directed: number): boolean =>
  (edgeWays[directed >> 1]! & (directed & 1 ? BACKWARD : FORWARD)) !== 0
