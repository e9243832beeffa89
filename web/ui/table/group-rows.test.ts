import { expect, it } from 'vitest'
import { groupRows, hasOtherPages } from './group-rows.ts'

it('groups the rows of a page in the order in which groups first occur [design/web-62]', () => {
  expect(groupRows(['b1', 'a1', 'b2'], ([name = '']) => name)).toEqual([
    { name: 'b', members: ['b1', 'b2'] },
    { name: 'a', members: ['a1'] },
  ])
})

it('tells whether the groups of a page leave out rows of other pages [design/web-62]', () => {
  const turn = () => undefined
  expect(hasOtherPages({ onNext: null, onPrevious: null })).toBe(false)
  expect(hasOtherPages({ onNext: turn, onPrevious: null })).toBe(true)
  expect(hasOtherPages({ onNext: null, onPrevious: turn })).toBe(true)
})
