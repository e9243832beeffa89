import type { LatLng } from '@remis/domain/kit/distance'

/** The part of the Maps JavaScript API that is used, by its reference documentation. */
export interface GoogleMaps {
  readonly Map: new (element: HTMLElement, options: Readonly<Record<string, unknown>>) => GoogleMap
  readonly Polyline: new (options: Readonly<Record<string, unknown>>) => GooglePolyline
  readonly OverlayView: new () => GoogleOverlay
}

export interface GoogleListener {
  remove(): void
}

export interface GoogleMap {
  getCenter(): { toJSON(): LatLng } | undefined
  getZoom(): number | undefined
  getBounds(): { toJSON(): { north: number; south: number; east: number; west: number } } | undefined
  setOptions(options: Readonly<Record<string, unknown>>): void
  setZoom(zoom: number): void
  panTo(center: LatLng): void
  addListener(event: string, call: () => void): GoogleListener
}

export interface GooglePolyline {
  setPath(path: readonly LatLng[]): void
  setMap(map: GoogleMap | null): void
}

/** Extended by a layer, which defines onAdd, draw and onRemove. */
export interface GoogleOverlay {
  setMap(map: GoogleMap | null): void
  getPanes(): { readonly overlayLayer: HTMLElement; readonly overlayMouseTarget: HTMLElement } | null
  getProjection():
    { fromLatLngToDivPixel(point: LatLng): { readonly x: number; readonly y: number } | null } | undefined
}
