import { expect, it } from 'vitest'
import { openedRow } from './opened-row.ts'

const row = (id: string, version: number) => ({ id, version })
const opened = row('a', 1)

it('keeps the row of the sheet as it was opened, also when it leaves the page [design/web-132]', () => {
  expect(openedRow(undefined, 'a', [row('b', 1), opened])).toBe(opened)
  // another admin has changed it
  expect(openedRow(opened, 'a', [row('a', 2)])).toBe(opened)
  // another row has taken its place on the page, or the list is being read
  expect(openedRow(opened, 'a', [row('b', 1)])).toBe(opened)
  expect(openedRow(opened, 'a', undefined)).toBe(opened)
})

it('closes with its address, and opens what another address names', () => {
  expect(openedRow(opened, undefined, [opened])).toBeUndefined()
  expect(openedRow(opened, 'b', [opened, row('b', 3)])).toEqual(row('b', 3))
  expect(openedRow(opened, 'c', [opened])).toBeUndefined()
})
