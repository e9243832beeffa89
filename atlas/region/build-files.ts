import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { convertQaTiles, montevideoTiles } from '../demo/convert-fixtures.ts'
import { buildGazetteer } from '../geocode/build-gazetteer.ts'
import { writeGazetteer } from '../geocode/gazetteer-file.ts'
import { buildGraph } from '../graph/build-graph.ts'
import { writeGraph } from '../graph/graph-file.ts'
import type { OsmData } from '../osm/osm-data.ts'
import type { RestrictionCounts } from '../graph/turns/read-restrictions.ts'
import { readOsm } from '../osm/read-osm.ts'
import type { Bbox } from '../osm/read-osm.ts'
import { buildTiles, MAX_ZOOM, MIN_ZOOM } from '../tiles/build-tiles.ts'
import { collectFeatures } from '../tiles/collect-features.ts'
import { PmtilesWriter } from '../tiles/write-pmtiles.ts'
import { countriesOf, centerOf, extentOf, roadBox } from './describe-region.ts'
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
  { progress, placesReady }: BuildNews,
): Promise<void> => {
  const pbf = source.kind === 'file' ? source.path : join(folder, 'source.osm.pbf')
  if (source.kind === 'montevideo') {
    progress(`Converting map data of ${named.name}`)
    convertQaTiles(montevideoTiles(), pbf)
  }
  const reading = stepProgress(`Reading the map of ${named.name}`, progress)
  const map = readOsm(pbf, source.kind === 'file' ? source.bbox : undefined, reading)
  const date = map.date ?? (await stat(pbf)).mtime.toISOString().slice(0, 10)
  if (source.kind === 'montevideo') await rm(pbf)

  progress('Collecting streets and places')
  const found = await writePlaces(map, placesFile(folder))
  placesReady()
  const roads = writeRoads(map, graphFile(folder), { progress, force: force ?? false })
  const extent = extentOf(map, roads.bbox)
  const tiles = writeTiles(map, { named, folder, extent, progress, noTiles: noTiles ?? false })

  const info: RegionInfo = {
    format: FORMAT,
    ...named,
    bbox: roads.bbox,
    extent,
    center: centerOf(map, roads.bbox),
    date,
    attribution: ATTRIBUTION,
    countries: countriesOf(map),
    counts: { edges: roads.edges, ...found, tiles },
  }
  await writeWhole(infoFile(folder), `${JSON.stringify(info, null, 2)}\n`)
}

// Each step is a function, so that its result can be freed before the next step begins.

const writePlaces = async (map: OsmData, file: string) => {
  const gazetteer = buildGazetteer(map)
  await writeGazetteer(file, gazetteer)
  return {
    places: gazetteer.places.length,
    houses: gazetteer.houses.reduce((sum, street) => sum + street.houses.length, 0),
    corners: gazetteer.corners.length,
  }
}

const writeRoads = (
  map: OsmData,
  file: string,
  { progress, force }: { progress: (line: string) => void; force: boolean },
): { edges: number; bbox: Bbox } => {
  const graph = buildGraph(map, stepProgress('Building the road graph', progress), (counts) => {
    if (counts.applied + counts.unclear + counts.conditional > 0) progress(restrictionLine(counts))
  })
  const complaint = checkGraph(graph)
  if (complaint && !force) throw complaint
  if (complaint) progress(`Imported all the same: ${complaint.message.split('. ')[0]}`)
  writeGraph(file, graph)
  return { edges: graph.edgeWays.length, bbox: roadBox(graph) }
}

interface TilesToWrite {
  readonly named: NamedSource
  readonly folder: string
  readonly extent: Bbox
  readonly progress: (line: string) => void
  readonly noTiles: boolean
}

const writeTiles = (map: OsmData, { named, folder, extent, progress, noTiles }: TilesToWrite): number => {
  const writer = new PmtilesWriter(tilesFile(folder))
  if (!noTiles) {
    const drawing = stepProgress('Drawing map tiles', progress)
    // Collecting and sorting takes about a quarter of the time.
    const features = collectFeatures(map, extent, (done) => drawing(done * COLLECTING))
    const addTile = (id: number, bytes: Uint8Array): void => writer.add(id, bytes)
    buildTiles({ features, extent, folder }, addTile, (done) => drawing(COLLECTING + done * (1 - COLLECTING)))
  }
  const tiles = writer.count
  writer.finish({
    bbox: extent,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    metadata: { name: named.name, attribution: ATTRIBUTION },
  })
  return tiles
}

const COLLECTING = 0.25

const restrictionLine = ({ applied, conditional, otherVehicles, unclear }: RestrictionCounts): string =>
  `Turn restrictions: ${applied} applied; left out: ${conditional} for certain hours, ${otherVehicles} not for cars, ${unclear} unclear`
