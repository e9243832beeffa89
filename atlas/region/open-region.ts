import { AtlasError } from '../atlas-error.ts'
import { autocomplete } from '../geocode/autocomplete.ts'
import type { Suggestion } from '../geocode/autocomplete.ts'
import { readyLoad } from '../geocode/load-gazetteer.ts'
import { PlaceIds } from '../geocode/place-id.ts'
import type { PlaceRef } from '../geocode/place-id.ts'
import { addressOf } from '../geocode/reverse.ts'
import { readGraph } from '../graph/graph-file.ts'
import { NO_STOP } from '../graph/road-graph.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import type { Fix } from '../match/clean-fixes.ts'
import { MatcherThread } from '../match/matcher-thread.ts'
import type { MatchedTrip } from '../match/trip-matcher.ts'
import { Matrix } from '../route/matrix.ts'
import { classSeconds, tollLength } from '../route/router.ts'
import type { ClassSeconds, Trip } from '../route/router.ts'
import { encodePolyline, shapeOf, type LatLng } from '../route/shape.ts'
import { Snapper } from '../route/snap.ts'
import type { Snapped } from '../route/snap.ts'
import { TurnRouter } from '../route/turn-router.ts'
import type { Sql } from '../sql.ts'
import { mapStyle } from '../style/map-style.ts'
import { MAX_ZOOM, MIN_ZOOM } from '../tiles/build-tiles.ts'
import { TileFile } from '../tiles/tile-file.ts'
import { countryFinder, drivesOnLeft } from './country-at.ts'
import { graphFile, readCurrent, readInfo, tilesFile, versionFolder } from './region-files.ts'
import { checkFormat } from './region-info.ts'
import type { RegionInfo } from './region-info.ts'

export interface Drive {
  /** km, rounded to metres */
  readonly km: number
  /** whole seconds */
  readonly seconds: number
}

/** A drive with its roads: the time by class of road, which a matrix does not have [design/maps-112]. */
export interface RoutedDrive extends Drive {
  readonly classes: ClassSeconds
}

export interface DrawnDrive extends RoutedDrive {
  /** km on roads and ferries with a toll, rounded to metres [design/maps-25] */
  readonly tollKm: number
  readonly line: readonly LatLng[]
  readonly polyline: string
}

export interface OpenOptions {
  /** The maps folder. */
  readonly dir: string
  readonly sql: Sql
  /** Signs place ids. */
  readonly secret: string | Uint8Array
}

/** A point farther than this from every road is refused. Metres. */
const SNAP_LIMIT = 1000

/** A start this near to a road may be a car on it; other roads are near within the second distance. Metres. */
const ON_ROAD = 20
const NO_ROAD_NEAR = 100

/** A street of an address is drivable when a road of its name is this near. Metres. */
const SAME_STREET = 80

/** The nearest spot on a road with a name. Degrees, metres. */
export interface KerbSpot extends LatLng {
  readonly street: string
  readonly metres: number
}

/** An opened region: places, routes, distances, tiles, style. Points in degrees; errors are AtlasError. */
export class OpenRegion {
  readonly info: RegionInfo
  readonly #graph: RoadGraph
  readonly #snapper: Snapper
  readonly #router: TurnRouter
  readonly #matrix: Matrix
  readonly #matcher: MatcherThread
  readonly #tiles: TileFile
  readonly #sql: Sql
  readonly #load: string
  readonly #ids: PlaceIds
  readonly #names: readonly string[]
  readonly #countryAt = countryFinder()

  private constructor(
    info: RegionInfo,
    memory: SharedArrayBuffer,
    graph: RoadGraph,
    tiles: TileFile,
    geo: { sql: Sql; load: string; ids: PlaceIds },
  ) {
    this.info = info
    this.#graph = graph
    this.#snapper = new Snapper(graph)
    this.#router = new TurnRouter(graph)
    this.#matrix = new Matrix(graph)
    this.#matcher = new MatcherThread(memory)
    this.#tiles = tiles
    this.#sql = geo.sql
    this.#load = geo.load
    this.#ids = geo.ids
    this.#names = new TextDecoder().decode(graph.names.slice()).split('\0')
  }

