/** A thing on the map: which layer, from which zoom, and what the style needs to know of it. Coordinates [lng, lat]. */
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
