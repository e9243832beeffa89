import { long } from './scale.ts'

/** The gate uses a fixed seed, the long form a new one each time; `REMIS_SEED` repeats a run. */
export const seed = Number(process.env['REMIS_SEED']) || (long ? Math.floor(Math.random() * 1_000_000) + 1 : 1)

export const shuffled = <T>(from: readonly T[], random: () => number): T[] =>
  from
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value)
