import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { convertQaTiles, montevideoTiles } from '../demo/convert-fixtures.ts'
import { buildGazetteer } from '../geocode/build-gazetteer.ts'
import { writeGazetteer } from '../geocode/gazetteer-file.ts'
import { collectRoads, graphOf } from '../graph/build-graph.ts'
import { writeGraph } from '../graph/graph-file.ts'
import type { OsmData, OsmFile } from '../osm/osm-data.ts'
import type { TurnGraph } from '../graph/turns/build-turns.ts'
import type { RestrictionCounts } from '../graph/turns/read-restrictions.ts'
import { readOsm } from '../osm/read-osm.ts'
import type { Bbox } from '../osm/read-osm.ts'
import { buildTiles, MAX_ZOOM, MIN_ZOOM } from '../tiles/build-tiles.ts'
import { collectFeatures } from '../tiles/collect-features.ts'
import { PmtilesWriter } from '../tiles/write-pmtiles.ts'
import { around } from './boxes.ts'
import { countriesOf } from './count-countries.ts'
import { centerOf, extentsOf, mostAddressesFirst, roadBoxes } from './describe-region.ts'
import { graphFile, infoFile, placesFile, tilesFile, writeWhole } from './region-files.ts'
import { ATTRIBUTION, FORMAT } from './region-info.ts'
import type { RegionInfo } from './region-info.ts'
import type { NamedSource, Source } from './source.ts'
import { stepProgress } from './step-progress.ts'
import { checkGraph } from './validate-graph.ts'

export interface BuildOptions {
  /** Without tiles the map has no background; places and routes work. */
  readonly noTiles?: boolean | undefined
  /** Take roads of which the test routes fail. */
  readonly force?: boolean | undefined
  /** Limit of the heap, megabytes. */
  readonly memory?: number | undefined
}

export interface BuildOrder extends BuildOptions {
  readonly source: Source
  readonly named: NamedSource
  readonly folder: string
}

export interface BuildNews {
  readonly progress: (line: string) => void
  /** The list of places is written; its rows can be loaded while the rest is built. */
  readonly placesReady: () => void
}

/**
 * Builds all files of a region into an empty folder; `region.json` last. Heavy: runs in a separate process.
 * @throws AtlasError BAD_FILE, BAD_MAP
 */
export const buildFiles = async (
  { source, named, folder, noTiles, force }: BuildOrder,
  news: BuildNews,
): Promise<void> => {
  const { progress } = news
  const paths = source.kind === 'files' ? source.paths : [join(folder, 'source.osm.pbf')]
  if (source.kind === 'montevideo') {
    progress(`Converting map data of ${named.name}`)
    convertQaTiles(montevideoTiles(), paths[0]!)
  }
  const { roads, ...info } = await takeFromMap(paths, { source, named, folder, noTiles: noTiles ?? false }, news)
  if (source.kind === 'montevideo') await rm(paths[0]!)
  freeMemory()
  writeRoads(roads, graphFile(folder), { progress, force: force ?? false })
  await writeWhole(infoFile(folder), `${JSON.stringify(info, null, 2)}\n`)
}

// Each step is a function, so that its result can be freed before the next step begins. The map is freed before the
// roads are contracted, which takes the most memory.

/** Everything that needs the map itself: places, tiles, and the roads as edges. */
const takeFromMap = async (
  paths: readonly string[],
  { source, named, folder, noTiles }: Pick<BuildOrder, 'source' | 'named' | 'folder'> & { readonly noTiles: boolean },
  { progress, placesReady }: BuildNews,
): Promise<RegionInfo & { readonly roads: TurnGraph }> => {
  const reading = stepProgress(`Reading the map of ${named.name}`, progress)
  const map = readOsm(paths, source.kind === 'files' ? source.bbox : undefined, reading)
  const files = await Promise.all(map.files.map(datedFile))
  const found = await writePlaces(map, placesFile(folder), stepProgress('Collecting streets and places', progress))
  placesReady()
  freeMemory()
  progress('Collecting roads')
  const roads = collectRoads(map, (counts) => {
    if (counts.applied + counts.unclear + counts.conditional > 0) progress(restrictionLine(counts))
  })
  freeMemory()
  const boxes = mostAddressesFirst(map, roadBoxes(roads))
  const extents = extentsOf(map.files, boxes)
  const tiles = writeTiles(map, { named, folder, extents, progress, noTiles })
  return {
    roads,
    format: FORMAT,
    ...named,
    files: source.kind === 'files' ? files : [],
    boxes,
    extents,
    center: centerOf(map, boxes[0]!),
    date: files.map(({ date }) => date).sort()[0]!,
    attribution: ATTRIBUTION,
    countries: countriesOf(map, boxes[0]!),
    counts: { edges: roads.edgeWays.length, ...found, tiles },
  }
}

/** A file without a date in its header has the day it was written. */
const datedFile = async ({ path, date }: OsmFile): Promise<RegionInfo['files'][number]> => ({
  name: basename(path),
  date: date ?? (await stat(path)).mtime.toISOString().slice(0, 10),
})

/** Node collects garbage late: the places of 200 MB of map would stay in memory beside the roads, 1.5 GB more. */
const freeMemory = (): void => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

const writePlaces = async (map: OsmData, file: string, done: (share: number) => void) => {
  // Writing takes as long as collecting.
  const gazetteer = buildGazetteer(map, (share) => done(share / 2))
  await writeGazetteer(file, gazetteer, (share) => done(0.5 + share / 2))
  return {
    places: gazetteer.places.length,
    houses: gazetteer.houses.reduce((sum, street) => sum + street.houses.length, 0),
    corners: gazetteer.corners.length,
  }
}

const writeRoads = (
  roads: TurnGraph,
  file: string,
  { progress, force }: { progress: (line: string) => void; force: boolean },
): void => {
  const graph = graphOf(roads, stepProgress('Building the road graph', progress))
  const complaint = checkGraph(graph)
  if (complaint && !force) throw complaint
  if (complaint) progress(`Imported all the same: ${complaint.message.split('. ')[0]}`)
  writeGraph(file, graph)
}

interface TilesToWrite {
  readonly named: NamedSource
  readonly folder: string
  readonly extents: readonly Bbox[]
  readonly progress: (line: string) => void
  readonly noTiles: boolean
}

const writeTiles = (map: OsmData, { named, folder, extents, progress, noTiles }: TilesToWrite): number => {
  const writer = new PmtilesWriter(tilesFile(folder))
  if (!noTiles) {
    const drawing = stepProgress('Drawing map tiles', progress)
    // Collecting and sorting takes about a quarter of the time.
    const features = collectFeatures(map, extents, (done) => drawing(done * COLLECTING))
    const addTile = (id: number, bytes: Uint8Array): void => writer.add(id, bytes)
    buildTiles({ features, extents, folder }, addTile, (done) => drawing(COLLECTING + done * (1 - COLLECTING)))
  }
  const tiles = writer.count
  writer.finish({
    bbox: around(extents),
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    metadata: { name: named.name, attribution: ATTRIBUTION },
  })
  return tiles
}

const COLLECTING = 0.25

const restrictionLine = ({ applied, conditional, otherVehicles, unclear }: RestrictionCounts): string =>
  `Turn restrictions: ${applied} applied; left out: ${conditional} for certain hours, ${otherVehicles} not for cars, ${unclear} unclear`
