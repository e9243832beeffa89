import { long } from './scale.ts'

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The gate uses a fixed seed, the long form a new one each time; `REMIS_SEED` repeats a run. */
export const seed = Number(process.env['REMIS_SEED']) || (long ? Math.floor(Math.random() * 1_000_000) + 1 : 1)

export const shuffled = <T>(from: readonly T[], random: () => number): T[] =>
  from
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value)
