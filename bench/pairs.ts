/** How every rate is measured: the sides take turns, so that other load of the machine affects them equally. */
export const ROUNDS = 7
/** The duration of a side's turn; `BENCH_SECONDS` shortens it for a quick look. */
export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)

/** One side of a comparison: does a bit of its work and returns how much that was. */
export type Side = () => number | Promise<number>

export interface Spread {
  readonly median: number
  readonly low: number
  readonly high: number
}

/** A quantile of the sorted values, interpolated. */
export const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * part
  const low = sorted[Math.floor(place)] ?? 0
  return low + ((sorted[Math.ceil(place)] ?? low) - low) * (place % 1)
}

/** Median and quartiles. */
export const spreadOf = (values: readonly number[]): Spread => ({
  median: quantile(values, 0.5),
  low: quantile(values, 0.25),
  high: quantile(values, 0.75),
})

/** Work per second over `seconds`. */
const rateOf = async (side: Side, seconds: number): Promise<number> => {
  const since = performance.now()
  let done = 0
  let passed = 0
  do {
    done += await side()
    passed = performance.now() - since
  } while (passed < seconds * 1000)
  return done / (passed / 1000)
}

/** Rates of every side in each round, after a short warm-up round; the order rotates from round to round. */
export const takeTurns = async <Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  { rounds = ROUNDS, seconds = SECONDS } = {},
): Promise<Record<Name, number[]>> => {
  const names = Object.keys(sides) as Name[]
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (const name of names) await rateOf(sides[name], Math.min(1, seconds))
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed())
      rates[name].push(await rateOf(sides[name], seconds))
  return rates
}

/** The ratio of each round, not the ratio of two means. */
export const ratiosOf = (ours: readonly number[], peer: readonly number[]): number[] =>
  ours.map((rate, round) => rate / (peer[round] ?? Number.NaN))

/** A wrong result makes its ratio void: it ends the bench. */
export const insist = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`the comparison is void: ${what}`)
}
