/**
 * The road graph as typed arrays. An edge is a piece of road between two junctions with its shape; it is driven forward,
 * backward or both. Node numbers are ranks of the contraction: a higher number was contracted later.
 * Lengths in centimetres, times in milliseconds, coordinates in degrees × 1e7.
 */
export interface RoadGraph {
  readonly edgeFrom: Int32Array
  readonly edgeTo: Int32Array
  /** Bit 1 forward, bit 2 backward. */
  readonly edgeWays: Uint8Array
  readonly edgeLength: Int32Array
  readonly edgeForwardTime: Int32Array
  readonly edgeBackwardTime: Int32Array
  readonly edgeName: Int32Array
  /** `edgeShape[e] … edgeShape[e + 1]` are the edge's points in `shapeLat` and `shapeLng`, ends included. */
  readonly edgeShape: Int32Array
  readonly shapeLat: Int32Array
  readonly shapeLng: Int32Array
  /** Arcs from a node to a higher one (`up`), and from a higher one to the node (`down`). */
  readonly upFirst: Int32Array
  readonly upArc: Int32Array
  readonly downFirst: Int32Array
  readonly downArc: Int32Array
  readonly arcTail: Int32Array
  readonly arcHead: Int32Array
  readonly arcTime: Int32Array
  readonly arcLength: Int32Array
  /** A shortcut's two arcs in driving order; of a road arc, `-1 - (2 × edge + direction)` and -1, direction 1 is backward. */
  readonly arcFirst: Int32Array
  readonly arcSecond: Int32Array
  /** Segment i joins shape points `segmentPoint[i]` and the next one, of edge `segmentEdge[i]`. */
  readonly segmentEdge: Int32Array
  readonly segmentPoint: Int32Array
  /** Packed flatbush over the segments in metres from the centre; see `snap.ts`. */
  readonly segmentIndex: Uint8Array
  /** Names, separated by NUL, UTF-8; `edgeName` is an index of them, 0 is "no name". */
  readonly names: Uint8Array
  /** [latitude, longitude] of the centre in degrees × 1e7. */
  readonly center: Int32Array
}

/** Edges before contraction, with nodes numbered in the order of their first use. */
export type Roads = Pick<
  RoadGraph,
  | 'edgeFrom'
  | 'edgeTo'
  | 'edgeWays'
  | 'edgeLength'
  | 'edgeForwardTime'
  | 'edgeBackwardTime'
  | 'edgeName'
  | 'edgeShape'
  | 'shapeLat'
  | 'shapeLng'
> & { readonly nodeCount: number; readonly nameList: readonly string[] }

export const FORWARD = 1
export const BACKWARD = 2
