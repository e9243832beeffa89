/** A feature of the map: layer, lowest zoom, and the tags that the style uses. Coordinates [lng, lat]. */
export interface MapFeature {
  readonly layer: LayerName
  readonly minZoom: number
  readonly tags: Readonly<Record<string, string | number>>
  readonly geometry:
    | { readonly type: 'Point'; readonly coordinates: [number, number] }
    | { readonly type: 'LineString'; readonly coordinates: [number, number][] }
    | { readonly type: 'Polygon'; readonly coordinates: [number, number][][] }
}

export const LAYERS = ['landuse', 'water', 'waterway', 'aeroway', 'building', 'road', 'rail', 'place', 'poi'] as const
export type LayerName = (typeof LAYERS)[number]
