import { routedDrivers } from '@remis/domain/dispatch/dispatch-policy'
import type { Considered } from '@remis/domain/dispatch/eligible-drivers'
import type { LatLng } from '@remis/domain/kit/distance'
import type { DispatchDeps } from '../dispatch-deps.ts'

/**
 * Driving seconds to the pickup of the nearest eligible drivers; the app of a farther driver computes its own route.
 * When the maps fail, offers go out without times [design/dispatch-6].
 */
export const pickupSecondsOf = async (
  { maps, log }: Pick<DispatchDeps, 'maps' | 'log'>,
  pickup: LatLng,
  considered: readonly Considered[],
): Promise<Map<string, number>> => {
  const passed = considered
    .flatMap(({ driver: { id, position }, reason }) =>
      reason === null && position !== null ? [{ id, point: { lat: position.lat, lng: position.lng } }] : [],
    )
    .slice(0, routedDrivers)
  if (passed.length === 0) return new Map()
  try {
    const times = await maps.matrix(
      passed.map(({ point }) => point),
      [pickup],
    )
    return new Map(
      passed.flatMap(({ id }, i) => {
        const time = times[i]?.[0]
        return time ? [[id, Math.round(time.duration_in_secs)] as const] : []
      }),
    )
  } catch (error) {
    log.warn({ err: error }, 'no driving times to the pickup')
    return new Map()
  }
}
