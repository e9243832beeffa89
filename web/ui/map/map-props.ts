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
  /** not heard of for long: drawn grey */
  readonly stale: boolean
  readonly label: string
}

export interface MapViewProps {
  /** address of the style; light and dark are two */
  readonly styleUrl: string
  readonly dark: boolean
  /** what the map shows, for those who do not see it */
  readonly label: string
  /** where to look before anything is known */
  readonly center: LatLng
  readonly zoom?: number
  /** the way to go; a car glides along it */
  readonly route?: readonly LatLng[]
  /** the way that was driven */
  readonly track?: readonly LatLng[]
  readonly pins?: readonly MapPin[]
  readonly car?: MapCar | null
  /** searching: rings around this point */
  readonly pulse?: LatLng | null
  /** the camera keeps these in view until a hand moves the map */
  readonly keep?: readonly LatLng[]
  /** pixels covered by panels, at left and right as they stand on the screen */
  readonly padding?: { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }
  /** small pictures: nothing to grab, nothing to press */
  readonly still?: boolean
}
