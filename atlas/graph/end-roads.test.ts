import { expect, test } from 'vitest'
import { blocks, GridDrives, gridMap, street } from '../testing/grid-map.ts'
import { tollLength } from '../route/router.ts'

const drives = (tags: Parameters<typeof blocks>[1], nodeTags = {}): GridDrives =>
  new GridDrives(gridMap({ ways: blocks(4, tags), nodeTags }))
/** The streets 22–23 and 23–24 lie on the straight way from 21–22 to the corner 24. */
const straight = [
  [21, 22],
  [24, 34],
] as const

test.each([
  [{ access: 'private' }],
  [{ access: 'destination' }],
  [{ motor_vehicle: 'destination' }],
  [{ access: 'customers' }],
])('a route does not pass through a road with %j', (tags) => {
  expect(drives({}).trip(...straight)!.length).toBeLessThan(34_000)
  const map = drives({ 2223: tags, 1213: tags, 1112: tags, 1314: tags })
  const nodes = map.nodes(...straight)!
  expect(nodes.join()).not.toMatch(/22,23|12,13/)
  expect(nodes).toContain(32)
})

test('a private road is reached at the end, and left at the beginning', () => {
  const map = drives({ 2223: { access: 'private' }, 3233: { access: 'private' } })
  expect(map.nodes([21, 22], [22, 23])).toEqual([22])
  expect(map.nodes([22, 23], [32, 33])).toHaveLength(2)
  expect(map.nodes([22, 23], [21, 22])).toEqual([22])
})

test('a street behind a private road is reached through it, and leads out again', () => {
  const ways = [...blocks(3), street(1, [33, 34], { access: 'private' }), street(2, [34, 35]), street(3, [35, 36])]
  const map = new GridDrives(gridMap({ ways }))
  expect(map.nodes([22, 32], [35, 36])).toEqual([32, 33, 34, 35])
  expect(map.nodes([35, 36], [22, 32])).toEqual([35, 34, 33, 32])
  expect(map.nodes([35, 36], [34, 35])).toEqual([35])
})

test('a route does not go through a yard that joins two streets behind private roads [design/maps-22]', () => {
  const yard = { 2223: { access: 'private' }, 2324: { access: 'private' } }
  const map = drives(yard)
  expect(map.nodes([21, 22], [24, 34])!.join()).not.toContain('22,23,24')
  expect(map.nodes([22, 23], [23, 24])).toEqual([23])
})

test('a private gate is passed only at the end of a route, an open one always, a bollard never', () => {
  const yard = (tags: Record<string, string>, on: number[] = []) =>
    new GridDrives(gridMap({ ways: [...blocks(4), street(1, [22, 82, 83, ...on])], nodeTags: { 82: tags } }))
  const gate = { barrier: 'gate', access: 'private' }
  expect(yard({ barrier: 'gate' }, [23]).nodes([22, 82], [82, 83])).toContain(82)
  // Behind the gate is a yard: a route ends in it and starts from it.
  expect(yard(gate).nodes([12, 22], [82, 83])!.at(-1)).toBe(82)
  expect(yard(gate).nodes([82, 83], [12, 22])![0]).toBe(82)
  // Behind the gate is a street with another way in.
  expect(yard(gate, [23]).nodes([22, 82], [82, 83])).not.toContain(82)
  expect(yard({ barrier: 'bollard' }, [23]).nodes([22, 82], [82, 83])).not.toContain(82)
})

test('a gate on the shortest way is driven round', () => {
  const open = drives({}, { 23: { barrier: 'lift_gate' } })
  expect(open.trip(...straight)!.length).toBeLessThan(34_000)
  const shut = drives({}, { 23: { barrier: 'lift_gate', motor_vehicle: 'private' } })
  expect(shut.nodes(...straight)).not.toContain(23)
  expect(shut.nodes([21, 22], [22, 23])).toEqual([22])
})

test('a ferry takes its tagged time, only where it carries cars, and nothing stops on it [design/maps-23]', () => {
  const islands = (tags: Record<string, string>) => [
    ...blocks(2),
    street(1, [61, 62]),
    street(2, [62, 72]),
    street(3, [72, 71]),
    street(4, [71, 61]),
    { id: 5, refs: [21, 41, 61], tags: { route: 'ferry', ...tags } },
  ]
  const map = new GridDrives(gridMap({ ways: islands({ motor_vehicle: 'yes', duration: '00:20' }) }))
  const trip = map.trip([11, 21], [61, 62])!
  const street111 = 111.2 / 2 / (28 / 3.6)
  expect(trip.time / 1000).toBeCloseTo(1200 + 2 * street111, -1)
  expect(map.spot(31, 51)).toBeUndefined()
  const onFoot = new GridDrives(gridMap({ ways: islands({ duration: '00:20' }) }))
  expect(onFoot.trip([11, 21], [61, 62])).toBeUndefined()
})

test.each(['PT1H5M', '1:05:00', '01:05', '65'])('the duration %s', (duration) => {
  const ways = [...blocks(2), { id: 5, refs: [22, 33], tags: { route: 'ferry', motorcar: 'yes', duration } }, ...blocks(4).filter(({ refs }) => refs[0]! > 32)] // prettier-ignore
  expect(new GridDrives(gridMap({ ways })).trip([12, 22], [33, 34])!.time).toBeGreaterThan(3_900_000)
})

test('the toll roads of a route are measured [design/maps-25]', () => {
  const map = drives({ 2223: { toll: 'yes' }, 3233: { 'toll:hgv': 'yes' } })
  const metres = (from: [number, number], to: [number, number]): number =>
    tollLength(map.graph, map.trip(from, to)!.legs) / 100
  expect(metres([21, 22], [23, 24])).toBeCloseTo(111, 0)
  expect(metres([31, 32], [33, 34])).toBe(0)
  const booth = drives({}, { 23: { barrier: 'toll_booth' } })
  expect(tollLength(booth.graph, booth.trip([21, 22], [23, 24])!.legs)).toBeGreaterThan(0)
})
