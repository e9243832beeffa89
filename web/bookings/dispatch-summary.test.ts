import { expect, test } from 'vitest'
import { dispatchSummary } from './dispatch-summary.ts'

const one = (reason: string | null, wave: number | null = null, seconds: number | null = null) => ({
  reason,
  wave,
  seconds,
})

test('counts those asked in the wave with their times, those left for later waves, and the others by reason', () => {
  const considered = [one('busy'), one(null, 1, 240), one('too-far'), one(null), one('busy'), one(null, 1, 120)]
  expect(dispatchSummary({ wave: 1, considered })).toEqual({
    asked: 2,
    seconds: [120, 240],
    waiting: 1,
    dropped: [
      { reason: 'busy', count: 2 },
      { reason: 'too-far', count: 1 },
    ],
  })
})

test('is without a wave and without times where there are none', () => {
  expect(dispatchSummary({ wave: null, considered: [one('busy')] })).toEqual({
    asked: 0,
    seconds: null,
    waiting: 0,
    dropped: [{ reason: 'busy', count: 1 }],
  })
  expect(dispatchSummary({ wave: 2, considered: [one(null, 2)] })).toMatchObject({ asked: 1, seconds: null })
})
