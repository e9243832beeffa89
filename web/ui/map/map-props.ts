import type { LatLng } from '@remis/domain/kit/distance'
import type { VehicleShape } from './fleet/vehicle-shapes.ts'

export interface MapPin {
  readonly id: string
  readonly kind: 'pickup' | 'drop' | 'self'
  readonly at: LatLng
  readonly label: string
}

export interface MapCar {
  readonly at: LatLng
  /** degrees clockwise from north */
  readonly heading: number | null
  /** `car` without one */
  readonly shape?: VehicleShape
  /** position too old: drawn grey */
  readonly stale: boolean
  readonly label: string
}

/** One car of many on a map of a fleet. */
export interface FleetCar {
  readonly id: string
  readonly at: LatLng
  /** degrees clockwise from north; null: drawn without a direction */
  readonly heading: number | null
  readonly state: 'free' | 'pickup' | 'trip'
  /** `car` without one */
  readonly shape?: VehicleShape
  readonly stale: boolean
}

/** A part of the map, degrees; `west` above `east` crosses the 180th meridian. */
export interface MapBox {
  readonly north: number
  readonly south: number
  readonly east: number
  readonly west: number
}

export interface MapFleet {
  readonly cars: readonly FleetCar[]
  /** the car with a ring around it */
  readonly chosen: string | null
  /** a press on a car, or beside all cars */
  readonly onChoose: (id: string | null) => void
  /** the part in view, after each move */
  readonly onView: (box: MapBox) => void
}

/** Google's map in place of the embedded one [design/maps-97]. */
export interface GoogleDrawing {
  /** null: this reader gets none; undefined: it is being loaded */
  readonly key: string | null | undefined
  readonly language: string
  /** ISO 3166 alpha-2; empty: none */
  readonly region: string
  /** whether the embedded map may be shown where Google's cannot: not with Google's places or routes on it */
  readonly orEmbedded: boolean
}

/** of a map that has nothing to frame yet [places-10] */
export const defaultZoom = 10

export interface MapViewProps {
  /** undefined: the embedded map */
  readonly google?: GoogleDrawing | undefined
  /** URL of the style, different in light and dark */
  readonly styleUrl: string
  readonly dark: boolean
  /** description for screen readers */
  readonly label: string
  /** centre before any point is known */
  readonly center: LatLng
  readonly zoom?: number
  /** the route ahead; a car glides along it */
  readonly route?: readonly LatLng[]
  /** the car is not on the route yet: it does not glide along it, and the whole route is drawn */
  readonly planned?: boolean
  /** the driven track */
  readonly track?: readonly LatLng[]
  readonly pins?: readonly MapPin[]
  readonly car?: MapCar | null
  /** many cars, in clusters where they are close */
  readonly fleet?: MapFleet
  /** searching: rings around this point */
  readonly pulse?: LatLng | null
  /** the camera keeps these in view until the user moves the map */
  readonly keep?: readonly LatLng[]
  /** pixels covered by panels, physical left and right */
  readonly padding?: { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }
  /** static picture without interaction */
  readonly still?: boolean
}
