import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { weigh, weighBare } from '../first-load.ts'
import { withTrialCity } from '../landing-city.ts'
import { runLighthouse, type LighthouseRun } from '../lighthouse-run.ts'
import { measureUsable } from '../usable-form.ts'

/** `npm run bench -- landing`: the budgets of the landing page [design/web-6] and G11. */
const RUNS = 3
const PAIRS = 3
const REPORT = join(import.meta.dirname, '..', '..', 'docs', 'bench', 'landing.md')

/** Chunks that the landing page must not load. */
const foreign = /maplibre|MapCanvas|BookingsPage|AddBookingPage|DrivePage|TripPage|WalletPage|AppShell|Mantine|ListPage/

interface Row {
  readonly what: string
  readonly measured: string
  readonly target: string
  readonly met: boolean
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`

const atMost = (what: string, value: number, limit: number, unit: (value: number) => string): Row => ({
  what,
  measured: unit(value),
  target: `≤ ${unit(limit)}`,
  met: value <= limit,
})

const scoresOf = (name: string, runs: readonly LighthouseRun[]): Row[] =>
  (['performance', 'accessibility', 'best-practices', 'seo'] as const).map((category) => {
    const score = median(runs.map(({ scores }) => scores[category]))
    return { what: `${name}: ${category}`, measured: String(score), target: '≥ 95', met: score >= 95 }
  })

const timesOf = (name: string, runs: readonly LighthouseRun[]): Row[] => [
  atMost(`${name}: largest contentful paint`, median(runs.map(({ lcp }) => lcp)), 2500, seconds),
  atMost(`${name}: layout shift (G11: 0.02)`, median(runs.map(({ cls }) => cls)), 0.02, (value) => value.toFixed(3)),
]

const measure = async (base: string, chromium: string): Promise<{ rows: Row[]; machine: string }> => {
  const repeat = async (headers: Record<string, string>, times: number): Promise<LighthouseRun[]> => {
    const runs: LighthouseRun[] = []
    for (let run = 0; run < times; run++) runs.push(await runLighthouse(`${base}/`, chromium, headers))
    return runs
  }
  const english = await repeat({}, RUNS)
  const arabic = await repeat({ cookie: 'remis.language=ar' }, PAIRS)
  const pairs = await measureUsable(`${base}/`, chromium, PAIRS)
  const page = await (await fetch(`${base}/`, { headers: { accept: 'text/html' } })).text()
  const loaded = [...new Set(english[0]?.loaded)]
  const strangers = loaded.filter((address) => foreign.test(address))
  const load = weigh(page, loaded)
  const bare = await weighBare()
  const ratio = (value: number): string => `${value.toFixed(2)} times`
  const rows = [
    atMost('first load, script and styles, gzip (stretch 95 kB)', load.script + load.styles, 180_000, kB),
    {
      what: 'map and back office',
      measured: strangers.length === 0 ? 'not loaded' : strangers.join(', '),
      target: 'not loaded',
      met: strangers.length === 0,
    },
    ...scoresOf('English', english),
    ...timesOf('English', english),
    ...scoresOf('Arabic', arabic),
    ...timesOf('Arabic', arabic),
    atMost('G11: blocking time', median(english.map(({ tbt }) => tbt)), 100, (value) => `${Math.round(value)} ms`),
    atMost(
      `G11: script (${kB(load.script)}) against bare React and router (${kB(bare)})`,
      load.script / bare,
      1.6,
      ratio,
    ),
    atMost(
      `G11: form usable (${seconds(median(pairs.map(({ usable }) => usable)))}) against the page drawn without scripts (${seconds(median(pairs.map(({ withoutScripts }) => withoutScripts)))})`,
      median(pairs.map(({ usable, withoutScripts }) => usable / withoutScripts)),
      1.25,
      ratio,
    ),
  ]
  const speed = median(english.map(({ machine }) => machine))
  return {
    rows,
    machine: `${cpus().length} cores, Lighthouse's machine index ${Math.round(speed)}, load ${loadavg()[0]?.toFixed(1)}`,
  }
}

const versionOf = (name: string): string =>
  (
    JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string
    }
  ).version

const reportOf = (rows: readonly Row[], machine: string): string => `# The landing page

Written by \`npm run bench -- landing\`: the built app on the built server with its trial city. Lighthouse ${versionOf('lighthouse')} as
a phone on simulated slow 4G with a four times slower processor, medians of ${RUNS} runs (English) and ${PAIRS} (Arabic). The last line
is measured with a throttled connection and processor instead of a simulation, the median of ${PAIRS} pairs. Machine: ${machine}.
A busy machine lengthens the blocking time, and with it lowers the score for performance.

| | measured | target | |
| --- | --- | --- | --- |
${rows.map(({ what, measured, target, met }) => `| ${what} | ${measured} | ${target} | ${met ? 'met' : '**missed**'} |`).join('\n')}
`

export const landingBench = (): Promise<boolean> =>
  withTrialCity(async (base) => {
    const { rows, machine } = await measure(base, process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium')
    const text = reportOf(rows, machine)
    mkdirSync(join(REPORT, '..'), { recursive: true })
    writeFileSync(REPORT, text)
    process.stdout.write(`\n${text}\n`)
    return rows.every(({ met }) => met)
  })
