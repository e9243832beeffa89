import { decodeBlock } from '../osm/decode-block.ts'
import type { OsmNode, OsmRelation, Tags } from '../osm/osm-data.ts'
import { readBlocks } from '../osm/read-blocks.ts'
import { readHeader } from '../osm/read-header.ts'
import type { Bbox } from '../osm/read-osm.ts'
import { writePbf } from '../osm/write-pbf.ts'
import type { WayToWrite } from '../osm/write-pbf.ts'
import { overlapOf } from '../region/boxes.ts'

export const WORLD: Bbox = [-180, -85, 180, 85]

interface Changes {
  /** Added to every id, so that the objects are different ones. */
  readonly ids?: number
  /** Degrees to the east. */
  readonly east?: number
  /** Degrees to the north. */
  readonly north?: number
  readonly tags?: (tags: Tags) => Tags
  /** Seconds since 1970, the date in the header. */
  readonly taken?: number
}

/**
 * Writes the part of an extract in a box as osmium does it: nodes inside, ways that reach into it with all their nodes,
 * and all relations. `changes` make another map of it.
 */
export const cutExtract = (extract: string, file: string, box: Bbox, changes: Changes = {}): string => {
  const { ids = 0, east = 0, north: up = 0, tags: retag = (tags) => tags } = changes
  const header = readHeader(extract)
  const nodes = new Map<number, OsmNode>()
  const kept = new Set<number>()
  const ways: WayToWrite[] = []
  const relations: OsmRelation[] = []
  const [west, south, easternmost, north] = box.map((degrees) => degrees * 1e7) as [number, number, number, number]
  for (const { type, bytes } of readBlocks(extract)) {
    if (type !== 'OSMData') continue
    decodeBlock(bytes, {
      node: (id, lat, lng, tags = {}) => {
        nodes.set(id, {
          id: id + ids,
          lat: lat + Math.round(up * 1e7),
          lng: lng + Math.round(east * 1e7),
          tags: retag(tags),
        })
        if (lng >= west && lng <= easternmost && lat >= south && lat <= north) kept.add(id)
      },
    })
  }
  const inside = new Set(kept)
  for (const { type, bytes } of readBlocks(extract)) {
    if (type !== 'OSMData') continue
    decodeBlock(bytes, {
      way: (id, refs, tags) => {
        if (!refs.some((ref) => inside.has(ref))) return
        for (const ref of refs) if (nodes.has(ref)) kept.add(ref)
        ways.push({ id: id + ids, refs: refs.map((ref) => ref + ids), tags: retag(tags) })
      },
      relation: (id, members, tags) =>
        relations.push({
          id: id + ids,
          tags: retag(tags),
          members: members.map((one) => ({ ...one, ref: one.ref + ids })),
        }),
    })
  }
  const covered = header.bbox && overlapOf(header.bbox, box)
  const moved = covered && ([covered[0] + east, covered[1] + up, covered[2] + east, covered[3] + up] as const)
  writePbf(file, [...kept].map((id) => nodes.get(id)!), ways, changes.taken ?? header.timestamp, relations, moved) // prettier-ignore
  return file
}
