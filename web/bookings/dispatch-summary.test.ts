import { expect, it } from 'vitest'
import { dispatchSummary } from './dispatch-summary.ts'

it('counts the reasons, the offered first', () => {
  const reasons = ['busy', null, 'too-far', 'busy', null, 'busy'].map((reason) => ({ reason }))
  expect(dispatchSummary(reasons)).toEqual([
    { reason: null, count: 2 },
    { reason: 'busy', count: 3 },
    { reason: 'too-far', count: 1 },
  ])
  expect(dispatchSummary([])).toEqual([])
})
