import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quantile, insist } from '../pairs.ts'
import { openCityRoads } from '../dispatch/city-roads.ts'
import { runDay, type CityDay, type DayResult } from '../dispatch/city-day.ts'

/**
 * What the dispatch policy changes for riders and drivers [design/dispatch-10]: the same drivers, bookings and moods
 * under both policies, on the roads of the demo city, with a simulated clock. Writes docs/bench/dispatch.md.
 */
const REPORT = join(import.meta.dirname, '..', '..', 'docs', 'bench', 'dispatch.md')
const FARTHEST = 0.5
/** From a quiet hour to one in which nearly every car has a passenger. */
const days: readonly CityDay[] = [
  { drivers: 600, bookings: 2000, bookingsPerHour: 600, seed: 13 },
  { drivers: 600, bookings: 2000, bookingsPerHour: 1200, seed: 13 },
  { drivers: 600, bookings: 2000, bookingsPerHour: 1600, seed: 13 },
]

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const figuresOf = ({ served, offers, tooLate, bookings }: DayResult) => {
  const kms = served.map(({ pickup }) => pickup.km)
  return {
    share: served.length / bookings,
    km: mean(kms),
    farKm: quantile(kms, 0.9),
    minutes: mean(served.map(({ pickup }) => pickup.seconds)) / 60,
    waited: mean(served.map(({ waited }) => waited)),
    offers: offers / bookings,
    tooLate: tooLate / bookings,
  }
}
type Figures = ReturnType<typeof figuresOf>

const rowOf = (day: CityDay, policy: string, { share, km, farKm, minutes, waited, offers, tooLate }: Figures): string =>
  `| ${day.bookingsPerHour} | ${policy} | ${(share * 100).toFixed(1)} % | **${km.toFixed(2)} km** | ${farKm.toFixed(2)} km | ${minutes.toFixed(1)} min | ${waited.toFixed(1)} s | ${offers.toFixed(1)} | ${tooLate.toFixed(2)} |`

const pageOf = (rows: readonly string[], verdicts: readonly string[]): string => `# The drivers a search asks

Written by \`npm run bench -- dispatch\`. ${days[0]?.drivers} drivers and ${days[0]?.bookings.toLocaleString('en')} bookings, spread over the roads of Montevideo
within 10 km of its middle, with the product's router, driver index, eligibility and search turns, and the clock turned by
hand. Each driver decides alone after 2 to 10 s and accepts 70 %, whatever the distance; the answer of one driver to one
booking is the same under both policies. Free cars wait where they are. Pickup distance and time are by road.

| bookings an hour | policy | served | mean pickup | of which 10 % are farther than | mean pickup time | until accepted | drivers asked | too late |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

Drivers asked, and drivers who would have accepted after the first accept, are per booking. Target: a mean pickup of at most ${FARTHEST} of all at once, and no smaller share served.

${verdicts.map((one) => `- ${one}`).join('\n')}
`

export const dispatchBench = async (): Promise<boolean> => {
  const roads = await openCityRoads()
  const rows: string[] = []
  const verdicts: string[] = []
  let met = true
  for (const day of days) {
    const [waves, together] = [figuresOf(runDay(roads, day, 'waves')), figuresOf(runDay(roads, day, 'all-at-once'))]
    insist(together.share > 0 && waves.share > 0, 'no booking was served')
    rows.push(rowOf(day, 'all at once', together), rowOf(day, 'waves', waves))
    const ratio = waves.km / together.km
    const holds = ratio <= FARTHEST && waves.share >= together.share
    met &&= holds
    const share = `${(waves.share * 100).toFixed(1)} % against ${(together.share * 100).toFixed(1)} % served`
    verdicts.push(
      `${day.bookingsPerHour} an hour: ${ratio.toFixed(2)} of the distance, ${share}: ${holds ? 'met' : '**missed**'}.`,
    )
    process.stdout.write(`  ${verdicts.at(-1)}\n`)
  }
  writeFileSync(REPORT, pageOf(rows, verdicts))
  return met
}
