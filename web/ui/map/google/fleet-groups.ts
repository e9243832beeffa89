import type { LatLng } from '@remis/domain/kit/distance'
import type { FleetCar } from '../map-props.ts'
import { worldSpot } from './mercator.ts'

export type FleetSign =
  | { readonly kind: 'car'; readonly car: FleetCar }
  | { readonly kind: 'group'; readonly id: string; readonly at: LatLng; readonly count: number }

/** Cars in one square of this size are one group, pixels. */
const square = 72
/** From this zoom on every car is drawn. */
const everyCar = 14

/**
 * The cars, those close to each other as groups at the mean of their positions. Groups keep their id while the map
 * moves.
 */
export const fleetGroups = (cars: readonly FleetCar[], zoom: number): FleetSign[] => {
  if (zoom >= everyCar) return cars.map((car) => ({ kind: 'car', car }))
  const squares = new Map<string, FleetCar[]>()
  for (const car of cars) {
    const { x, y } = worldSpot(car.at, zoom)
    const id = `${Math.floor(x / square)} ${Math.floor(y / square)}`
    squares.set(id, [...(squares.get(id) ?? []), car])
  }
  return Array.from(squares, ([id, members]): FleetSign => {
    const [only] = members
    if (members.length === 1 && only !== undefined) return { kind: 'car', car: only }
    const mean = (of: (point: LatLng) => number) => members.reduce((sum, { at }) => sum + of(at), 0) / members.length
    return {
      kind: 'group',
      id,
      at: { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) },
      count: members.length,
    }
  })
}
