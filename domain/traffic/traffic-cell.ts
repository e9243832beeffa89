/** A sample with the driver of its trip. */
export interface CellSample {
  readonly driver: string
  readonly ratio: number
  /** without traffic */
  readonly seconds: number
}

/** The aggregated samples of a class of road in an hour of the week. */
export interface TrafficCell {
  /** the median of the ratios: half of the weight lies below; 1 without weight */
  readonly ratio: number
  /** a fifth of the weight lies below `low`, and a fifth above `high` */
  readonly low: number
  readonly high: number
  /** sum of the weights of the samples, at most 1 each (from three minutes of driving on) and limited per driver */
  readonly weight: number
  readonly trips: number
  readonly drivers: number
  /** without traffic, of all samples */
  readonly seconds: number
}

/** Samples kept per class and hour: the newest ones, of each driver at most `mostOfDriver`. */
export const mostSamples = 200
export const mostOfDriver = 20

/** A trip with this much driving without traffic counts fully. */
const wholeTrip = 180

/**
 * The most weight of one driver, so that none has more than a third of the weight of all: then one driver cannot move
 * the median out of the samples of the others. 0 with fewer than three drivers [design/maps-111].
 */
export const driverLimit = (weights: readonly number[]): number => {
  const [first = 0, second = 0, ...others] = weights.toSorted((a, b) => b - a)
  const rest = others.reduce((sum, weight) => sum + weight, 0)
  if (rest === 0) return 0
  if (first <= (second + rest) / 2) return first
  return second <= rest ? (second + rest) / 2 : rest
}

/** Without weight with fewer than three drivers. */
export const cellOf = (samples: readonly CellSample[]): TrafficCell => {
  const weightOf = ({ seconds }: CellSample): number => Math.min(1, seconds / wholeTrip)
  const byDriver = new Map<string, number>()
  for (const sample of samples) byDriver.set(sample.driver, (byDriver.get(sample.driver) ?? 0) + weightOf(sample))
  const limit = driverLimit([...byDriver.values()])
  const weighted = samples
    .map((sample) => {
      const all = byDriver.get(sample.driver) ?? 0
      return { ratio: sample.ratio, weight: weightOf(sample) * Math.min(1, limit / all) }
    })
    .toSorted((a, b) => a.ratio - b.ratio)
  const weight = weighted.reduce((sum, one) => sum + one.weight, 0)
  const quantile = (share: number): number => {
    if (weight === 0) return 1
    let below = 0
    return (weighted.find((one) => (below += one.weight) >= share * weight) ?? weighted.at(-1)!).ratio
  }
  return {
    ratio: quantile(0.5),
    low: quantile(0.2),
    high: quantile(0.8),
    weight,
    trips: samples.length,
    drivers: byDriver.size,
    seconds: samples.reduce((sum, { seconds }) => sum + seconds, 0),
  }
}
