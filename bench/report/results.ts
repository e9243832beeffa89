import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { chartOf } from './chart.ts'
import { ROUNDS, SECONDS } from '../pairs.ts'
import { hasTarget, isMet, type Row } from './row.ts'

const folder = join(import.meta.dirname, '..', '..', 'docs', 'bench')
const file = join(folder, 'results.json')

/** The result of one bench's last run, and where it ran. */
export interface Result {
  readonly bench: string
  readonly rows: readonly Row[]
  readonly skipped: readonly string[]
  readonly on: { readonly commit: string; readonly date: string; readonly load: string; readonly turns: string }
  readonly machine: string
}

const commitOf = (): string => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim()
  } catch {
    return 'no git'
  }
}

const versionOf = (name: string): string => {
  const path = join(import.meta.dirname, '..', '..', 'node_modules', name, 'package.json')
  return `${name} ${(JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version}`
}

const readResults = (): Result[] => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result[]) : [])

const lineOf = (row: Row): string => {
  const { median, low, high } = row.ratio
  const ratio = `**${median.toFixed(2)}** [${low.toFixed(2)} – ${high.toFixed(2)}]`
  const measured = `| ${row.goal} | ${row.what} | ${row.ours} | ${row.peer}: ${row.theirs} | ${ratio} |`
  if (!hasTarget(row)) return `${measured} | |`
  const target = 'atLeast' in row.target ? `≥ ${row.target.atLeast}` : `≤ ${row.target.atMost}`
  return `${measured} ${target} | ${isMet(row) ? 'yes' : '**no**'} |`
}

const pageOf = (results: readonly Result[]): string => {
  const rows = results.flatMap((result) => result.rows)
  const notes = rows.filter((row) => row.note !== undefined).map((row) => `- ${row.goal}, ${row.peer}: ${row.note}`)
  const skipped = results.flatMap((result) => result.skipped.map((why) => `- ${result.bench}: ${why}`))
  const runs = results.map(
    ({ bench, on, machine }) =>
      `- ${bench}: commit ${on.commit}, ${on.date}, load ${on.load}, ${machine}; rates in ${on.turns}`,
  )
  const peers = ['fastify', 'socket.io', 'ws', 'geokdbush', 'pg', 'decimal.js'].map(versionOf).join(', ')
  return `# Ratios

Written by \`npm run bench\` (parts of it: \`npm run bench -- g1 g15\`). Ours and the named peer take turns in one run; the
ratio is taken per pair and given as median and quartiles. Each run asserts that its results are correct.
A ratio without a target is information. [limits](limits.md) explains the missed targets and the ratios below 1.

![Each ratio against its target](chart.svg)

| goal | what | ours | peer | ratio | target | met |
| --- | --- | --- | --- | --- | --- | --- |
${rows.map(lineOf).join('\n')}

## Notes

${[...notes, ...skipped.map((line) => `${line} (skipped)`)].join('\n') || 'None.'}

## Runs

${peers}.

${runs.join('\n')}
`
}

/** Stores this bench's rows beside those of the others; writes the page and the chart. */
export const keepResult = (bench: string, rows: readonly Row[], skipped: readonly string[], load: string): void => {
  mkdirSync(folder, { recursive: true })
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`
  const on = {
    commit: commitOf(),
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    load: `${load} → ${loadNow()}`,
    turns: `${ROUNDS} pairs, turns of ${SECONDS} s`,
  }
  const others = readResults().filter((result) => result.bench !== bench)
  const order = (name: string) => name.replace(/\d+/, (digits) => digits.padStart(3, '0'))
  const results = [...others, { bench, rows, skipped, on, machine }].sort((a, b) =>
    order(a.bench) < order(b.bench) ? -1 : 1,
  )
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(join(folder, 'README.md'), pageOf(results))
  writeFileSync(join(folder, 'chart.svg'), chartOf(results.flatMap((result) => result.rows).filter(hasTarget)))
}

export const loadNow = (): string => (loadavg()[0] ?? 0).toFixed(1)
