import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildRegion, type Bbox, type RegionInfo, type Source, type Sql } from '@remis/atlas'

export interface ImportOptions {
  readonly source: Source
}

const USAGE =
  'Usage: npm run maps:import -- file.osm.pbf [--bbox west,south,east,north] [--name "Name"]   (or --montevideo for the trial city)'

/**
 * The options of the command line. `folder`: where the operator called it, because npm runs it in the project folder.
 * @throws Error with one line that explains the usage
 */
export const readImportOptions = (args: readonly string[], folder: string): ImportOptions => {
  const { values, positionals } = parsed(args)
  if (values.montevideo && positionals.length === 0) return { source: { kind: 'montevideo' } }
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
  }
}

const parsed = (args: readonly string[]) => {
  try {
    const options = { bbox: { type: 'string' }, name: { type: 'string' }, montevideo: { type: 'boolean' } } as const
    // A box that begins west of Greenwich starts with a minus and looks like an option: join it to its flag.
    const joined = args.flatMap((arg, i) =>
      args[i - 1] === '--bbox' ? [] : arg === '--bbox' ? [`--bbox=${args[i + 1] ?? ''}`] : [arg],
    )
    return parseArgs({ args: joined, options, allowPositionals: true })
  } catch (error) {
    throw new Error(`${(error as Error).message.split('\n')[0]} ${USAGE}`, { cause: error })
  }
}

const readBbox = (text: string): Bbox => {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
  if (numbers.length !== 4 || numbers.some(Number.isNaN))
    throw new Error('--bbox needs four numbers: west,south,east,north.')
  return numbers as unknown as Bbox
}

/** Imports a region and makes it current; a running server uses it within seconds. */
export const importRegion = (
  options: ImportOptions,
  { dir, sql, progress }: { dir: string; sql: Sql; progress: (line: string) => void },
): Promise<RegionInfo> => buildRegion({ ...options, dir, sql, progress })
