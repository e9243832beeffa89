import { defaultSettings } from '@remis/domain/backoffice/settings'
import { describe, expect, it } from 'vitest'
import { heldFor, isNoNumber, patchOf, staleNames, tidyNumber, valueOf, withEdit } from './setting-edits.ts'
import type { SettingField } from './setting-groups.ts'

const symbol: SettingField = { name: 'symbol', kind: 'text', required: true }
const bonus: SettingField = { name: 'bonus', kind: 'money' }
const horn: SettingField = { name: 'CarHornRepeat', kind: 'switch' }
const fields = [symbol, bonus, horn]
const stored = defaultSettings

describe('changes of settings that are not saved', () => {
  it('are sent alone; a value that is back is no change', () => {
    const edits = withEdit(withEdit({}, symbol, stored, ' € ', 'en'), horn, stored, true, 'en')
    expect(patchOf(edits, fields, stored, false, 'en')).toEqual({ symbol: '€', CarHornRepeat: true })
    expect(withEdit(edits, horn, stored, false, 'en')).toEqual({ symbol: { was: '$', held: ' € ' } })
    expect(withEdit({}, bonus, stored, '0', 'en')).toEqual({})
  })

  it('carry the required fields of the app info along [settings-6]', () => {
    const edits = withEdit({}, horn, stored, true, 'en')
    expect(patchOf(edits, fields, stored, true, 'en')).toEqual({ symbol: '$', CarHornRepeat: true })
  })

  it('read numbers of 0 or more; anything else becomes empty [settings-7]', () => {
    expect(['5', '2,5', '٣', '-1', 'ten', '', ' '].map((typed) => tidyNumber(typed, 'en'))).toEqual([
      '5',
      '2.5',
      '3',
      '',
      '',
      '',
      '',
    ])
    expect([valueOf(bonus, '12', 'en'), valueOf(bonus, 'x', 'en')]).toEqual([12, ''])
    expect(['-1', 'ten', '5', '', ' '].map((held) => isNoNumber(bonus, held, 'en'))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(isNoNumber(symbol, '-1', 'en')).toBe(false)
  })

  it('are no number with the separator of thousands of the reader [design/web-137]', () => {
    expect(['1,000', '1.000'].map((typed) => tidyNumber(typed, 'en'))).toEqual(['', '1'])
    expect(['1,000', '1.000'].map((typed) => tidyNumber(typed, 'de'))).toEqual(['1', ''])
    expect(isNoNumber(bonus, '10,000', 'en')).toBe(true)
    expect(isNoNumber(bonus, '49.999', 'de')).toBe(true)
  })

  it('are written as their reader types them [design/web-137]', () => {
    expect([heldFor(1.125, 'de'), heldFor(1.125, 'en'), tidyNumber('1,1250', 'de')]).toEqual([
      '1,125',
      '1.125',
      '1,125',
    ])
    expect(valueOf(bonus, heldFor(1.125, 'de'), 'de')).toBe(1.125)
    expect(withEdit({}, bonus, { ...stored, bonus: 1.125 }, '1,125', 'de')).toEqual({})
  })

  it('are stale once someone else has stored another value', () => {
    const edits = withEdit(withEdit({}, symbol, stored, '€', 'en'), horn, stored, true, 'en')
    expect(staleNames(edits, fields, { ...stored, bonus: 5 }, 'en')).toEqual([])
    expect(staleNames(edits, fields, { ...stored, symbol: '£' }, 'en')).toEqual(['symbol'])
    // the same change by both is none
    expect(staleNames(edits, fields, { ...stored, symbol: '€', CarHornRepeat: true }, 'en')).toEqual([])
  })
})
