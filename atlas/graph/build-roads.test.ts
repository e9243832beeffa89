import { expect, test } from 'vitest'
import { gridMap, street } from '../testing/grid-map.ts'
import type { WayToWrite } from '../osm/write-pbf.ts'
import { Router } from '../route/router.ts'
import { Snapper } from '../route/snap.ts'
import { collectRoads, graphOf } from './build-graph.ts'
import { buildRoads } from './build-roads.ts'
import { buildTurns } from './turns/build-turns.ts'

const mapOf = (ways: WayToWrite[], nodeTags: Record<number, Record<string, string>> = {}) => gridMap({ ways, nodeTags })

test('cuts ways at junctions only', () => {
  const roads = buildRoads(mapOf([street(1, [11, 12, 13, 14]), street(2, [13, 23, 33])]))
  expect(roads.edgeFrom).toHaveLength(3)
  expect([...roads.edgeLength].map((cm) => Math.round(cm / 100))).toEqual([222, 111, 222])
})

test('a bollard cuts the way for cars; each side stays reachable from its end', () => {
  const open = buildRoads(mapOf([street(1, [11, 12, 13])]))
  const shut = buildRoads(mapOf([street(1, [11, 12, 13])], { 12: { barrier: 'bollard' } }))
  expect(open.edgeFrom).toHaveLength(1)
  expect(shut.edgeFrom).toHaveLength(2)
  expect(shut.edgeTo[0]).not.toBe(shut.edgeFrom[1])
})

test('a signal costs eight seconds, once', () => {
  const plain = buildRoads(mapOf([street(1, [11, 12, 13])]))
  const lights = buildRoads(mapOf([street(1, [11, 12, 13])], { 12: { highway: 'traffic_signals' } }))
  expect(lights.edgeForwardTime[0]! - plain.edgeForwardTime[0]!).toBe(8000)
  expect(lights.edgeBackwardTime[0]! - plain.edgeBackwardTime[0]!).toBe(8000)
})

test('keeps only the part that is connected in both directions', () => {
  const roads = buildTurns(
    buildRoads(
      mapOf([
        street(1, [11, 12, 13, 23, 22, 21, 11]),
        street(2, [13, 14], { oneway: 'yes' }),
        street(3, [51, 52, 53]),
        street(4, [22, 12]),
      ]),
    ),
  )
  const lats = new Set(roads.shapeLat)
  expect(lats.has(50_000)).toBe(false)
  expect([...roads.shapeLng].some((lng) => lng === 40_000)).toBe(false)
  expect(roads.edgeWays.length).toBeGreaterThanOrEqual(3)
})

test('respects one-ways within one edge: a spot just behind needs a drive round the block', () => {
  const graph = graphOf(
    collectRoads(mapOf([street(1, [11, 12, 13], { oneway: 'yes' }), street(2, [13, 23, 22, 21, 11])])),
  )
  const snapper = new Snapper(graph)
  const router = new Router(graph)
  const a = snapper.nearest(10_000, 12_000, 50)!
  const b = snapper.nearest(10_000, 28_000, 50)!
  const ahead = router.route(a, b)!
  const round = router.route(b, a)!
  expect(ahead.length / 100).toBeCloseTo(178, 0)
  expect(round.length / 100).toBeCloseTo(489, 0)
})

test('refuses a map without roads with BAD_MAP', () => {
  expect(() => collectRoads(mapOf([{ id: 1, refs: [11, 12], tags: { highway: 'footway' } }]))).toThrow(
    'holds no roads a car can drive',
  )
})
