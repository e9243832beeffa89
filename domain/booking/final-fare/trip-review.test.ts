import { expect, test } from 'vitest'
import { reviewReasonsOf } from './trip-review.ts'

const plain = { fareFlags: [], promo_applied: false }
const none = { trips: 0, withPromo: 0, sameDevice: false, newRiders: 0 }

test.each<[string, Parameters<typeof reviewReasonsOf>, string[]]>([
  ['a usual trip', [plain, none], []],
  ['flags of the price only', [{ ...plain, fareFlags: ['capped', 'far-from-drop'] }, none], []],
  ['no track and no time', [{ ...plain, fareFlags: ['short-trip', 'no-track'] }, none], ['no-track', 'short-trip']],
  ['the third trip of a pair', [plain, { ...none, trips: 2, withPromo: 2 }], []],
  ['two accounts of one browser', [plain, { ...none, sameDevice: true }], ['same-device']],
  ['the third new rider of a driver', [plain, { ...none, newRiders: 3 }], []],
  ['the fourth new rider of a driver', [plain, { ...none, newRiders: 4 }], ['new-riders']],
  ['the fourth trip of a pair', [plain, { ...none, trips: 3 }], ['same-pair']],
  [
    'the first promo of a pair',
    [
      { ...plain, promo_applied: true },
      { ...none, trips: 2 },
    ],
    [],
  ],
  [
    'another promo of a pair',
    [
      { ...plain, promo_applied: true },
      { ...none, trips: 1, withPromo: 1 },
    ],
    ['promo-pair'],
  ],
])('%s [design/privacy-20]', (_, [booking, facts], reasons) => expect(reviewReasonsOf(booking, facts)).toEqual(reasons))
