import { expect, it } from 'vitest'
import { preferredLanguage } from './preferred-language.ts'

const offered = ['en', 'es', 'pt', 'ar', 'zh']

it.each([
  ['es-UY,es;q=0.9,en;q=0.8', 'es'],
  ['en;q=0.3, pt-PT;q=0.7', 'pt'],
  ['de-DE,de;q=0.9,ar;q=0.2', 'ar'],
  ['ES', 'es'],
  ['zh-CN', 'zh'],
  // another script
  ['zh-TW', undefined],
  ['en;q=0, es;q=0.1', 'es'],
  ['de,fr', undefined],
  ['', undefined],
  ['*', undefined],
  ['*-*-*;q=1e9', undefined],
  ['not a code;q=x,,;', undefined],
])('finds for "%s" the language %s [design/languages-13]', (accepts, found) => {
  expect(preferredLanguage(accepts, offered)).toBe(found)
})

it('prefers the very code that the browser asks for', () => {
  expect(preferredLanguage('pt-PT', ['pt', 'pt-PT'])).toBe('pt-PT')
})
