import type { LatLng } from '@remis/domain/kit/distance'

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
  /** position too old: drawn grey */
  readonly stale: boolean
  readonly label: string
}

export interface MapViewProps {
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
  /** the driven track */
  readonly track?: readonly LatLng[]
  readonly pins?: readonly MapPin[]
  readonly car?: MapCar | null
  /** searching: rings around this point */
  readonly pulse?: LatLng | null
  /** the camera keeps these in view until the user moves the map */
  readonly keep?: readonly LatLng[]
  /** pixels covered by panels, physical left and right */
  readonly padding?: { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }
  /** static picture without interaction */
  readonly still?: boolean
}