  /**
   * Opens the current region of a maps folder.
   * @throws AtlasError NOT_FOUND when none was built, or its rows are not in this database; BAD_FILE when it is damaged
   */
  static async open({ dir, sql, secret }: OpenOptions): Promise<OpenRegion> {
    const current = await readCurrent(dir)
    if (!current)
      throw new AtlasError('NOT_FOUND', 'No map region is imported yet. Run: npm run maps:import -- file.osm.pbf')
    const folder = versionFolder(dir, current)
    const info = await readInfo(folder)
    checkFormat(info)
    const load = await readyLoad(sql, current.region, current.version)
    if (load === undefined)
      throw new AtlasError('NOT_FOUND', `The places of ${info.name} are not in this database. Import the region again.`)
    const { graph, memory } = readGraph(graphFile(folder))
    return new OpenRegion(info, memory, graph, await TileFile.open(tilesFile(folder)), {
      sql,
      load,
      ids: new PlaceIds(secret),
    })
  }

  /** `country`: only places within its borders, ISO 3166 alpha-2. */
  autocomplete(
    keyword: string,
    { near, country }: { readonly near?: LatLng | undefined; readonly country?: string | undefined } = {},
  ): Promise<Suggestion[]> {
    const searcher = { sql: this.#sql, load: this.#load, ids: this.#ids, region: this.info }
    const isWanted = ({ lat, lng }: LatLng): boolean =>
      country === undefined || (this.#countryAt(lat, lng) ?? country) === country
    return autocomplete(searcher, keyword, { near, isWanted })
  }

  /** @throws AtlasError BAD_INPUT for a forged id */
  place(placeId: string): PlaceRef {
    return this.#ids.read(placeId)
  }

  /**
   * The address of a point. `road`: where a car can stop, when none can drive in the street of the address.
   * @throws AtlasError NOT_FOUND
   */
  async locate(point: LatLng): Promise<{ address: string; road: KerbSpot | null }> {
    const spot = { lat: Math.round(point.lat * 1e7), lng: Math.round(point.lng * 1e7) }
    const { address, street } = await addressOf(this.#sql, this.#load, spot)
    return { address, road: street === undefined ? null : this.#kerb(spot.lat, spot.lng, street) }
  }

  /**
   * From where people get in, or from a car on a motorway, to a place where a car may stop.
   * @throws AtlasError NO_SEGMENT, NO_ROUTE
   */
  route(start: LatLng, dest: LatLng): DrawnDrive {
    const trip = this.#trip(start, this.#found(this.#start(start)), dest)
    const line = shapeOf(this.#graph, trip.legs)
    // A line needs two points, also when start and destination are the same.
    const drawn = line.length > 1 ? line : [...line, ...line]
    const tollKm = kmOf(tollLength(this.#graph, trip.legs))
    return { ...this.#routed(trip), tollKm, line: drawn, polyline: encodePolyline(drawn) }
  }

  /**
   * From where a car is, which may be a tunnel or a motorway, to a place where it may stop.
   * @throws AtlasError NO_SEGMENT, NO_ROUTE
   */
  drive(start: LatLng, dest: LatLng): RoutedDrive {
    return this.#routed(this.#trip(start, this.#found(this.#nearest(start)), dest))
  }

  /**
   * The fastest drives without turn costs, with ends like those of `drive`. One row per source, one column per target;
   * null where either is far from every road or there is no route.
   */
  matrix(sources: readonly LatLng[], targets: readonly LatLng[]): (Drive | null)[][] {
    const from = sources.map((point) => this.#nearest(point))
    const to = targets.map((point) => this.#stop(point))
    const starts = from.filter((spot) => spot !== undefined)
    const ends = to.filter((spot) => spot !== undefined)
    const { time, length } = this.#matrix.costs(
      starts.map((spot) => ({ spot })),
      ends.map((spot) => ({ spot })),
    )
    let row = -1
    return from.map((start) => {
      if (start) row++
      let column = -1
      return to.map((end) => {
        if (end) column++
        if (!start || !end) return null
        const at = row * ends.length + column
        return time[at]! === Infinity ? null : driveOf({ time: time[at]!, length: length[at]! })
      })
    })
  }

  /** @throws AtlasError NO_SEGMENT */
  match(fixes: readonly Fix[]): Promise<MatchedTrip> {
    return this.#matcher.match(fixes)
  }

  style(theme: 'light' | 'dark', language?: string): Record<string, unknown> {
    return mapStyle(theme, this.info, language)
  }

  /** gzip, as stored; undefined when the tile is empty or outside. */
  async tile(z: number, x: number, y: number): Promise<Uint8Array | undefined> {
    const whole = [z, x, y].every((value) => Number.isSafeInteger(value) && value >= 0)
    if (!whole || z < MIN_ZOOM || z > MAX_ZOOM || x >= 2 ** z || y >= 2 ** z) return undefined
    return this.#tiles.tile(z, x, y)
  }

  async close(): Promise<void> {
    await this.#matcher.close()
    await this.#tiles.close()
  }

  #trip(start: LatLng, from: Snapped, dest: LatLng): Trip {
    const trip = this.#router.route(from, this.#found(this.#stop(dest)), drivesOnLeft(start))
    if (!trip) throw new AtlasError('NO_ROUTE', 'There is no route between these points.')
    return trip
  }

  #routed(trip: Trip): RoutedDrive {
    return { ...driveOf(trip), classes: classSeconds(this.#graph, trip.legs) }
  }

  #kerb(lat: number, lng: number, street: string): KerbSpot | null {
    const nameOf = (edge: number): string => this.#names[this.#graph.edgeName[edge]!] ?? ''
    if (this.#snapper.nearest(lat, lng, SAME_STREET, (edge) => nameOf(edge) === street && this.#mayStop(edge)))
      return null
    const road = this.#snapper.nearest(lat, lng, SNAP_LIMIT, (edge) => nameOf(edge) !== '' && this.#mayStop(edge))
    if (!road) return null
    return { street: nameOf(road.edge), lat: road.lat / 1e7, lng: road.lng / 1e7, metres: Math.round(road.away) }
  }

  #mayStop(edge: number): boolean {
    return (this.#graph.edgeKind[edge]! & NO_STOP) === 0
  }

  #nearest({ lat, lng }: LatLng, accept?: (edge: number) => boolean): Snapped | undefined {
    return this.#snapper.nearest(Math.round(lat * 1e7), Math.round(lng * 1e7), SNAP_LIMIT, accept)
  }

  /** Where people get in or out near a point. Without a better road within the limit it is on any [design/maps-127]. */
  #stop(point: LatLng): Snapped | undefined {
    return this.#nearest(point, (edge) => this.#mayStop(edge)) ?? this.#nearest(point)
  }

  /** A start on a motorway or in a tunnel with no other road near is a car, as on the line of a trip. */
  #start(point: LatLng): Snapped | undefined {
    const [road, stop] = [this.#nearest(point), this.#stop(point)]
    return road && stop && road.away <= ON_ROAD && stop.away > NO_ROAD_NEAR ? road : stop
  }

  #found(spot: Snapped | undefined): Snapped {
    if (!spot) throw new AtlasError('NO_SEGMENT', `No road lies within ${SNAP_LIMIT} m of this point.`)
    return spot
  }
}

/** km of cm, rounded to metres */
const kmOf = (length: number): number => Math.round(length / 100) / 1000

const driveOf = ({ time, length }: { time: number; length: number }): Drive => ({
  km: kmOf(length),
  seconds: Math.round(time / 1000),
})
