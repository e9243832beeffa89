import type { Bbox } from '../osm/read-osm.ts'
import type { LatLng } from '../route/shape.ts'

/** Raise it when the files or rows of a region change their meaning: regions are then built anew. */
export const FORMAT = 2

/** What is known of a built region; `region.json` in its folder. */
export interface RegionInfo {
  readonly format: number
  /** The folder's name: lower-case letters, digits and hyphens. */
  readonly region: string
  readonly name: string
  /** Of the source's content and of FORMAT; the same source gives the same version. */
  readonly version: string
  /** Of the roads, degrees. */
  readonly bbox: Bbox
  /** Of all that is drawn: tiles are there within it. */
  readonly extent: Bbox
  readonly center: LatLng
  /** When the map data was taken, ISO date. */
  readonly date: string
  readonly attribution: string
  /** ISO 3166 alpha-2 */
  readonly countries: readonly string[]
  readonly counts: Readonly<Record<'edges' | 'places' | 'houses' | 'corners' | 'tiles', number>>
}

export const ATTRIBUTION = '© OpenStreetMap contributors'
