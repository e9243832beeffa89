import {
  applyRegion,
  buildRegion,
  examineRegion,
  filesOf,
  listRegions,
  reachOf,
  readCurrent,
  removeRegion,
  type RegionInfo,
  type Sql,
} from '@remis/atlas'
import type { MapServices, Point } from '../providers/maps/maps-provider.ts'
import { readImportOptions, readUseOptions, type Answers } from './import-options.ts'
import { approveSwitch, offerSettings, type SwitchDeps } from './region-switch.ts'

export interface CommandDeps extends SwitchDeps {
  /** The maps folder. */
  readonly dir: string
  readonly sql: Sql
  readonly signal: AbortSignal
  /** A step of long work. */
  readonly progress: (line: string) => void
  /** The outside services that the configuration chooses, tested at this spot; for the doctor. */
  readonly services?: (center: Point) => MapServices
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
    return async (deps) => {
      const { dir, sql, signal, progress, print } = deps
      const approved = approval(deps, options)
      const info = await buildRegion({ ...options, dir, sql, signal, progress, approve: approved.ask })
      print(`${info.name} is ready: ${contentOf(info)}`)
      approved.orThrow(info)
      print('A running server uses it within seconds.')
      await offerSettings(deps, options, info)
      return 0
    }
  }
  if (name === 'use') return switchTo(readUseOptions(args))
  if (name === 'remove') return remove(oneRegion(name, args))
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

const switchTo =
  ({ region, ...answers }: Answers & { readonly region: string }): Command =>
  async (deps) => {
    const before = await readCurrent(deps.dir).catch(() => undefined)
    const approved = approval(deps, answers)
    const info = await applyRegion(deps, region, approved.ask)
    approved.orThrow(info)
    const same = before?.region === info.region && before.version === info.version
    deps.print(same ? `${info.name} is in use already.` : `${info.name} is in use. A running server switches to it.`)
    await offerSettings(deps, answers, info)
    return 0
  }

/** Asks about the bookings that a switch leaves outside, and stops the command when it is refused. */
const approval = (deps: CommandDeps, answers: Answers) => {
  let refused = false
  return {
    ask: async (info: RegionInfo): Promise<boolean> => {
      refused = !(await approveSwitch(deps, answers, info, info.boxes.map(reachOf)))
      return !refused
    },
    orThrow: ({ region, name }: RegionInfo): void => {
      if (refused)
        throw new Error(
          `The map in use stays, because open bookings are outside ${name}. To use it all the same: npm run maps:use -- ${region} --force`,
        )
    },
  }
}

const remove =
  (region: string): Command =>
  async (deps) => {
    await removeRegion(deps, region)
    deps.print(`${region} is removed.`)
    return 0
  }

const list: Command = async ({ dir, print }) => {
  const regions = await listRegions(dir)
  if (regions.length === 0) print('No region is imported yet. Run: npm run maps:import -- file.osm.pbf')
  for (const { info, isCurrent, isReadable, size } of regions) {
    const state = isCurrent ? 'in use' : isReadable ? 'can be used' : 'from another version: import it again'
    print(
      `${info.region.padEnd(20)} ${info.name}: ${contentOf(info)}${sourceOf(info)} ${Math.ceil(size / 2 ** 20)} MB on disk, ${state}.`,
    )
  }
  return 0
}

const contentOf = ({ counts, date }: RegionInfo): string =>
  `${counts.edges} roads, ${counts.places} places, ${counts.houses} house numbers, map of ${date}.`

const sourceOf = (info: RegionInfo): string => {
  const files = filesOf(info)
  return files === undefined ? '' : ` From ${files}.`
}

const examine: Command = async ({ dir, sql, print, services }) => {
  const findings = [...(await examineRegion({ dir, sql })), ...(await examineServices(dir, services))]
  for (const { what, wrong } of findings) print(wrong === undefined ? `ok     ${what}` : `WRONG  ${what}: ${wrong}`)
  return findings.some(({ wrong }) => wrong !== undefined) ? 1 : 0
}

/** Calls each configured outside service once [design/maps-64]. */
const examineServices = async (dir: string, services: CommandDeps['services']) => {
  const opened = services?.(await centerOf(dir))
  return Promise.all(
    (opened?.names ?? []).map(async (name) => {
      const { ok, ms, detail } = (await opened?.test(name)) ?? { ok: false, ms: 0, detail: '' }
      return ok ? { what: `Service ${name}, ${ms} ms` } : { what: `Service ${name}`, wrong: detail }
    }),
  )
}

const centerOf = async (dir: string): Promise<Point> => {
  const current = (await listRegions(dir)).find(({ isCurrent }) => isCurrent)
  return current?.info.center ?? { lat: 0, lng: 0 }
}
