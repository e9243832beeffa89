import { usualSpread, type FactorTable, type HourFactor } from './expected-time.ts'
import { hoursOfWeek, roadClasses, type RoadClass } from './road-classes.ts'
import type { TrafficCell } from './traffic-cell.ts'

/** Cells by class and hour of the week. */
export type LearnedCells = Readonly<Record<RoadClass, readonly (TrafficCell | null)[]>>

/** The bounds of a factor. */
export const leastFactor = 0.5
export const mostFactor = 4

/** The weight of the assumed factor. A neighbour has at most this weight. */
const assumed = 8
/** Another class in the same hour has half the weight of the same class an hour before or after. */
const otherClass = 0.5
/** From this weight on, a factor is exact enough to show one figure for a duration. */
export const enoughWeight = 20

/**
 * Suggests a factor for each class and hour: the median of its trips, averaged with the factors of its neighbours (the
 * hour before, the hour after, the other classes of the hour), which are averaged with 1. The fewer the trips, the
 * larger the weight of the neighbours. `mixed` is the mean over the classes, by the time driven on each. Rounded to
 * hundredths [design/maps-111].
 */
export const suggestFactors = (cells: LearnedCells, timezone: string): FactorTable => {
  const factors = new Map(roadClasses.map((roadClass) => [roadClass, factorsOf(cells, roadClass)]))
  const shares = new Map(
    roadClasses.map((roadClass) => [roadClass, cells[roadClass].reduce((sum, cell) => sum + (cell?.seconds ?? 0), 0)]),
  )
  const all = [...shares.values()].reduce((sum, share) => sum + share, 0)
  const mixed = Array.from({ length: hoursOfWeek }, (_, hour) => {
    if (all === 0) return { factor: 1, spread: usualSpread }
    const mean = (of: (one: HourFactor) => number): number =>
      roadClasses.reduce((sum, one) => sum + (shares.get(one)! / all) * of(factors.get(one)![hour]!), 0)
    return rounded(
      mean(({ factor }) => factor),
      mean(({ spread }) => spread),
    )
  })
  return {
    timezone,
    motorway: factors.get('motorway')!,
    main: factors.get('main')!,
    street: factors.get('street')!,
    mixed,
  }
}

const factorsOf = (cells: LearnedCells, roadClass: RoadClass): HourFactor[] => {
  const row = cells[roadClass]
  const known = row.filter((cell) => cell !== null)
  const classSpread = meanOf(
    known.map((cell) => [spreadOf(cell), cell.weight]),
    usualSpread,
  )
  return Array.from({ length: hoursOfWeek }, (_, hour) => {
    const cell = row[hour] ?? null
    const neighbours = [
      ...[hour + hoursOfWeek - 1, hour + 1].map((one) => ({ cell: row[one % hoursOfWeek], share: 1 })),
      ...roadClasses.filter((one) => one !== roadClass).map((one) => ({ cell: cells[one][hour], share: otherClass })),
    ].flatMap(({ cell: one, share }) =>
      one ? [[Math.log(one.ratio), share * Math.min(assumed, one.weight)] as const] : [],
    )
    const around = meanOf(neighbours, 0)
    if (cell === null) return rounded(Math.exp(around), classSpread)
    const factor = Math.exp(meanOf([[Math.log(cell.ratio), cell.weight]], around))
    return rounded(factor, cell.weight >= enoughWeight ? 0 : meanOf([[spreadOf(cell), cell.weight]], classSpread))
  })
}

const spreadOf = ({ low, high }: TrafficCell): number => Math.log(high / low) / 2

/** The weighted mean of values, together with `usual`, which has the weight `assumed`. */
const meanOf = (values: readonly (readonly [value: number, weight: number])[], usual: number): number => {
  const sum = values.reduce((all, [value, weight]) => all + value * weight, usual * assumed)
  return sum / values.reduce((all, [, weight]) => all + weight, assumed)
}

const rounded = (factor: number, spread: number): HourFactor => ({
  factor: Math.round(100 * Math.min(mostFactor, Math.max(leastFactor, factor))) / 100,
  spread: Math.round(100 * spread) / 100,
})
