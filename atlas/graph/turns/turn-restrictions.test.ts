import { expect, test } from 'vitest'
import { blocks, GridDrives, gridMap, restriction, street } from '../../testing/grid-map.ts'
import { buildRoads } from '../build-roads.ts'
import type { RestrictionCounts } from './read-restrictions.ts'

/** A grid of three by three blocks on which the street 21–22 is one way towards 22. */
const oneWay = blocks(4, { 2122: { oneway: 'yes' } })
const drives = (...relations: ReturnType<typeof restriction>[]): GridDrives =>
  new GridDrives(gridMap({ ways: oneWay, relations }))

test('without a restriction the drive turns at the corner', () => {
  expect(drives().nodes([21, 22], [22, 32])).toEqual([22])
})

test('a forbidden turn leads round the block; turning round behind the corner is no way out [design/maps-21]', () => {
  const map = drives(restriction(1, [21, 22, 32], { restriction: 'no_right_turn' }))
  expect(map.nodes([21, 22], [22, 32])).toEqual([22, 23, 33, 32])
  expect(map.nodes([21, 22], [22, 12])).toEqual([22])
  expect(map.nodes([12, 22], [22, 32])).toEqual([22])
})

test('only one exit: all others are forbidden', () => {
  const map = drives(restriction(1, [21, 22, 23], { restriction: 'only_straight_on' }))
  expect(map.nodes([21, 22], [22, 23])).toEqual([22])
  expect(map.nodes([21, 22], [22, 32])).toEqual([22, 23, 33, 32])
  expect(map.nodes([21, 22], [22, 12])).toEqual([22, 23, 13, 12])
  expect(map.nodes([12, 22], [22, 32])).toEqual([22])
})

test('a turn over a way in between is forbidden as a whole; each part of it is allowed', () => {
  const map = drives(restriction(1, [12, 22, 23, 13], { restriction: 'no_u_turn' }))
  // The street 12–22 is left at its other end in place of the forbidden turn.
  expect(map.nodes([12, 22], [13, 23])).toEqual([12, 13])
  expect(map.nodes([21, 22], [13, 23])).toEqual([22, 23])
  expect(map.nodes([12, 22], [23, 33])).toEqual([22, 23])
})

test('a restriction over a way is not got round from the street before it', () => {
  const ways = blocks(4, { 1222: { oneway: 'yes' }, 2122: { oneway: 'yes' }, 1213: { oneway: '-1' } })
  const relations = [restriction(1, [12, 22, 23, 13], { restriction: 'no_u_turn' })]
  const free = new GridDrives(gridMap({ ways })).nodes([12, 22], [13, 23])
  const bound = new GridDrives(gridMap({ ways, relations })).nodes([12, 22], [13, 23])
  expect(free).toEqual([22, 23])
  expect(bound).toEqual([22, 32, 33, 23])
})

test('only one way through a street in between', () => {
  const map = drives(restriction(1, [21, 22, 23, 33], { restriction: 'only_right_turn' }))
  expect(map.nodes([21, 22], [23, 33])).toEqual([22, 23])
  expect(map.nodes([21, 22], [23, 24])).toEqual([22, 23, 33, 34, 24])
  expect(map.nodes([21, 22], [22, 32])).toEqual([22, 23, 33, 32])
  expect(map.nodes([12, 22], [23, 24])).toEqual([22, 23])
})

test('at a dead end the drive turns round', () => {
  const ways = [
    street(1, [21, 22], { oneway: 'yes' }),
    street(2, [22, 23]),
    street(3, [22, 32]),
    street(4, [32, 31]),
    street(5, [31, 21]),
  ]
  const members = [
    { kind: 'way', ref: 1, role: 'from' },
    { kind: 'node', ref: 22, role: 'via' },
    { kind: 'way', ref: 3, role: 'to' },
  ] as const
  const map = new GridDrives(
    gridMap({ ways, relations: [{ id: 9, tags: { type: 'restriction', restriction: 'no_right_turn' }, members }] }),
  )
  expect(map.nodes([21, 22], [22, 32])).toEqual([22, 23, 22])
})

test.each([
  ['for lorries', { 'restriction:hgv': 'no_right_turn' }, 'otherVehicles'],
  ['with an exception for cars', { restriction: 'no_right_turn', except: 'bus;motorcar' }, 'otherVehicles'],
  ['at certain hours', { 'restriction:conditional': 'no_right_turn @ (Mo-Fr 07:00-09:00)' }, 'conditional'],
  ['at certain hours, in the old way', { restriction: 'no_right_turn', hour_on: '07:00' }, 'conditional'],
  ['of an unknown kind', { restriction: 'no_parking_ever' }, 'applied'],
  ['without a rule', {}, 'unclear'],
] as const)('a restriction %s', (_, tags, counted) => {
  const relations = [restriction(1, [21, 22, 32], tags as Record<string, string>)]
  let counts: RestrictionCounts | undefined
  const roads = buildRoads(gridMap({ ways: oneWay, relations }), (found) => (counts = found))
  expect(counts).toEqual({ applied: 0, conditional: 0, otherVehicles: 0, unclear: 0, [counted]: 1 })
  expect(roads.bans.length).toBe(counted === 'applied' ? 1 : 0)
})

test.each([
  ['the rule for cars', { 'restriction:motorcar': 'no_right_turn' }],
  [
    'an exception for taxis and buses: not every car of an operator is a taxi',
    { restriction: 'no_right_turn', except: 'psv;taxi' },
  ],
  ['the rule beside one at certain hours', { restriction: 'no_right_turn', 'restriction:conditional': 'none @ (Su)' }],
])('applies %s', (_, tags) => {
  expect(drives(restriction(1, [21, 22, 32], tags)).nodes([21, 22], [22, 32])).toEqual([22, 23, 33, 32])
})

test('a restriction between ways that do not meet is counted as unclear and forbids nothing', () => {
  let counts: RestrictionCounts | undefined
  const relations = [
    {
      id: 1,
      tags: { type: 'restriction', restriction: 'no_left_turn' },
      members: [
        { kind: 'way', ref: 1112, role: 'from' },
        { kind: 'way', ref: 9999, role: 'via' },
        { kind: 'way', ref: 3334, role: 'to' },
      ],
    },
  ] as const
  const roads = buildRoads(gridMap({ ways: oneWay, relations }), (found) => (counts = found))
  expect(counts?.unclear).toBe(1)
  expect(roads.bans).toEqual([])
})
