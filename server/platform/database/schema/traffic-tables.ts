import type { FactorTable } from '@remis/domain/traffic/expected-time'
import type { RoadClass } from '@remis/domain/traffic/road-classes'
import type { At, AtNow, JsonOrNull, Opt } from './column.ts'

/** Finished trips that are not learned from yet [design/maps-110]. */
export interface TrafficQueue {
  booking_id: string
  tries: Opt<number>
}

export interface TrafficSamples {
  booking_id: string
  road_class: RoadClass
  at: At
  /** of the week, in the zone of `traffic_state` */
  hour: number
  ratio: number
  seconds: number
}

/** The aggregated samples of a class and hour. */
export interface TrafficCells {
  road_class: RoadClass
  hour: number
  ratio: number
  low: number
  high: number
  weight: number
  trips: number
  drivers: number
  seconds: number
}

/** One row. */
export interface TrafficState {
  id: number
  /** of the hours of samples and cells */
  timezone: string
  /** in use; null: durations are without traffic */
  factors: JsonOrNull<FactorTable>
  /** counts the changes of the factors in use */
  version: number
  changed_at: AtNow
}
