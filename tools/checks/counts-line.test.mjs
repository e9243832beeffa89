import { expect, test } from 'vitest'
import { countsLine } from '../test-run.mjs'

test('the last line of a run counts skipped tests, if there are any', () => {
  expect(countsLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(countsLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped')
})
