import {
  expectedTime,
  factorsAt,
  rangeWithoutFactors,
  type ExpectedTime,
  type FactorsOfHour,
  type FactorTable,
} from '@remis/domain/traffic/expected-time'
import type { FreeSeconds } from '@remis/domain/traffic/road-classes'
import type { Database } from '../platform/database/database.ts'
import type { DriveTime, MapsProvider } from '../providers/maps/maps-provider.ts'
import { readState } from './traffic-store.ts'

/** The factors in use, from memory: no call waits for the database, except the first one. */
export interface TrafficFactors {
  /** null: durations are without traffic */
  current(): Promise<FactorTable | null>
  /** Reads the stored factors. Sweep. */
  refresh(): Promise<void>
}

export const openTrafficFactors = (db: Database): TrafficFactors => {
  let held: { readonly factors: FactorTable | null; readonly version: number } | undefined
  const refresh = async (): Promise<void> => {
    const { factors, version } = await readState(db.jobs)
    // An older result than the held one is ignored.
    if (held === undefined || version >= held.version) held = { factors, version }
  }
  return {
    refresh,
    current: async () => {
      if (held === undefined) await refresh()
      return held?.factors ?? null
    },
  }
}

/**
 * Maps whose durations contain the traffic of the hour of departure [design/maps-112], with a range where little is
 * known of it [design/maps-113]. The factors are learned for the embedded engine. Answers of other engines, which
 * have no free-flow time, are not changed.
 */
export const mapsWithTraffic = (maps: MapsProvider, factors: Pick<TrafficFactors, 'current'>): MapsProvider => {
  const factorsOf = async (departAt = Date.now()): Promise<FactorsOfHour | null> => {
    const table = await factors.current()
    return table === null ? null : factorsAt(table, departAt)
  }
  const inTraffic = (drive: DriveTime, hour: FactorsOfHour | null): DriveTime => {
    if (drive.free === undefined) return drive
    const { seconds, range } = expected(drive.free, drive.duration_in_secs, hour)
    return { ...drive, duration_in_secs: seconds, ...(range ? { range } : {}) }
  }
  return {
    ...maps,
    route: async (start, dest, options) => {
      const route = await maps.route(start, dest, options)
      const hour = await factorsOf(options?.departAt)
      if (route.free === undefined) return route
      const { seconds, range } = expected(route.free, route.duration, hour)
      return { ...route, duration: seconds, ...(range ? { range } : {}) }
    },
    driveTime: async (start, dest, departAt) =>
      inTraffic(await maps.driveTime(start, dest, departAt), await factorsOf(departAt)),
    matrix: async (sources, targets, departAt) => {
      const hour = await factorsOf(departAt)
      const rows = await maps.matrix(sources, targets, departAt)
      // the range of a matrix is shown nowhere, and dispatch asks for thousands of pairs
      if (hour === null) return rows
      return rows.map((row) => row.map((drive) => drive && inTraffic(drive, hour)))
    },
  }
}

/** Without factors the duration is that of the maps, which keeps prices unchanged. */
const expected = (free: FreeSeconds, seconds: number, hour: FactorsOfHour | null): ExpectedTime =>
  hour === null ? { seconds, range: rangeWithoutFactors(free) } : expectedTime(free, hour)
