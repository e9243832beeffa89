/**
 * The public interface of the map engine. It builds a region from OpenStreetMap data and serves places, routes, driven
 * distances, tiles and styles of it; it has no notion of bookings. See docs/ARCHITECTURE.md.
 */
export { AtlasError } from './atlas-error.ts'
export type { AtlasErrorCode } from './atlas-error.ts'
export { buildRegion, ensureRows } from './region/build-region.ts'
export type { BuildOptions } from './region/build-files.ts'
export type { BuildRegion } from './region/build-region.ts'
export { examineRegion } from './region/examine-region.ts'
export { applyRegion, listRegions, removeRegion } from './region/manage-regions.ts'
export { OpenRegion } from './region/open-region.ts'
export type { Drive, OpenOptions } from './region/open-region.ts'
export { readCurrent } from './region/region-files.ts'
export type { RegionInfo } from './region/region-info.ts'
export type { Source } from './region/source.ts'
export type { Sql } from './sql.ts'
export type { Bbox } from './osm/read-osm.ts'
export { encodePolyline } from './route/shape.ts'
