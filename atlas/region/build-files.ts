import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { convertQaTiles, montevideoTiles } from '../demo/convert-fixtures.ts'
import { buildGazetteer } from '../geocode/build-gazetteer.ts'
import { writeGazetteer } from '../geocode/gazetteer-file.ts'
import { buildGraph } from '../graph/build-graph.ts'
import { writeGraph } from '../graph/graph-file.ts'
import type { RestrictionCounts } from '../graph/turns/read-restrictions.ts'
import { readOsm } from '../osm/read-osm.ts'
import { boundsOf, buildTiles, MAX_ZOOM, MIN_ZOOM } from '../tiles/build-tiles.ts'
import { collectFeatures } from '../tiles/collect-features.ts'
import { writePmtiles } from '../tiles/write-pmtiles.ts'
import { countriesOf, centerOf, roadBox } from './describe-region.ts'
import { graphFile, infoFile, placesFile, tilesFile, writeWhole } from './region-files.ts'
import { ATTRIBUTION, FORMAT } from './region-info.ts'
import type { RegionInfo } from './region-info.ts'
import type { NamedSource, Source } from './source.ts'
import { validateGraph } from './validate-graph.ts'

export interface BuildOrder {
  readonly source: Source
  readonly named: NamedSource
  readonly folder: string
}

export interface BuildNews {
  readonly progress: (line: string) => void
  /** The list of places is written; its rows can be loaded while the rest is built. */
  readonly placesReady: () => void
}

/** Builds all files of a region into an empty folder; `region.json` last. Heavy: runs in a separate process. */
export const buildFiles = async (
  { source, named, folder }: BuildOrder,
  { progress, placesReady }: BuildNews,
): Promise<void> => {
  const pbf = source.kind === 'file' ? source.path : join(folder, 'source.osm.pbf')
  if (source.kind === 'montevideo') {
    progress(`Converting map data of ${named.name}`)
    convertQaTiles(montevideoTiles(), pbf)
  }
  progress(`Reading the map of ${named.name}`)
  const map = readOsm(pbf, source.kind === 'file' ? source.bbox : undefined)
  const date = map.date ?? (await stat(pbf)).mtime.toISOString().slice(0, 10)
  if (source.kind === 'montevideo') await rm(pbf)

  progress('Collecting streets and places')
  const gazetteer = buildGazetteer(map)
  await writeGazetteer(placesFile(folder), gazetteer)
  placesReady()

  progress('Building the road graph')
  const graph = buildGraph(
    map,
    every(25, (percent) => progress(`Building the road graph: ${percent} %`)),
    (counts) => {
      if (counts.applied + counts.unclear + counts.conditional > 0) progress(restrictionLine(counts))
    },
  )
  validateGraph(graph)
  writeGraph(graphFile(folder), graph)

  progress('Drawing map tiles')
  const features = collectFeatures(map)
  const tiles = buildTiles(features)
  const extent = boundsOf(features)
  const bbox = roadBox(graph)
  writePmtiles(tilesFile(folder), tiles, {
    bbox: extent,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    metadata: { name: named.name, attribution: ATTRIBUTION },
  })

  const info: RegionInfo = {
    format: FORMAT,
    ...named,
    bbox,
    extent,
    center: centerOf(map, bbox),
    date,
    attribution: ATTRIBUTION,
    countries: countriesOf(map),
    counts: {
      edges: graph.edgeWays.length,
      places: gazetteer.places.length,
      houses: gazetteer.houses.reduce((sum, street) => sum + street.houses.length, 0),
      corners: gazetteer.corners.length,
      tiles: tiles.length,
    },
  }
  await writeWhole(infoFile(folder), `${JSON.stringify(info, null, 2)}\n`)
}

const restrictionLine = ({ applied, conditional, otherVehicles, unclear }: RestrictionCounts): string =>
  `Turn restrictions: ${applied} applied; left out: ${conditional} for certain hours, ${otherVehicles} not for cars, ${unclear} unclear`

/** Reports whole percents, each step once. */
const every = (step: number, onProgress: (percent: number) => void): ((done: number) => void) => {
  let next = step
  return (done) => {
    if (done * 100 < next || next >= 100) return
    onProgress(next)
    next += step
  }
}
