import { expect, test } from 'vitest'
import { driveOf, passageOf } from './drivable.ts'

// [design/maps-24]
test.each([
  ['a street both ways', { highway: 'residential' }, [28, true, true]],
  ['one way', { highway: 'residential', oneway: 'yes' }, [28, true, false]],
  ['one way against the drawing', { highway: 'residential', oneway: '-1' }, [28, false, true]],
  ['a roundabout implies one way', { highway: 'tertiary', junction: 'roundabout' }, [40, true, false]],
  ['a roundabout may say otherwise', { highway: 'tertiary', junction: 'roundabout', oneway: 'no' }, [40, true, true]],
  ['a circular junction implies one way', { highway: 'primary', junction: 'circular' }, [60, true, false]],
  ['a motorway implies one way', { highway: 'motorway' }, [100, true, false]],
  ['a motorway link does not', { highway: 'motorway_link' }, [60, true, true]],
  ['a motorway link with the tag', { highway: 'motorway_link', oneway: 'yes' }, [60, true, false]],
  ['one way for cars only', { highway: 'residential', 'oneway:motor_vehicle': 'yes' }, [28, true, false]],
  ['two-way for cars', { highway: 'residential', oneway: 'yes', 'oneway:vehicle': 'no' }, [28, true, true]],
  [
    'the tag for motorcars comes first',
    { highway: 'residential', oneway: '-1', 'oneway:motor_vehicle': 'no', 'oneway:motorcar': 'yes' },
    [28, true, false],
  ],
  [
    'a tag for bicycles is ignored',
    { highway: 'residential', oneway: 'yes', 'oneway:bicycle': 'no' },
    [28, true, false],
  ],
  ['a link is slower', { highway: 'primary_link' }, [36, true, true]],
  ['a limit caps the speed', { highway: 'primary', maxspeed: '30' }, [27, true, true]],
  ['a limit lifts a slow guess', { highway: 'residential', maxspeed: '60' }, [45, true, true]],
  ['miles', { highway: 'primary', maxspeed: '30 mph' }, [43.452, true, true]],
  ['the limit of a country in towns', { highway: 'primary', maxspeed: 'UY:urban' }, [40.5, true, true]],
  ['the limit of a country outside towns', { highway: 'secondary', 'maxspeed:type': 'DE:rural' }, [75, true, true]],
  ['the British limit', { highway: 'primary', maxspeed: 'GB:nsl_single' }, [72.42, true, true]],
  ['a zone sign', { highway: 'primary', 'source:maxspeed': 'FR:zone30' }, [27, true, true]],
  ['a country that is not listed', { highway: 'primary', maxspeed: 'XX:urban' }, [45, true, true]],
  ['a limit without a number or zone is ignored', { highway: 'primary', maxspeed: 'signals' }, [60, true, true]],
])('%s', (_, tags, expected) => {
  const drive = driveOf(tags)
  expect(drive && [Number(drive.speed.toFixed(3)), drive.forward, drive.backward]).toEqual(expected)
})

// [design/maps-24]
test.each([
  ['a national limit caps a road without a sign', { highway: 'primary' }, 'JP', 54],
  ['also on motorways', { highway: 'motorway' }, 'LI', 72],
  ['it does not raise the speed', { highway: 'primary' }, 'DE', 60],
  ['a sign comes first', { highway: 'primary', maxspeed: '80' }, 'JP', 60],
  ['a country that is not listed', { highway: 'trunk' }, 'XX', 80],
])('%s', (_, tags, country, speed) => {
  expect(driveOf(tags as Record<string, string>, () => country)?.speed).toBeCloseTo(speed, 6)
})

test.each([
  [{ highway: 'footway' }],
  [{ highway: 'proposed' }],
  [{ building: 'yes' }],
  [{ highway: 'residential', access: 'no' }],
  [{ highway: 'residential', motor_vehicle: 'agricultural;forestry' }],
  [{ highway: 'residential', oneway: 'reversible' }],
  [{ route: 'ferry' }],
  [{ route: 'ferry', motor_vehicle: 'no', foot: 'yes' }],
  [{ highway: 'residential', motor_vehicle: 'no' }],
  [{ highway: 'pedestrian', area: 'yes' }],
])('no car on %j', (tags) => expect(driveOf(tags as Record<string, string>)).toBeUndefined())

test('the more specific tag decides', () => {
  expect(driveOf({ highway: 'service', access: 'no', motorcar: 'yes' })).toBeDefined()
  expect(driveOf({ highway: 'service', access: 'yes', motor_vehicle: 'no' })).toBeUndefined()
})

test.each([
  [{ highway: 'service', access: 'private' }, true],
  [{ highway: 'residential', motor_vehicle: 'destination' }, true],
  [{ highway: 'footway', access: 'destination' }, undefined],
  [{ highway: 'residential', motor_vehicle: 'agricultural;destination' }, true],
  [{ highway: 'residential', access: 'permissive' }, false],
  [{ highway: 'residential', access: 'private', motor_vehicle: 'yes' }, false],
])('%j is for the ends of routes: %s', (tags, side) => {
  expect(driveOf(tags as Record<string, string>)?.side).toBe(side)
})

// [design/maps-127]
test.each([
  [{ highway: 'primary', tunnel: 'yes' }, false],
  [{ highway: 'service', tunnel: 'building_passage' }, true],
  [{ highway: 'primary', tunnel: 'no' }, true],
  [{ highway: 'motorway' }, false],
  [{ highway: 'motorway_link' }, false],
  [{ highway: 'trunk' }, true],
  [{ highway: 'trunk', motorroad: 'yes' }, false],
])('a car may stop on %j: %s', (tags, stops) => {
  expect(driveOf(tags as Record<string, string>)?.stops).toBe(stops)
})

test.each([
  [{ barrier: 'bollard' }, 'closed'],
  [{ barrier: 'bollard', motor_vehicle: 'yes' }, 'open'],
  [{ barrier: 'bollard', bollard: 'rising' }, 'side'],
  [{ barrier: 'gate' }, 'open'],
  [{ barrier: 'gate', locked: 'yes' }, 'side'],
  [{ barrier: 'lift_gate', access: 'private' }, 'side'],
  [{ barrier: 'swing_gate', access: 'private', motor_vehicle: 'no' }, 'closed'],
  [{ barrier: 'toll_booth' }, 'open'],
])('passage of %j: %s', (tags, passage) => expect(passageOf(tags as Record<string, string>)).toBe(passage))
