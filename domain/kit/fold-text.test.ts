import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

test.each([
  ['Paysandú', 'paysandu'],
  ['ÅLESUND', 'alesund'],
  ['İstanbul', 'istanbul'],
  ['ISPARTA', 'isparta'],
  ['ısparta', 'isparta'],
  ['ЙОШКАР', 'иошкар'],
])('%s is searched as %s', (text, folded) => expect(foldText(text)).toBe(folded))
