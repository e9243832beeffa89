import { expect, test } from 'vitest'
import { hasWords } from './place.ts'

test.each([
  ['', true],
  ['paysandu', true],
  ['Montevideo, PAYSANDÚ', true],
  ['paysandu 1560', false],
  ['canelones', false],
])('a saved "Paysandú 1563, Montevideo" is offered for "%s": %s [landing-14]', (typed, offered) =>
  expect(hasWords('Paysandú 1563, Montevideo', typed)).toBe(offered),
)
