import { expect, test } from 'vitest'
import { joinPieces } from './join-pieces.ts'

test.each([
  ['one piece stays', [[1, 2, 3]], [[1, 2, 3]]],
  [
    'pieces join end to start whatever their order',
    [
      [5, 6],
      [1, 2, 3],
      [3, 4, 5],
    ],
    [[1, 2, 3, 4, 5, 6]],
  ],
  [
    'directions are kept: two ends that meet do not join',
    [
      [1, 2],
      [3, 2],
    ],
    [
      [1, 2],
      [3, 2],
    ],
  ],
  [
    'what fits nowhere stays apart',
    [
      [1, 2],
      [8, 9],
      [2, 3],
    ],
    [
      [1, 2, 3],
      [8, 9],
    ],
  ],
  [
    'a closed way ends',
    [
      [1, 2, 1],
      [1, 3],
    ],
    [[1, 2, 1, 3]],
  ],
])('%s', (_, pieces, joined) => {
  expect(joinPieces(pieces).toSorted((a, b) => a[0]! - b[0]!)).toEqual(joined)
})
