import type { Broken } from '@remis/server/platform/verify'
import type { Meter } from '@remis/simulator/load/meter'

/** Lines that begin so are taken into the page of results. */
export const tell = (line: string): void => void process.stdout.write(`> ${line}\n`)

interface Seen {
  /** one value a second */
  readonly mb: readonly number[]
  readonly broken: readonly Broken[]
  readonly lost: readonly string[]
  /** the most at a time, and how many there should be */
  readonly trips: number
  readonly wanted: number
  readonly seconds: number
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The first half minute is for warming up; half a minute's mean on either side, since collections come in waves. */
const growth = (mb: readonly number[]): { early: number; late: number } => {
  const span = Math.max(1, Math.min(30, Math.floor(mb.length / 4)))
  const from = Math.min(30, Math.floor(mb.length / 3))
  return { early: mean(mb.slice(from, from + span)), late: mean(mb.slice(-span)) }
}

/** Says how each promise of trust-and-speed §1.11 stands; true when all hold. */
export const judge = (meter: Meter, seen: Seen): boolean => {
  let held = true
  const line = (holds: boolean, text: string) => {
    held &&= holds
    tell(`${holds ? 'holds ' : 'MISSED'} ${text}`)
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
  bounded('accept', 0.99, 50, 'accept')
  const { early, late } = growth(seen.mb)
  line(
    late <= early * 1.1,
    `memory ${late.toFixed(0)} MB at the end, ${early.toFixed(0)} MB after the first half minute (at most 1.1 times)`,
  )
  tell(
    counts
      .filter(([name]) => !/^5\d\d /.test(name))
      .map(([name, count]) => `${name}: ${count}`)
      .sort()
      .join(', '),
  )
  return held
}
