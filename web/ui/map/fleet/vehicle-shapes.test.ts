import { expect, test } from 'vitest'
import { markOf, shapeOfPicture, vehicleShapes, type VehicleShape } from './vehicle-shapes.ts'

test('a car on the map has the shape of its type’s picture; an uploaded picture says nothing [design/dashboard-10]', () => {
  expect(['bicycle', 'motorbike', 'van', 'xl', 'sedan', '/files/own.png', null].map(shapeOfPicture)).toEqual([
    'bike',
    'bike',
    'van',
    'van',
    'car',
    'car',
    'car',
  ])
  // the marks are inside of each shape
  for (const shape of Object.keys(vehicleShapes) as VehicleShape[]) expect(markOf(shape).bar.width).toBeLessThan(14)
})
