/** A feature of the map: layer, lowest zoom, and the tags that the style uses. */
export interface MapFeature {
  readonly layer: LayerName
  readonly minZoom: number
  readonly tags: FeatureTags
  readonly kind: 'point' | 'line' | 'area'
  /** Features of a layer are drawn from the highest to the lowest: large areas before small ones. */
  readonly order: number
  /**
   * The point, the line, or the closed rings of an area (the outer one first, then its holes), each as
   * lng, lat, lng, lat, … in degrees × 1e7.
   */
  readonly parts: readonly Int32Array[]
}

export type FeatureTags = Readonly<Record<string, string | number>>

export const LAYERS = [
  'landuse', 'water', 'waterway', 'aeroway', 'building', 'boundary', 'road', 'rail', 'place', 'poi',
] as const // prettier-ignore
export type LayerName = (typeof LAYERS)[number]
