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

/** The part of a file that an import needs: tagged nodes, tagged ways, and the coordinates of the ways. */
export interface OsmData {
  readonly ways: readonly OsmWay[]
  readonly nodes: readonly OsmNode[]
  /** Sorted OpenStreetMap ids; the two columns beside it hold degrees × 1e7. */
  readonly ids: Float64Array
  readonly lat: Int32Array
  readonly lng: Int32Array
  /** Date of the data (ISO) from the file's header; undefined without one. */
  readonly date: string | undefined
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
