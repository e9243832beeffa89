import { defaultSettings } from '@remis/domain/backoffice/settings'
import { describe, expect, it } from 'vitest'
import { isNoNumber, patchOf, staleNames, tidyNumber, valueOf, withEdit } from './setting-edits.ts'
import type { SettingField } from './setting-groups.ts'

const symbol: SettingField = { name: 'symbol', kind: 'text', required: true }
const bonus: SettingField = { name: 'bonus', kind: 'money' }
const horn: SettingField = { name: 'CarHornRepeat', kind: 'switch' }
const fields = [symbol, bonus, horn]
const stored = defaultSettings

describe('changes of settings that are not saved', () => {
  it('are sent alone; a value that is back is no change', () => {
    const edits = withEdit(withEdit({}, symbol, stored, ' € '), horn, stored, true)
    expect(patchOf(edits, fields, stored, false)).toEqual({ symbol: '€', CarHornRepeat: true })
    expect(withEdit(edits, horn, stored, false)).toEqual({ symbol: { was: '$', held: ' € ' } })
    expect(withEdit({}, bonus, stored, '0')).toEqual({})
  })

  it('carry the required fields of the app info along [settings-6]', () => {
    const edits = withEdit({}, horn, stored, true)
    expect(patchOf(edits, fields, stored, true)).toEqual({ symbol: '$', CarHornRepeat: true })
  })

  it('read numbers of 0 or more; anything else becomes empty [settings-7]', () => {
    expect(['5', '2,5', '٣', '-1', 'ten', '', ' '].map(tidyNumber)).toEqual(['5', '2.5', '3', '', '', '', ''])
    expect([valueOf(bonus, '12'), valueOf(bonus, 'x')]).toEqual([12, ''])
    expect(['-1', 'ten', '5', '', ' '].map((held) => isNoNumber(bonus, held))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(isNoNumber(symbol, '-1')).toBe(false)
  })

  it('are stale once someone else has stored another value', () => {
    const edits = withEdit(withEdit({}, symbol, stored, '€'), horn, stored, true)
    expect(staleNames(edits, fields, { ...stored, bonus: 5 })).toEqual([])
    expect(staleNames(edits, fields, { ...stored, symbol: '£' })).toEqual(['symbol'])
    // the same change by both is none
    expect(staleNames(edits, fields, { ...stored, symbol: '€', CarHornRepeat: true })).toEqual([])
  })
})
