import { hourOfWeek, roadClasses, type FreeSeconds, type RoadClass } from './road-classes.ts'

export interface HourFactor {
  /** a drive takes this many times the seconds without traffic */
  readonly factor: number
  /** natural logarithm of the ratio between the longest of most trips and the usual one; 0: enough trips are known */
  readonly spread: number
}

/** Factors by hour of the week [design/maps-112]. `mixed`: for drives whose roads are not known. */
export interface FactorTable extends Readonly<Record<RoadClass | 'mixed', readonly HourFactor[]>> {
  /** the zone of the hours; that of the settings may have changed since */
  readonly timezone: string
}

/** Whole seconds from `low` to `high`. */
export interface TimeRange {
  readonly low: number
  readonly high: number
}

export interface ExpectedTime {
  /** whole seconds */
  readonly seconds: number
  /** null: the factors rest on enough trips */
  readonly range: TimeRange | null
}

/** The factors of one hour of the week. */
export type FactorsOfHour = Readonly<Record<RoadClass | 'mixed', HourFactor>>

const noTraffic: HourFactor = { factor: 1, spread: 0 }

/** Half of the spread of trips, as a logarithm, where nothing is known of it [design/maps-113]. */
export const usualSpread = 0.15

const unknown: HourFactor = { factor: 1, spread: usualSpread }
const unknownHour: FactorsOfHour = { motorway: unknown, main: unknown, street: unknown, mixed: unknown }

/** The range of a drive while no factors are in use [design/maps-113]. */
export const rangeWithoutFactors = (free: FreeSeconds): TimeRange | null => expectedTime(free, unknownHour).range

/** The factors of the hour that contains `at` (ms). */
export const factorsAt = (table: FactorTable, at: number): FactorsOfHour => {
  const hour = hourOfWeek(at, table.timezone)
  return {
    motorway: table.motorway[hour] ?? noTraffic,
    main: table.main[hour] ?? noTraffic,
    street: table.street[hour] ?? noTraffic,
    mixed: table.mixed[hour] ?? noTraffic,
  }
}

/** How long a drive takes. The factors of the hour in which it starts count for the whole drive. */
export const expectedTime = (free: FreeSeconds, factors: FactorsOfHour): ExpectedTime => {
  let [seconds, low, high] = [free.ferry, free.ferry, free.ferry]
  for (const part of [...roadClasses, 'mixed'] as const) {
    const { factor, spread } = factors[part]
    seconds += free[part] * factor
    low += free[part] * factor * Math.exp(-spread)
    high += free[part] * factor * Math.exp(spread)
  }
  const range = { low: Math.round(low), high: Math.round(high) }
  return { seconds: Math.round(seconds), range: range.high > range.low ? range : null }
}
