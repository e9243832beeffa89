import { describe, expect, it } from 'vitest'
import { pickupBand } from './pickup-band.ts'

describe('pickup minutes as a band [design/api-31]', () => {
  it.each([
    [0, { from: 1, to: 3 }],
    [180, { from: 1, to: 3 }],
    [181, { from: 3, to: 5 }],
    [719, { from: 8, to: 12 }],
    [2700, { from: 30, to: 45 }],
    [2701, null],
    [null, null],
  ])('%s seconds', (seconds, band) => expect(pickupBand(seconds)).toEqual(band))
})
