import * as codec from '@googlemaps/polyline-codec'
import { kmBetween } from '@remis/domain/kit/distance'
import { z } from 'zod'
import type { Point } from '../maps-provider.ts'
import { drive, driveThrough, snap, type EmulatedDrive } from './emulated-city.ts'
import { emulateService, type EmulatedReply, type ServiceEmulator } from './service-emulator.ts'

export interface ValhallaEmulator extends ServiceEmulator {
  /** 6 is the documented precision of shapes. */
  precision: 5 | 6
  /** Version 3.6 answers some errors as text without a code. */
  codes: boolean
}

const location = z.object({ lat: z.number(), lon: z.number(), search_cutoff: z.number().optional(), time: z.number().optional() }) // prettier-ignore
const usual = { costing: z.literal('auto'), units: z.literal('kilometers') }
const routeBody = z.object({ ...usual, locations: z.array(location).min(2), directions_type: z.literal('none') })
const matrixBody = z.object({ ...usual, sources: z.array(location).min(1), targets: z.array(location).min(1) })
const traceBody = z.object({ ...usual, shape: z.array(location).min(2), shape_match: z.enum(['edge_walk', 'map_snap', 'walk_or_snap']), trace_options: z.object({ search_radius: z.number(), gps_accuracy: z.number() }) }) // prettier-ignore

type Location = z.output<typeof location>
const pointOf = ({ lat, lon }: Location): Point => ({ lat, lng: lon })

const messages: Readonly<Record<number, string>> = {
  100: 'Failed to parse intermediate request format',
  106: 'Try any of:/route /sources_to_targets /trace_route',
  130: 'Failed to parse location',
  154: 'Path distance exceeds the max distance limit',
  170: 'Locations are in unconnected regions. Go check/edit the map at osm.org',
  171: 'No suitable edges near location',
  442: 'No path could be found for input',
  444: 'Map Match algorithm failed to find path:map_snap algorithm failed to snap the shape points to the correct shape.',
}

const isOnRoad = (one: Location): boolean => snap(pointOf(one)).metres <= (one.search_cutoff ?? 35_000)

const areTooFar = (points: readonly Location[], km: number): boolean =>
  points.some((a) => points.some((b) => kmBetween(pointOf(a), pointOf(b)) > km))

/** A trace breaks where points are further apart (`trace_options.breakage_distance`, default 2000 m). */
const BREAKAGE_KM = 2

/** Valhalla as docs/docs/api of valhalla/valhalla describes route, sources_to_targets and trace_route. */
export const emulateValhalla = async (): Promise<ValhallaEmulator> => {
  const emulator: { precision: 5 | 6; codes: boolean } = { precision: 6, codes: true }
  const refuse = (code: number): EmulatedReply => ({
    status: 400,
    json: emulator.codes
      ? { error_code: code, error: messages[code], status_code: 400, status: 'Bad Request' }
      : { error: messages[code] },
  })
  const tripOf = ({ metres, seconds, line }: EmulatedDrive) => ({
    units: 'kilometers',
    status: 0,
    status_message: 'Found route between points',
    summary: { length: Math.round(metres) / 1000, time: seconds, has_toll: false },
    legs: [{ summary: {}, shape: codec.encode([...line], emulator.precision) }],
  })

  const route = (body: unknown): EmulatedReply => {
    const asked = routeBody.safeParse(body)
    if (!asked.success) return refuse(130)
    const [from, to] = asked.data.locations as [Location, Location]
    if (areTooFar([from, to], 5000)) return refuse(154)
    if (!isOnRoad(from) || !isOnRoad(to)) return refuse(171)
    const found = drive(snap(pointOf(from)).spot, snap(pointOf(to)).spot)
    return found === null ? refuse(442) : { status: 200, json: { trip: tripOf(found) } }
  }

  const matrix = (body: unknown): EmulatedReply => {
    const asked = matrixBody.safeParse(body)
    if (!asked.success) return refuse(130)
    const { sources, targets } = asked.data
    if (sources.some((from) => targets.some((to) => areTooFar([from, to], 400)))) return refuse(154)
    const all = [...sources, ...targets]
    if (!all.every(isOnRoad)) return refuse(171)
    if (all.some((one) => drive(snap(pointOf(all[0] ?? one)).spot, snap(pointOf(one)).spot) === null))
      return refuse(170)
    const cells = sources.map((from, i) =>
      targets.map((to, j) => {
        const found = drive(snap(pointOf(from)).spot, snap(pointOf(to)).spot)
        const [distance, time] =
          found === null ? [null, null] : [Math.round(found.metres) / 1000, Math.round(found.seconds)]
        return { distance, time, from_index: i, to_index: j }
      }),
    )
    return { status: 200, json: { sources: [], targets: [], units: 'kilometers', sources_to_targets: cells } }
  }

  const trace = (body: unknown): EmulatedReply => {
    const asked = traceBody.safeParse(body)
    if (!asked.success) return refuse(130)
    const { shape, trace_options: options } = asked.data
    const near = shape.filter((one) => snap(pointOf(one)).metres <= options.search_radius).map(pointOf)
    if (near.length < 2) return refuse(444)
    const parts: Point[][] = []
    for (const point of near) {
      const before = parts.at(-1)?.at(-1)
      if (before === undefined || kmBetween(before, point) > BREAKAGE_KM) parts.push([point])
      else parts.at(-1)?.push(point)
    }
    const [first, ...more] = parts
      .filter((part) => part.length > 1)
      .map(driveThrough)
      .map(tripOf)
    if (first === undefined) return refuse(444)
    return {
      status: 200,
      json: { trip: first, ...(more.length > 0 ? { alternates: more.map((trip) => ({ trip })) } : {}) },
    }
  }

  const service = await emulateService(({ method, path, body }) => {
    if (method !== 'POST') return refuse(100)
    const json = JSON.parse(body) as unknown
    if (path === '/route') return route(json)
    if (path === '/sources_to_targets') return matrix(json)
    if (path === '/trace_route') return trace(json)
    return { ...refuse(106), status: 404 }
  })
  return Object.assign(emulator, service)
}
