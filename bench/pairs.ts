/** The rule of every rate (trust-and-speed §2.2): sides take turns, so that what the machine does else meets them alike. */
export const ROUNDS = 7
/** Each turn of a side; `BENCH_SECONDS` shortens them for a look. */
export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)

/** One side of a comparison: does a bit of its work and says how much that was. */
export type Side = () => number | Promise<number>

export interface Spread {
  readonly median: number
  readonly low: number
  readonly high: number
}

/** At a part of the sorted values, between its neighbours. */
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

/** Rates of every side in each round, after a short round to warm up; the order turns round by round. */
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

/** A result that is not right makes its ratio void: it ends the bench. */
export const insist = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`the comparison is void: ${what}`)
}
