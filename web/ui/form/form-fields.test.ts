import { describe, expect, it } from 'vitest'
import {
  changesOf,
  faultsOf,
  fieldsOfStored,
  followStored,
  numberFault,
  toEntry,
  toValues,
  writeRows,
  type FormField,
} from './form-fields.ts'

interface Entry {
  name: string
  note: string
  value: number
  limit: number
  type: string
  on: boolean
  uses: number
}
const fields: FormField<Entry>[] = [
  { name: 'name', kind: 'text', label: 'Name', required: true },
  { name: 'note', kind: 'lines', label: 'Note' },
  { name: 'value', kind: 'money', label: 'Value', required: true, decimals: 2 },
  { name: 'limit', kind: 'number', label: 'Limit' },
  { name: 'type', kind: 'select', label: 'Type', choices: [{ value: 'flat', label: 'Flat' }] },
  { name: 'on', kind: 'switch', label: 'On' },
  { name: 'uses', kind: 'number', label: 'Uses', readOnly: true },
]

interface Listed {
  slab: { minutes: number; amount: number }[]
  roles: string[]
}
const listed: FormField<Listed>[] = [
  {
    name: 'slab',
    kind: 'rows',
    columns: [
      { name: 'minutes', kind: 'number', label: 'Minutes' },
      { name: 'amount', kind: 'money', label: 'Amount', decimals: 2 },
    ],
  },
  { name: 'roles', kind: 'checks', required: true },
]

const missing = { key: 'form_required' }

describe('fields of rows and of checks', () => {
  it('read what they write', () => {
    const entry = { slab: [{ minutes: 2, amount: 1.5 }], roles: ['rider'] }
    expect(toEntry(listed, toValues(listed, entry))).toEqual(entry)
    expect(toEntry(listed, toValues(listed, {}))).toEqual({ slab: [], roles: [] })
  })

  it('name the field with an empty or non-numeric cell, and checks without a choice', () => {
    const values = (minutes: string, amount: string) => ({ slab: writeRows([{ minutes, amount }]), roles: '["rider"]' })
    expect(faultsOf(listed, values('2', '1.50'))).toEqual({})
    expect(faultsOf(listed, values('', '1'))).toEqual({ slab: missing })
    expect(faultsOf(listed, values('2', '1.555'))).toMatchObject({ slab: { key: 'form_number' } })
    expect(faultsOf(listed, values('2.5', '1'))).toMatchObject({ slab: { key: 'form_whole_number' } })
    expect(faultsOf(listed, toValues(listed, {}))).toEqual({ roles: missing })
  })
})

describe('a form by its declaration', () => {
  it('shows a fixed field of a stored row and does not send it', () => {
    const stored = fieldsOfStored<Entry>([
      { name: 'name', kind: 'text', hint: 'Choose one', fixed: 'It stays' },
      { name: 'note', kind: 'lines', hint: 'Any' },
    ])
    expect(stored.map(({ hint, readOnly }) => [hint, readOnly])).toEqual([
      ['It stays', true],
      ['Any', undefined],
    ])
    expect(toEntry(stored, { name: 'A', note: 'B' })).toEqual({ note: 'B' })
  })

  it('writes an entry into its fields and reads it back, without what is read-only', () => {
    const entry = { name: 'A', note: '', value: 1.5, limit: 3, type: 'flat', on: true, uses: 9 }
    const { uses: _uses, ...editable } = entry
    expect(toEntry(fields, toValues(fields, entry))).toEqual(editable)
  })

  it('names what was changed against the row it began with, not against another version', () => {
    const began = { name: 'A', value: 1.5, limit: 3, type: 'flat', on: true, uses: 9 }
    const entry = toEntry(fields, toValues(fields, began))
    expect(changesOf(fields, entry, began)).toEqual({})
    expect(changesOf(fields, { ...entry, value: 2, on: false }, began)).toEqual({ value: 2, on: false })
    const stored = { slab: [{ amount: 1.5, minutes: 2 }], roles: ['rider'] }
    const typed = toEntry(listed, toValues(listed, stored))
    expect(changesOf(listed, typed, stored)).toEqual({})
    expect(changesOf<Listed>(listed, { ...typed, roles: [] }, stored)).toEqual({ roles: [] })
  })

  it('starts with the first choice and everything else empty', () => {
    expect(toValues(fields, {})).toEqual({
      name: '',
      note: '',
      value: '',
      limit: '',
      type: 'flat',
      on: false,
      uses: '',
    })
  })

  it('trims texts and reads the digits of other scripts', () => {
    const values = { ...toValues(fields, {}), name: ' A ', value: '١٢,٥' }
    expect(toEntry(fields, values)).toMatchObject({ name: 'A', value: 12.5, limit: undefined })
  })

  it('names what is missing and what is no number', () => {
    expect(faultsOf(fields, toValues(fields, {}))).toEqual({ name: missing, value: missing })
    const values = { ...toValues(fields, { name: ' ' }), value: '1.555', limit: '2.5', uses: 'x' }
    expect(faultsOf(fields, values)).toEqual({
      name: missing,
      value: { key: 'form_number', with: { least: 0, most: 999_999_999_999, decimals: 2 } },
      limit: { key: 'form_whole_number', with: { least: 0, most: 999_999_999_999 } },
    })
  })

  it('asks for a number without the separator of thousands of its reader [design/web-137]', () => {
    const rate = { decimals: 4, locale: 'en' }
    expect(numberFault('1,000', rate)).toEqual({ key: 'form_thousands' })
    expect(numberFault('1.000', rate)).toBeUndefined()
    expect(numberFault('1,000', { locale: 'en' })).toEqual({ key: 'form_thousands' })
    const declared: FormField<Entry>[] = [{ name: 'value', kind: 'money', ...rate }]
    expect(toEntry(declared, { value: '1,000' })).toEqual({ value: undefined })
  })

  it('keeps a number within its range', () => {
    const range = [1, 60] as const
    for (const typed of ['0', '61', '-5', '1e9', '12.5', 'x'])
      expect(numberFault(typed, { range })).toEqual({ key: 'form_whole_number', with: { least: 1, most: 60 } })
    for (const typed of ['1', '60', '٦٠', '']) expect(numberFault(typed, { range })).toBeUndefined()
  })
})

it('fields that were not edited follow a change of what is stored [design/web-185]', () => {
  const before = { firstName: 'Ana', lastName: 'One' }
  const now = { firstName: 'Anna', lastName: 'Two' }
  expect(followStored(before, before, now)).toEqual(now)
  expect(followStored({ ...before, lastName: 'Three' }, before, now)).toEqual({ firstName: 'Anna', lastName: 'Three' })
})
