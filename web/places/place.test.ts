import { expect, test } from 'vitest'
import { hasWords, isOutdated, type PlaceOption } from './place.ts'
import { searchDelayMs, searchState } from './use-place-search.ts'

test('the search waits 200 ms after the last key [places-2]', () => expect(searchDelayMs).toBe(200))

test.each([
  ['', true],
  ['paysandu', true],
  ['Montevideo, PAYSANDÚ', true],
  ['paysandu 1560', false],
  ['canelones', false],
])('a saved "Paysandú 1563, Montevideo" is offered for "%s": %s [landing-14]', (typed, offered) =>
  expect(hasWords('Paysandú 1563, Montevideo', typed)).toBe(offered),
)

test('Enter chooses no suggestion until the answer for the typed text is there, but a saved address [design/web-100]', () => {
  const answered = { isError: false, isPending: false }
  expect(searchState('Main Street 5', 'Main Street', answered)).toBe('searching')
  expect(searchState('Main Street', 'M', { isError: false, isPending: true })).toBe('searching')
  expect(searchState('Main Street 5', 'Main Street', { isError: true, isPending: false })).toBe('searching')
  expect(searchState(' Main Street ', 'Main Street', answered)).toBe('found')
  expect(searchState('Main Street', 'Main Street', { isError: true, isPending: false })).toBe('failed')
  expect(searchState('M', 'Main Street', answered)).toBe('idle')
  const [suggested, saved] = (['suggested', 'saved'] as const).map((kind) => ({ kind }) as PlaceOption)
  expect([suggested, saved, undefined].map((option) => isOutdated(option, 'searching'))).toEqual([true, false, true])
  expect([suggested, saved, undefined].map((option) => isOutdated(option, 'found'))).toEqual([false, false, false])
})
