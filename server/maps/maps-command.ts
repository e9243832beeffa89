import {
  applyRegion,
  buildRegion,
  examineRegion,
  listRegions,
  readCurrent,
  removeRegion,
  type RegionInfo,
  type Sql,
} from '@remis/atlas'
import { readImportOptions } from './import-options.ts'

export interface CommandDeps {
  /** The maps folder. */
  readonly dir: string
  readonly sql: Sql
  readonly signal: AbortSignal
  /** A step of long work. */
  readonly progress: (line: string) => void
  /** A result. */
  readonly print: (line: string) => void
}

/** @returns the exit code */
type Command = (deps: CommandDeps) => Promise<number>

/**
 * The command of `npm run maps:<name>`, with its arguments checked.
 * @throws Error with one line that explains the usage
 */
export const readMapsCommand = (name: string | undefined, args: readonly string[], folder: string): Command => {
  if (name === 'import') {
    const options = readImportOptions(args, folder)
    return async ({ dir, sql, signal, progress, print }) => {
      const info = await buildRegion({ ...options, dir, sql, signal, progress })
      print(`${info.name} is ready: ${contentOf(info)}`)
      print('A running server uses it within seconds.')
      await printOtherCountry(sql, info, print)
      return 0
    }
  }
  if (name === 'use' || name === 'remove') return onRegion(name, oneRegion(name, args))
  if (name === 'list' || name === 'doctor') {
    if (args.length > 0) throw new Error(`Usage: npm run maps:${name}`)
    return name === 'list' ? list : examine
  }
  throw new Error('Usage: npm run maps:import, maps:list, maps:use, maps:remove or maps:doctor')
}

const oneRegion = (name: string, [region, ...rest]: readonly string[]): string => {
  if (region !== undefined && rest.length === 0 && /^[a-z0-9-]+$/.test(region)) return region
  throw new Error(`Usage: npm run maps:${name} -- region   (npm run maps:list shows the regions)`)
}

const onRegion =
  (name: 'use' | 'remove', region: string): Command =>
  async (deps) => {
    if (name === 'remove') {
      await removeRegion(deps, region)
      deps.print(`${region} is removed.`)
      return 0
    }
    const before = await readCurrent(deps.dir).catch(() => undefined)
    const info = await applyRegion(deps, region)
    const same = before?.region === info.region && before.version === info.version
    deps.print(same ? `${info.name} is in use already.` : `${info.name} is in use. A running server switches to it.`)
    await printOtherCountry(deps.sql, info, deps.print)
    return 0
  }

/** Says when the setting that restricts the search names a country that the map does not cover: no address is found then. */
const printOtherCountry = async (
  sql: Sql,
  { countries }: RegionInfo,
  print: (line: string) => void,
): Promise<void> => {
  // Before the first start there are no settings.
  const { rows: tables } = await sql.query<{ found: boolean }>(`select to_regclass('settings') is not null as found`)
  if (!tables[0]!.found || countries.length === 0) return
  const { rows } = await sql.query<{ code: string | null }>(`select data->>'restrictCountry' as code from settings`)
  const code = rows[0]?.code?.toUpperCase() ?? ''
  if (code === '' || countries.includes(code)) return
  print(`The search is restricted to ${code} and this map covers ${countries.join(', ')}: riders find no address until an admin changes country, currency and time zone in the settings.`)
} // prettier-ignore

const list: Command = async ({ dir, print }) => {
  const regions = await listRegions(dir)
  if (regions.length === 0) print('No region is imported yet. Run: npm run maps:import -- file.osm.pbf')
  for (const { info, isCurrent, isReadable, size } of regions) {
    const state = isCurrent ? 'in use' : isReadable ? 'can be used' : 'from another version: import it again'
    print(
      `${info.region.padEnd(20)} ${info.name}: ${contentOf(info)} ${Math.ceil(size / 2 ** 20)} MB on disk, ${state}.`,
    )
  }
  return 0
}

const contentOf = ({ counts, date }: RegionInfo): string =>
  `${counts.edges} roads, ${counts.places} places, ${counts.houses} house numbers, map of ${date}.`

const examine: Command = async ({ dir, sql, print }) => {
  const findings = await examineRegion({ dir, sql })
  for (const { what, wrong } of findings) print(wrong === undefined ? `ok     ${what}` : `WRONG  ${what}: ${wrong}`)
  return findings.some(({ wrong }) => wrong !== undefined) ? 1 : 0
}
