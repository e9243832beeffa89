import { expect, test } from 'vitest'
import { driveOf, isBarrier } from './drivable.ts'

test.each([
  ['a street both ways', { highway: 'residential' }, [28, true, true]],
  ['one way', { highway: 'residential', oneway: 'yes' }, [28, true, false]],
  ['one way against the drawing', { highway: 'residential', oneway: '-1' }, [28, false, true]],
  ['a roundabout implies one way', { highway: 'tertiary', junction: 'roundabout' }, [40, true, false]],
  ['a roundabout may say otherwise', { highway: 'tertiary', junction: 'roundabout', oneway: 'no' }, [40, true, true]],
  ['a motorway implies one way', { highway: 'motorway' }, [100, true, false]],
  ['a link is slower', { highway: 'primary_link' }, [36, true, true]],
  ['a limit caps the speed', { highway: 'primary', maxspeed: '30' }, [27, true, true]],
  ['a limit lifts a slow guess', { highway: 'residential', maxspeed: '60' }, [45, true, true]],
  ['miles', { highway: 'primary', maxspeed: '30 mph' }, [43.443, true, true]],
  ['a limit that is not a number is ignored', { highway: 'primary', maxspeed: 'UY:urban' }, [60, true, true]],
])('%s', (_, tags, expected) => {
  const drive = driveOf(tags)
  expect(drive && [Number(drive.speed.toFixed(3)), drive.forward, drive.backward]).toEqual(expected)
})

test.each([
  [{ highway: 'footway' }],
  [{ highway: 'proposed' }],
  [{ building: 'yes' }],
  [{ highway: 'residential', access: 'private' }],
  [{ highway: 'residential', motor_vehicle: 'no' }],
  [{ highway: 'pedestrian', area: 'yes' }],
])('no car on %j', (tags) => expect(driveOf(tags as Record<string, string>)).toBeUndefined())

test('the more specific tag decides', () => {
  expect(driveOf({ highway: 'service', access: 'no', motorcar: 'yes' })).toBeDefined()
  expect(driveOf({ highway: 'service', access: 'yes', motor_vehicle: 'no' })).toBeUndefined()
})

test('bollards block cars unless tagged otherwise', () => {
  expect(isBarrier({ barrier: 'bollard' })).toBe(true)
  expect(isBarrier({ barrier: 'bollard', motor_vehicle: 'yes' })).toBe(false)
  expect(isBarrier({ barrier: 'gate' })).toBe(false)
})
