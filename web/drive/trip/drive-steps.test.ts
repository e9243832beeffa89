import { expect, it } from 'vitest'
import { navigationLink } from './drive-steps.ts'

it('opens the map app of the device', () => {
  const point = { lat: -34.9, lng: -56.16 }
  expect(navigationLink(point, 'Rambla 12 (puerta)', 'Mozilla (Linux; Android 15)')).toBe(
    'geo:-34.9,-56.16?q=-34.9,-56.16(Rambla%2012%20(puerta))',
  )
  expect(navigationLink(point, '', 'Mozilla (iPhone)')).toBe('maps://?daddr=-34.9,-56.16&dirflg=d')
  expect(navigationLink(point, '', 'Mozilla (X11; Linux)')).toContain('to=-34.9%2C-56.16')
})
