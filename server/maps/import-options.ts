import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bbox, BuildOptions, Source } from '@remis/atlas'

export interface ImportOptions extends BuildOptions {
  readonly source: Source
}

const USAGE =
  'Usage: npm run maps:import -- file.osm.pbf [--name "Name"] [--bbox west,south,east,north] [--no-tiles] [--memory megabytes] [--force]   (or --montevideo for the trial city)'

/** A heap below this cannot read any map. Megabytes. */
const LEAST_MEMORY = 256

/**
 * The options of the command line. `folder`: where the operator called it, because npm runs it in the project folder.
 * @throws Error with one line that explains the usage
 */
export const readImportOptions = (args: readonly string[], folder: string): ImportOptions => {
  const { values, positionals } = parsed(args)
  const options: BuildOptions = {
    ...(values['no-tiles'] ? { noTiles: true } : {}),
    ...(values.force ? { force: true } : {}),
    ...(values.memory === undefined ? {} : { memory: readMemory(values.memory) }),
  }
  if (values.montevideo && positionals.length === 0) return { source: { kind: 'montevideo' }, ...options }
  const [path, ...rest] = positionals
  if (path === undefined || rest.length > 0 || values.montevideo) throw new Error(USAGE)
  const bbox = values.bbox === undefined ? undefined : readBbox(values.bbox)
  return {
    source: {
      kind: 'file',
      path: resolve(folder, path),
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
