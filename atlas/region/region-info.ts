import { AtlasError } from '../atlas-error.ts'
import type { Bbox } from '../osm/read-osm.ts'
import type { LatLng } from '../route/shape.ts'

/** Increase it when the files or rows of a region change their meaning: regions are then rebuilt. */
export const FORMAT = 3

/** The description of a built region: `region.json` in its folder. */
export interface RegionInfo {
  readonly format: number
  /** The folder's name: lower-case letters, digits and hyphens. */
  readonly region: string
  readonly name: string
  /** Hash of the source's content and FORMAT: the same source has the same version. */
  readonly version: string
  /** Box of the roads, degrees. */
  readonly bbox: Bbox
  /** Box of everything drawn: tiles exist inside it. */
  readonly extent: Bbox
  readonly center: LatLng
  /** Date of the map data (ISO). */
  readonly date: string
  readonly attribution: string
  /** ISO 3166 alpha-2 */
  readonly countries: readonly string[]
  readonly counts: Readonly<Record<'edges' | 'places' | 'houses' | 'corners' | 'tiles', number>>
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
