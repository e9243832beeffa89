import { expect, test } from 'vitest'
import { hasWords } from './place.ts'
import { searchDelayMs } from './use-place-search.ts'

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
