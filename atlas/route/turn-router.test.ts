import { expect, test } from 'vitest'
import { BACKWARD, FORWARD } from '../graph/road-graph.ts'
import { blocks, GridDrives, gridMap, street } from '../testing/grid-map.ts'
import type { GridMap } from '../testing/grid-map.ts'
import { directedOf } from './ends.ts'
import { shapeOf } from './shape.ts'
import { Snapper } from './snap.ts'
import { turnCost } from './turn-costs.ts'
import { TurnRouter } from './turn-router.ts'

type Place = readonly [row: number, column: number]

/** Routes on a grid map. A row is 111 m north of the one before, a column 111 m east. */
const onGrid = (map: GridMap) => {
  const { graph } = new GridDrives(gridMap(map))
  const snapper = new Snapper(graph)
  const router = new TurnRouter(graph)
  const spot = ([row, column]: Place) => snapper.nearest(row * 10_000, column * 10_000, 50)!
  /** The nodes passed: 10 × row + column. */
  const nodes = (from: Place, to: Place, leftHand = false): number[] =>
    shapeOf(graph, router.route(spot(from), spot(to), leftHand)?.legs ?? [])
      .slice(1, -1)
      .map(({ lat, lng }) => 10 * Math.round(lat * 1000) + Math.round(lng * 1000))
  /** The directed edge from a node to its neighbour. */
  const edge = (a: number, b: number): number => {
    const { edge: found } = spot([(Math.floor(a / 10) + Math.floor(b / 10)) / 2, ((a % 10) + (b % 10)) / 2])
    return directedOf(found, a < b ? FORWARD : BACKWARD)
  }
  const cost = (a: number, b: number, c: number, leftHand: boolean): number =>
    turnCost(graph, edge(a, b), edge(b, c), leftHand)
  return { nodes, cost }
}

test('a turn across the oncoming lane costs more than one to the near side, and turning round most [design/maps-28]', () => {
  const { cost } = onGrid({ ways: blocks(3) })
  const [ahead, right, left, round] = [23, 12, 32, 21].map((to) => cost(21, 22, to, false))
  expect([ahead, right, left, round]).toEqual([0, 3000, 6000, 30_000])
  expect([23, 12, 32, 21].map((to) => cost(21, 22, to, true))).toEqual([0, 6000, 3000, 30_000])
  // Against the order of its points an edge has the opposite directions.
  expect([21, 32, 12, 23].map((to) => cost(23, 22, to, false))).toEqual([0, 3000, 6000, 30_000])
})

test('of equally fast ways through blocks the one with the fewest turns is taken [design/maps-28]', () => {
  const { nodes } = onGrid({ ways: blocks(6) })
  expect(nodes([1, 1.5], [5.5, 6])).toEqual([12, 13, 14, 15, 16, 26, 36, 46, 56])
  expect(nodes([1.5, 1], [6, 5.5])).toEqual([21, 31, 41, 51, 61, 62, 63, 64, 65])
})

test('round a block, the way with turns to the near side is taken [design/maps-28]', () => {
  // From the middle of one side of the block to the middle of the opposite one both ways are equally long.
  const { nodes } = onGrid({ ways: blocks(2) })
  expect(nodes([1.5, 1], [1.5, 2])).toEqual([21, 22])
  expect(nodes([1.5, 1], [1.5, 2], true)).toEqual([11, 12])
})

test('a route reaches a stop at a main road on its own side, where that is a short detour [design/maps-27]', () => {
  const main = { highway: 'primary' }
  const city = onGrid({ ways: [street(1, [11, 12, 13, 14, 15], main), street(2, [21, 22, 23, 24, 25], main), ...[1, 2, 3, 4, 5].map((c) => street(10 + c, [10 + c, 20 + c], main))] }) // prettier-ignore
  const [northSide, southSide] = [
    [1.1, 3.5],
    [0.9, 3.5],
  ] as const
  const arrivesFrom = (to: Place, leftHand?: boolean) => city.nodes([2, 1.5], to, leftHand).at(-1)
  expect(arrivesFrom(northSide)).toBe(14)
  expect(arrivesFrom(southSide)).toBe(13)
  expect(arrivesFrom(northSide, true)).toBe(13)
  // A point on the road itself has no side.
  expect(arrivesFrom([1, 3.5])).toBe(13)
})

test('a route neither goes round the block nor turns round to stop on the other side of a street [design/maps-27]', () => {
  const city = onGrid({ ways: blocks(5) })
  expect(city.nodes([2, 1.5], [1.1, 3.5]).at(-1)).toBe(13)
  const oneRoad = onGrid({ ways: [street(1, [11, 12, 13, 14, 15], { highway: 'primary' }), street(2, [14, 24])] })
  expect(oneRoad.nodes([1, 1.5], [1.1, 3.5])).toEqual([12, 13])
})

test('between places on one edge the car drives straight, or round where the road is one-way [design/maps-28]', () => {
  const city = onGrid({ ways: blocks(3, { 1112: { oneway: 'yes' } }) })
  expect(city.nodes([2, 2.2], [2, 2.8])).toEqual([])
  expect(city.nodes([1, 1.2], [1, 1.8])).toEqual([])
  expect(city.nodes([1, 1.8], [1, 1.2])).toEqual([12, 22, 21, 11])
})
