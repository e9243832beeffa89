import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bbox, BuildOptions, Source } from '@remis/atlas'

/** What the operator answers in advance. */
export interface Answers {
  /** Set the settings that the map proposes, and switch although bookings are outside. */
  readonly accept?: true
  /** Switch although bookings are outside. */
  readonly force?: boolean | undefined
}

export interface ImportOptions extends BuildOptions, Answers {
  readonly source: Source
}

const USE = 'Usage: npm run maps:use -- region [--accept] [--force]   (npm run maps:list shows the regions)'

/** @throws Error with one line that explains the usage */
export const readUseOptions = (args: readonly string[]): Answers & { readonly region: string } => {
  const flags = args.filter((arg) => arg.startsWith('--'))
  const [region, ...rest] = args.filter((arg) => !arg.startsWith('--'))
  if (region === undefined || rest.length > 0 || !/^[a-z0-9-]+$/.test(region)) throw new Error(USE)
  if (flags.some((flag) => flag !== '--accept' && flag !== '--force')) throw new Error(USE)
  return {
    region,
    ...(flags.includes('--accept') ? { accept: true } : {}),
    ...(flags.includes('--force') ? { force: true } : {}),
  }
}

const USAGE =
  'Usage: npm run maps:import -- file.osm.pbf [more.osm.pbf …] [--name "Name"] [--bbox west,south,east,north] [--no-tiles] [--memory megabytes] [--accept] [--force]   (or --montevideo for the trial city)'

/** A heap below this cannot read any map. Megabytes. */
const LEAST_MEMORY = 256

/**
 * The options of the command line. `folder`: where the operator called it, because npm runs it in the project folder.
 * @throws Error with one line that explains the usage
 */
export const readImportOptions = (args: readonly string[], folder: string): ImportOptions => {
  const { values, positionals } = parsed(args)
  const options: BuildOptions & Answers = {
    ...(values.accept ? { accept: true } : {}),
    ...(values['no-tiles'] ? { noTiles: true } : {}),
    ...(values.force ? { force: true } : {}),
    ...(values.memory === undefined ? {} : { memory: readMemory(values.memory) }),
  }
  if (values.montevideo && positionals.length === 0) return { source: { kind: 'montevideo' }, ...options }
  if (positionals.length === 0 || values.montevideo) throw new Error(USAGE)
  const bbox = values.bbox === undefined ? undefined : readBbox(values.bbox)
  return {
    source: {
      kind: 'files',
      paths: positionals.map((path) => resolve(folder, path)),
      ...(values.name === undefined ? {} : { name: values.name }),
      ...(bbox ? { bbox } : {}),
    },
    ...options,
  }
}

const parsed = (args: readonly string[]) => {
  try {
    const options = {
      bbox: { type: 'string' },
      name: { type: 'string' },
      memory: { type: 'string' },
      accept: { type: 'boolean' },
      force: { type: 'boolean' },
      'no-tiles': { type: 'boolean' },
      montevideo: { type: 'boolean' },
    } as const
    // A box that begins west of Greenwich starts with a minus and looks like an option: join it to its flag.
    const joined = args.flatMap((arg, i) =>
      args[i - 1] === '--bbox' ? [] : arg === '--bbox' ? [`--bbox=${args[i + 1] ?? ''}`] : [arg],
    )
    return parseArgs({ args: joined, options, allowPositionals: true })
  } catch (error) {
    throw new Error(`${(error as Error).message.split('\n')[0]} ${USAGE}`, { cause: error })
  }
}

const readMemory = (text: string): number => {
  const megabytes = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (megabytes < LEAST_MEMORY) throw new Error(`--memory needs a number of megabytes, at least ${LEAST_MEMORY}.`)
  return megabytes
}

const readBbox = (text: string): Bbox => {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
  if (numbers.length !== 4 || numbers.some(Number.isNaN))
    throw new Error('--bbox needs four numbers: west,south,east,north.')
  return numbers as unknown as Bbox
}
