export type Tags = Readonly<Record<string, string>>

/** A node with tags. Coordinates are degrees × 1e7, the precision of OpenStreetMap. */
export interface OsmNode {
  readonly id: number
  readonly lat: number
  readonly lng: number
  readonly tags: Tags
}

/** `nodes` are indexes of the map's coordinate columns, not OpenStreetMap ids. */
export interface OsmWay {
  readonly id: number
  readonly nodes: Int32Array
  readonly tags: Tags
}

export interface OsmMember {
  readonly kind: 'node' | 'way' | 'relation'
  /** The OpenStreetMap id; `placeOf` and `waysOf` find the node or way. It may be missing from the file. */
  readonly ref: number
  readonly role: string
}

export interface OsmRelation {
  readonly id: number
  readonly tags: Tags
  /** In the order of the file. */
  readonly members: readonly OsmMember[]
}

/** A file that the data comes from. */
export interface OsmFile {
  readonly path: string
  /** Date of the data (ISO) from the header; undefined without one. */
  readonly date: string | undefined
  /**
   * The box that the header says the file covers, cut to the box that was asked for; degrees. Undefined without either.
   */
  readonly box: readonly [west: number, south: number, east: number, north: number] | undefined
}

/**
 * The part of one or more files that an import needs: tagged nodes, ways with the coordinates of their nodes, and
 * relations. Each object is there once, and all are ascending by id.
 */
export interface OsmData {
  /**
   * Ways with a tag that the import reads, and the member ways of relations, which may have other tags or none. A way
   * with missing nodes is several ways with the same id.
   */
  readonly ways: Iterable<OsmWay>
  readonly wayCount: number
  /** Nodes with tags. */
  readonly nodes: Iterable<OsmNode>
  /** Of the types restriction, multipolygon, boundary and site, and ferry routes. */
  readonly relations: Iterable<OsmRelation>
  /** The parts of a way that is a member of a relation; empty when the files do not have it. */
  readonly waysOf: (id: number) => readonly OsmWay[]
  /** Sorted OpenStreetMap ids; the two columns beside it hold degrees × 1e7. */
  readonly ids: Float64Array
  readonly lat: Int32Array
  readonly lng: Int32Array
  /** The newest first. */
  readonly files: readonly OsmFile[]
  /** The files that have the node at this place: bit i is `files[i]`. */
  readonly filesAt: (place: number) => number
}

/** The index of an id in the sorted column, or -1. */
export const placeOf = (ids: Float64Array, id: number): number => {
  let low = 0
  let high = ids.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const there = ids[middle]!
    if (there === id) return middle
    if (there < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}
