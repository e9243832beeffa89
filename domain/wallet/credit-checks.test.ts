import { expect, it } from 'vitest'
import { needsApproval } from './credit-checks.ts'

it.each([
  // 0.1 + 0.2 is more than 0.3 in binary fractions
  [0.1, 20, 0.3, false],
  [0.11, 20, 0.3, true],
  [5, 0, 0, false],
])(
  'a credit of %d after %d cents, with the limit %d, needs a second admin: %s [design/money-125]',
  (amount, before, limit, needs) =>
    expect(needsApproval(amount, before, { creditApprovalAbove: limit }, 2)).toBe(needs),
)
