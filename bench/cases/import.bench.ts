import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { heapLimit } from '../../atlas/region/import-room.ts'
import { repeatExtract } from '../../atlas/testing/repeat-extract.ts'
import { extractFile } from '../../atlas/testing/test-region.ts'
import { insist } from '../pairs.ts'
import { barRow } from '../report/row.ts'
import type { Found } from '../report/found.ts'

/** Size of the large file, MB; `IMPORT_MB` sets another. */
const LARGE = Number(process.env['IMPORT_MB'] ?? 50)
const MEMORY_MB = 3072

/** Time and memory of an import, of a city and of a file that repeats it, in a separate process without a database. */
export const importBench = async (): Promise<Found> => {
  const extract = extractFile('porto.osm.pbf')
  if (!existsSync(extract)) return { rows: [], skipped: ['import: the extract of Porto is not there'] }
  const folder = mkdtempSync(join(tmpdir(), 'remis-import-bench-'))
  try {
    const city = await importOf(extract, folder)
    const large = join(folder, 'large.osm.pbf')
    repeatExtract(extract, large, LARGE)
    const megabytes = statSync(large).size / 2 ** 20
    const many = await importOf(large, folder)
    const what = `a file of ${megabytes.toFixed(0)} MB`
    const one = (value: number) => ({ median: value, low: value, high: value })
    return {
      rows: [
        barRow({ goal: 'Import', what: 'Porto' }, 's', one(city.seconds), 12),
        barRow({ goal: 'Import', what: `${what}, per MB` }, 's', one(many.seconds / megabytes), 4),
        barRow({ goal: 'Import', what: `${what}, memory` }, 'MB', one(many.memory), MEMORY_MB),
      ],
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const importOf = async (path: string, folder: string): Promise<{ seconds: number; memory: number }> => {
  const atlas = new URL('../../atlas/region/', import.meta.url).href
  const script = `
    const { buildFiles } = await import('${atlas}build-files.ts')
    const { nameSource } = await import('${atlas}source.ts')
    const { mkdtempSync } = await import('node:fs')
    const source = { kind: 'files', paths: [${JSON.stringify(path)}] }
    const named = await nameSource(source)
    const order = { source, named, folder: mkdtempSync(${JSON.stringify(join(folder, 'region-'))}) }
    const since = performance.now()
    await buildFiles(order, { progress: () => undefined, placesReady: () => undefined })
    const seconds = (performance.now() - since) / 1000
    console.log(JSON.stringify({ seconds, memory: process.resourceUsage().maxRSS / 1024 }))`
  const words = [
    `--max-old-space-size=${heapLimit(statSync(path).size, undefined)}`,
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    script,
  ]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise((done) => child.on('close', done))
  insist(code === 0, `the import ended with ${String(code)}`)
  return JSON.parse(said) as { seconds: number; memory: number }
}
