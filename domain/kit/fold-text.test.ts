import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

test.each([
  ['Paysandú', 'paysandu'],
  ['ÅLESUND', 'alesund'],
  ['İstanbul', 'istanbul'],
  ['ISPARTA', 'isparta'],
  ['ısparta', 'isparta'],
  ['ЙОШКАР', 'иошкар'],
  ['ΓΙΏΡΓΟΣ', 'γιωργοσ'],
  ['Γιώργος', 'γιωργοσ'],
  ['مُحَمَّد أحمد', 'محمد احمد'],
  ['שָׁלוֹם', 'שלום'],
  ['राम सिंह', 'राम सिंह'],
  ['王伟', '王伟'],
])('%s is searched as %s', (text, folded) => expect(foldText(text)).toBe(folded))
