import { readyLoad } from '../geocode/load-gazetteer.ts'
import { readGraph } from '../graph/graph-file.ts'
import { columnAt, rowAt } from '../tiles/mercator.ts'
import { TileFile } from '../tiles/tile-file.ts'
import { graphFile, readCurrent, readInfo, tilesFile, versionFolder } from './region-files.ts'
import { checkFormat, filesOf } from './region-info.ts'
import type { Regions } from './manage-regions.ts'
import type { RegionInfo } from './region-info.ts'
import { checkGraph } from './validate-graph.ts'

export interface Finding {
  readonly what: string
  /** What is wrong and what to do; undefined when it is well. */
  readonly wrong: string | undefined
}

/** Checks files, routes, tiles and rows of the current region, each also when an earlier one fails. */
export const examineRegion = async ({ dir, sql }: Pick<Regions, 'dir' | 'sql'>): Promise<Finding[]> => {
  const current = await readCurrent(dir).catch(() => undefined)
  if (!current) return [{ what: 'Region', wrong: 'No region is in use. Run: npm run maps:import -- file.osm.pbf' }]
  const folder = versionFolder(dir, current)
  let info: RegionInfo | undefined
  const region = await finding('Region', async () => {
    info = await readInfo(folder)
    checkFormat(info)
  })
  const files = info && filesOf(info)
  return [
    {
      ...region,
      what: [
        `Region ${info?.name ?? current.region}`,
        `map of ${info?.date ?? 'unknown date'}`,
        ...(files === undefined ? [] : [`from ${files}`]),
      ].join(', '),
    },
    await finding('Roads and 50 test routes', () => {
      const complaint = checkGraph(readGraph(graphFile(folder)).graph)
      if (complaint) throw complaint
    }),
    await finding('Map tiles', async () => {
      const tiles = await TileFile.open(tilesFile(folder))
      try {
        if (info && info.counts.tiles > 0) await tiles.tile(...tileOf(info))
      } finally {
        await tiles.close()
      }
    }),
    await finding('Places in the database', async () => {
      const load = await readyLoad(sql, current.region, current.version)
      if (load === undefined) throw new Error('They are missing. Start the server, or import the region again.')
      const { rows } = await sql.query<{ n: number }>('select count(*)::int as n from geo.place where load_id = $1', [load])
      if (info && rows[0]!.n !== info.counts.places)
        throw new Error(`${rows[0]!.n} of ${info.counts.places} are there. Import the region again.`)
    }),
  ] // prettier-ignore
}

const finding = async (what: string, check: () => Promise<void> | void): Promise<Finding> => {
  try {
    await check()
    return { what, wrong: undefined }
  } catch (error) {
    return { what, wrong: error instanceof Error ? error.message.split('\n')[0]! : String(error) }
  }
}

const tileOf = ({ center }: RegionInfo): [z: number, x: number, y: number] => [
  12,
  Math.floor(columnAt(12, center.lng * 1e7)),
  Math.floor(rowAt(12, center.lat * 1e7)),
]
