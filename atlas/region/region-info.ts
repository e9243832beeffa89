import { AtlasError } from '../atlas-error.ts'
import type { Bbox } from '../osm/read-osm.ts'
import type { LatLng } from '../route/shape.ts'

/** Increase it when the files or rows of a region change their meaning: regions are then rebuilt. */
export const FORMAT = 9

/** The description of a built region: `region.json` in its folder. */
export interface RegionInfo {
  readonly format: number
  /** The folder's name: lower-case letters, digits and hyphens. */
  readonly region: string
  readonly name: string
  /** Hash of the source's content and FORMAT: the same source has the same version. */
  readonly version: string
  /** The files it was built from, the newest first, with the date (ISO) of their data; none for the trial city. */
  readonly files: readonly { readonly name: string; readonly date: string }[]
  /**
   * Boxes of the roads, one for each part that lies apart from the others, the one with most addresses first. Degrees.
   */
  readonly boxes: readonly [Bbox, ...Bbox[]]
  /** Boxes of everything drawn: tiles exist inside them. */
  readonly extents: readonly Bbox[]
  /** Of the first part. */
  readonly center: LatLng
  /** Date of the oldest map data (ISO). */
  readonly date: string
  readonly attribution: string
  /** ISO 3166 alpha-2, the one with most addresses first; empty where no border contains the region. */
  readonly countries: readonly string[]
  readonly counts: Readonly<Record<'edges' | 'places' | 'houses' | 'corners' | 'tiles', number>>
}

/** The names of the files, with their dates where these differ; undefined for the trial city. */
export const filesOf = ({ files }: Pick<RegionInfo, 'files'>): string | undefined => {
  // A region of an older version does not name its files.
  if (!files || files.length === 0) return undefined
  const isOneDate = files.every(({ date }) => date === files[0]!.date)
  return files.map(({ name, date }) => (isOneDate ? name : `${name} (${date})`)).join(', ')
}

/** How far outside the box of a part's roads a point may be (a beach, a pier), km [design/maps-6]. */
const MARGIN_KM = 5
const KM_PER_DEGREE = 111.2

/** The box in which points are answered, around a box of roads. Degrees. */
export const reachOf = ([west, south, east, north]: Bbox): Bbox => {
  const high = MARGIN_KM / KM_PER_DEGREE
  const farthest = Math.min(85, Math.max(Math.abs(south), Math.abs(north)))
  const wide = high / Math.cos((farthest * Math.PI) / 180)
  return [west - wide, south - high, east + wide, north + high]
}

export const ATTRIBUTION = '© OpenStreetMap contributors'

/**
 * A server of a newer version refuses the files and rows of an older one: they lack what its searches and routes read.
 * @throws AtlasError BAD_FILE
 */
export const checkFormat = ({ name, format }: Pick<RegionInfo, 'name' | 'format'>): void => {
  if (format !== FORMAT)
    throw new AtlasError(
      'BAD_FILE',
      `The map region ${name} was imported by another version. Import it again: npm run maps:import -- file.osm.pbf`,
    )
}
