import type { LatLng } from '@remis/domain/kit/distance'
import type { GoogleMap, GoogleMaps } from './google-types.ts'

/** Elements of the page at points of Google's map. */
export interface MarkerLayer {
  /** Puts the middle of the element at the point. `pressed`: it receives presses. */
  place(element: HTMLElement, at: LatLng, pressed?: boolean): void
  remove(element: HTMLElement): void
  close(): void
}

interface Placed {
  at: LatLng
  readonly pressed: boolean
}

/** An overlay and not advanced markers: those need a map id that the operator would have to make at Google. */
export const markerLayer = (maps: GoogleMaps, map: GoogleMap): MarkerLayer => {
  const placed = new Map<HTMLElement, Placed>()

  class Layer extends maps.OverlayView {
    onAdd(): void {
      for (const [element, one] of placed) this.attach(element, one)
    }
    draw(): void {
      for (const [element, { at }] of placed) this.move(element, at)
    }
    onRemove(): void {
      for (const element of placed.keys()) element.remove()
    }
    attach(element: HTMLElement, { at, pressed }: Placed): void {
      const panes = this.getPanes()
      const pane = pressed ? panes?.overlayMouseTarget : panes?.overlayLayer
      if (!pane) return
      if (element.parentElement !== pane) pane.append(element)
      this.move(element, at)
    }
    move(element: HTMLElement, at: LatLng): void {
      const spot = this.getProjection()?.fromLatLngToDivPixel(at)
      if (!spot) return
      element.style.position = 'absolute'
      element.style.transform = `translate(${spot.x}px, ${spot.y}px) translate(-50%, -50%)`
    }
  }

  const layer = new Layer()
  layer.setMap(map)
  return {
    place: (element, at, pressed = false) => {
      const one = { at, pressed }
      placed.set(element, one)
      layer.attach(element, one)
    },
    remove: (element) => {
      placed.delete(element)
      element.remove()
    },
    close: () => layer.setMap(null),
  }
}
