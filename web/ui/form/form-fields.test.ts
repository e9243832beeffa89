import { describe, expect, it } from 'vitest'
import { faultsOf, toEntry, toValues, writeRows, type FormField } from './form-fields.ts'

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

describe('fields of rows and of checks', () => {
  it('read what they write', () => {
    const entry = { slab: [{ minutes: 2, amount: 1.5 }], roles: ['rider'] }
    expect(toEntry(listed, toValues(listed, entry))).toEqual(entry)
    expect(toEntry(listed, toValues(listed, {}))).toEqual({ slab: [], roles: [] })
  })

  it('name the field with an empty or non-numeric cell, and checks without a choice', () => {
    const values = (minutes: string, amount: string) => ({ slab: writeRows([{ minutes, amount }]), roles: '["rider"]' })
    expect(faultsOf(listed, values('2', '1.50'))).toEqual({})
    expect(faultsOf(listed, values('', '1'))).toEqual({ slab: 'form_required' })
    expect(faultsOf(listed, values('2', '1.555'))).toEqual({ slab: 'form_number' })
    expect(faultsOf(listed, values('2.5', '1'))).toEqual({ slab: 'form_number' })
    expect(faultsOf(listed, toValues(listed, {}))).toEqual({ roles: 'form_required' })
  })
})

describe('a form by its declaration', () => {
  it('writes an entry into its fields and reads it back, without what is read-only', () => {
    const entry = { name: 'A', note: '', value: 1.5, limit: 3, type: 'flat', on: true, uses: 9 }
    const { uses: _uses, ...editable } = entry
    expect(toEntry(fields, toValues(fields, entry))).toEqual(editable)
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
    expect(faultsOf(fields, toValues(fields, {}))).toEqual({ name: 'form_required', value: 'form_required' })
    const values = { ...toValues(fields, { name: ' ' }), value: '1.555', limit: '2.5', uses: 'x' }
    expect(faultsOf(fields, values)).toEqual({ name: 'form_required', value: 'form_number', limit: 'form_number' })
  })
})
