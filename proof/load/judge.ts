import type { Broken } from '@remis/server/verify/verify'
import type { Meter } from '@remis/simulator/load/meter'

/** Lines with this prefix are copied to the page of results. */
export const report = (line: string): void => void process.stdout.write(`> ${line}\n`)

interface Seen {
  /** one value a second */
  readonly mb: readonly number[]
  readonly broken: readonly Broken[]
  readonly lost: readonly string[]
  /** the most at a time, and the target */
  readonly trips: number
  readonly wanted: number
  /** of full load, at the end of the run */
  readonly seconds: number
  /** the most that an accept may take, p99 */
  readonly acceptMs: number
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The first half minute of full load is for warming up; the mean of half a minute is used on either side, since
 * collections come in waves. While riders begin, more trips take more memory, which is no leak.
 */
const growth = (mb: readonly number[], seconds: number): { early: number; late: number } => {
  const full = mb.slice(-Math.floor(seconds))
  const span = Math.max(1, Math.min(30, Math.floor(full.length / 4)))
  const from = Math.min(30, Math.floor(full.length / 3))
  return { early: mean(full.slice(from, from + span)), late: mean(full.slice(-span)) }
}

/** One mean for each half minute. */
const course = (mb: readonly number[]): string =>
  Array.from({ length: Math.ceil(mb.length / 30) }, (_, n) => mean(mb.slice(n * 30, n * 30 + 30)).toFixed(0)).join(', ')

/** Prints each promise of the load proof and whether it holds [design/proofs-13]; true when all hold. */
export const judge = (meter: Meter, seen: Seen): boolean => {
  let held = true
  const line = (holds: boolean, text: string) => {
    held &&= holds
    report(`${holds ? 'holds ' : 'MISSED'} ${text}`)
  }
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const bounded = (name: string, part: number, most: number, shown: string) => {
    const value = meter.quantile(name, part)
    line(
      value <= most,
      `${shown} p${part * 100} ${ms(value)} (at most ${most}), p50 ${ms(meter.quantile(name, 0.5))}, of ${meter.measured(name)}`,
    )
  }
  const counts = [...meter.counts()]
  const faults = counts.filter(([name]) => /^status 5|^no answer|^trip broke|^accept failed|^signed out/.test(name))
  const details = counts.filter(([name]) => /^5\d\d |^not booked/.test(name))

  line(seen.trips >= seen.wanted * 0.9, `${seen.trips} trips at a time (${seen.wanted} wanted)`)
  line(
    faults.length === 0,
    `0 answers of 5xx, 0 broken trips${[...faults, ...details].map(([name, count]) => `; ${name}: ${count}`).join('')}`,
  )
  line(seen.lost.length === 0, `0 lost moves${seen.lost.map((one) => `; ${one}`).join('')}`)
  line(
    seen.broken.length === 0,
    `all invariants${seen.broken.map(({ invariant, rows }) => `; ${invariant}: ${rows.slice(0, 5).join(', ')}`).join('')}`,
  )
  bounded('offer', 0.95, 1000, 'offer after booking')
  bounded('ping to rider', 0.99, 250, 'ping to rider')
  bounded('POST /api/bookings/:id/accept', 0.99, seen.acceptMs, 'accept')
  const { early, late } = growth(seen.mb, seen.seconds)
  line(
    late <= early * 1.1,
    `memory ${late.toFixed(0)} MB at the end, ${early.toFixed(0)} MB after the first half minute of full load (at most 1.1 times)`,
  )
  report(`memory by half minutes since the first rider, MB: ${course(seen.mb)}`)
  report(
    counts
      .filter(([name]) => !/^5\d\d /.test(name))
      .map(([name, count]) => `${name}: ${count}`)
      .sort()
      .join(', '),
  )
  return held
}
