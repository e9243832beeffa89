import { expect, it } from 'vitest'
import { makeMeter } from './meter.ts'

it('counts and computes quantiles', () => {
  const meter = makeMeter()
  meter.count('409')
  meter.count('409')
  for (let ms = 100; ms >= 1; ms--) meter.time('accept', ms)
  expect(meter.counts().get('409')).toBe(2)
  expect(meter.measured('accept')).toBe(100)
  expect([0, 0.5, 0.95, 0.99, 1].map((part) => meter.quantile('accept', part))).toEqual([1, 51, 96, 100, 100])
  expect(meter.quantile('nothing', 0.5)).toBeNaN()
})
