import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readGraph } from '../graph/graph-file.ts'
import { metresBetween } from '../graph/geodesy.ts'
import { FORWARD } from '../graph/road-graph.ts'
import { graphFile } from '../region/region-files.ts'
import { plainDijkstra } from '../testing/plain-dijkstra.ts'
import { quantile, seeded } from '../testing/random.ts'
import { many } from '../testing/scale.ts'
import { extractFile, testMontevideo, testRegion } from '../testing/test-region.ts'
import { Matrix } from './matrix.ts'
import { Router } from './router.ts'
import { shapeOf } from './shape.ts'
import { Snapper } from './snap.ts'
import type { Snapped } from './snap.ts'
import { TurnRouter } from './turn-router.ts'

/** Allowance for a slow, shared machine: the limits are 5 ms and 50 ms [design/maps-7]. */
const SLACK = 4

const montevideo = graphFile((await testMontevideo()).folder)
const porto = extractFile('porto.osm.pbf')
if (!existsSync(porto)) process.stdout.write('Porto extract is not here: its router tests are skipped.\n')
const portoGraph = existsSync(porto)
  ? graphFile((await testRegion({ kind: 'files', paths: [porto] })).folder)
  : undefined

/** Pairs whose time plain Dijkstra finds again. */
const compared = many(25, 100)

const cities = [
  { name: 'Montevideo', file: montevideo, detour: [1.15, 1.35, 2.5] },
  ...(portoGraph ? [{ name: 'Porto', file: portoGraph, detour: [1.2, 1.6, 4] }] : []),
] as const

describe.each(cities)('$name', ({ file, detour: [least, most, worst] }) => {
  const { graph } = readGraph(file)
  const snapper = new Snapper(graph)
  const router = new Router(graph)
  const random = seeded(20171204)
  const spot = (): Snapped => {
    const point = Math.floor(random() * graph.shapeLat.length)
    // Beside the road, like an address.
    const off = (): number => Math.round((random() - 0.5) * 4000)
    return snapper.nearest(graph.shapeLat[point]! + off(), graph.shapeLng[point]! + off(), 1000)!
  }
  const endPoint = (edge: number, last: boolean): [number, number] => {
    const point = last ? graph.edgeShape[edge + 1]! - 1 : graph.edgeShape[edge]!
    return [graph.shapeLat[point]!, graph.shapeLng[point]!]
  }
  const pairs = Array.from({ length: 500 }, () => [spot(), spot()] as const)

  test('the hierarchy finds the same times as plain Dijkstra', { timeout: 120_000 }, () => {
    const plain = plainDijkstra(graph)
    const wrong = pairs
      .slice(0, compared)
      .filter(([a, b]) => Math.abs((router.route(a, b)?.time ?? -1) - plain(a, b)) > 0.01)
    expect(wrong).toEqual([])
  })

  test('200 of 200 pairs have a route of plausible length', () => {
    const detours: number[] = []
    for (const [a, b] of pairs.slice(0, 200)) {
      const trip = router.route(a, b)
      expect(trip).toBeDefined()
      const straight = metresBetween(a.lat, a.lng, b.lat, b.lng)
      if (straight > 300) detours.push(trip!.length / 100 / straight)
    }
    expect(detours.length).toBeGreaterThan(150)
    expect(Math.min(...detours)).toBeGreaterThan(0.999)
    expect(quantile(detours, 0.5)).toBeGreaterThan(least)
    expect(quantile(detours, 0.5)).toBeLessThan(most)
    expect(quantile(detours, 0.99)).toBeLessThan(worst)
  })

  test('time, length, legs and line of a route agree', () => {
    for (const [a, b] of pairs.slice(0, 100)) {
      const { time, length, legs } = router.route(a, b)!
      let sumTime = 0
      let sumLength = 0
      legs.forEach(({ edge, way, from, to }, i) => {
        expect(graph.edgeWays[edge]! & way).toBe(way)
        expect(way === FORWARD ? to >= from : to <= from).toBe(true)
        sumTime +=
          Math.abs(to - from) * (way === FORWARD ? graph.edgeForwardTime[edge]! : graph.edgeBackwardTime[edge]!)
        sumLength += Math.abs(to - from) * graph.edgeLength[edge]!
        const before = legs[i - 1]
        if (before) expect(endPoint(edge, way !== FORWARD)).toEqual(endPoint(before.edge, before.way === FORWARD))
      })
      expect(Math.abs(sumTime - time)).toBeLessThan(1)
      expect(Math.abs(sumLength - length)).toBeLessThan(1)
      const line = shapeOf(graph, legs)
      const drawn = line.reduce((sum, p, i) => {
        const q = line[i - 1]
        return q ? sum + metresBetween(q.lat * 1e7, q.lng * 1e7, p.lat * 1e7, p.lng * 1e7) : 0
      }, 0)
      expect(Math.abs(drawn - length / 100)).toBeLessThan(1 + length / 1e4)
    }
  })

  test('the matrix equals single routes, and both are fast', () => {
    const matrix = new Matrix(graph)
    const sources = pairs.slice(0, 50).map(([a]) => ({ spot: a }))
    const targets = pairs.slice(0, 50).map(([, b]) => ({ spot: b }))
    const { time } = matrix.costs(sources, targets)
    sources.forEach((source, s) =>
      targets.forEach((target, t) => {
        expect(time[s * 50 + t]!).toBeCloseTo(router.route(source.spot, target.spot)!.time, 3)
      }),
    )
    expect(quickest(() => matrix.costs(sources, targets))).toBeLessThan(50 * SLACK)
    const turnRouter = new TurnRouter(graph)
    for (const route of [router.route.bind(router), (a: Snapped, b: Snapped) => turnRouter.route(a, b, false)]) {
      const times = pairs.map(([a, b]) => quickest(() => route(a, b)))
      expect(quantile(times, 0.99)).toBeLessThan(5 * SLACK)
    }
  })

  test('a matrix does not affect the next one', () => {
    const matrix = new Matrix(graph)
    const one = [{ spot: pairs[0]![0] }]
    const other = [{ spot: pairs[1]![1] }]
    const fresh = new Matrix(graph).costs(one, other).time[0]
    matrix.costs(pairs.slice(2, 9).map(([a]) => ({ spot: a })), pairs.slice(2, 9).map(([, b]) => ({ spot: b }))) // prettier-ignore
    expect(matrix.costs(one, other).time[0]).toBe(fresh)
  })
})

test('finds no road in the open sea', () => {
  const snapper = new Snapper(readGraph(montevideo).graph)
  expect(snapper.nearest(-350_000_000, -561_000_000, 1000)).toBeUndefined()
})

/** ms of processor time of the best of five, since other programs run beside the tests. */
const quickest = (work: () => unknown): number =>
  Math.min(
    ...[1, 2, 3, 4, 5].map(() => {
      const start = process.cpuUsage()
      work()
      const { user, system } = process.cpuUsage(start)
      return (user + system) / 1000
    }),
  )
