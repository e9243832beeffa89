import { stringify } from 'csv-stringify/sync'
import { describe, expect, it } from 'vitest'
import { csvCell, sheetCell } from './file-cell.ts'

/** As Excel reads a line: quotes count at the start of a cell only, and text after the closing one is appended. */
const cellsOf = (text: string, separator: string): string[] => {
  const cells: string[] = []
  let at = 0
  while (at <= text.length) {
    let cell = ''
    if (text[at] === '"') {
      at++
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) {
        if (text[at] === '"') at++
        cell += text[at++]
      }
      at++
    }
    while (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n') cell += text[at++]
    cells.push(cell)
    at++
  }
  return cells
}

const hostile = [
  '=1+1',
  ' =1+1',
  '\t=1+1',
  '\r=1+1',
  'x;=1+1',
  'x; =1+1',
  'x\n=1+1',
  'x\r\n+1',
  'x\t@SUM(1)',
  'x|-1+1',
  'x,=1+1',
  'x;"=1+1"',
  '";=1+1"',
  '";""=1+1"',
  '"\n"=1+1',
  ';;=1',
  'a;=1;=2',
  'x;＝1+1',
  ';+=1',
]

describe('text cells of a CSV never become formulas [design/access-112]', () => {
  it.each([';', ',', '\t', '|'])('in a spreadsheet that separates by %j', (separator) => {
    for (const text of hostile)
      for (const row of [[text], ['usual', text, 'usual'], [3, text, text, 5]]) {
        const line = stringify([row.map(csvCell)], { record_delimiter: 'windows' })
        const formulas = cellsOf(line, separator).filter((cell) => /^\s*[=+\-@＝＋－＠]/.test(cell))
        expect([text, formulas]).toEqual([text, []])
      }
  })

  it('numbers and other texts stay as they are', () => {
    for (const text of ['-5.25', 'Rambla 12-14', 'a=b', 'x; y', 'rider+1@example.org', '2026-09-21', ''])
      expect(csvCell(text === '-5.25' ? Number(text) : text)).toBe(text)
    expect([csvCell(null), csvCell(undefined), csvCell(true)]).toEqual(['', '', 'true'])
    expect(csvCell('+59899123456')).toBe("'+59899123456")
  })
})

it('a cell of a sheet has at most 32,767 characters, and only those of XML [design/access-112]', () => {
  const most = 'x'.repeat(32_767)
  expect(sheetCell(most)).toBe(most)
  expect(sheetCell(`${most}x`)).toBe(`${most.slice(1)}…`)
  expect(sheetCell(`${'x'.repeat(32_765)}🚕 and more`)).toBe(`${'x'.repeat(32_765)}…`)
  expect(sheetCell(`${most}\u0000`)).toBe(most)
  expect([sheetCell(undefined), sheetCell(7), sheetCell(false)]).toEqual([null, 7, false])
})

it('a day or a time is a date of the sheet; what is none stays a text', () => {
  const dates = ['2026-09-21', '2026-09-21 13:05'].map((text) => sheetCell(text))
  expect(dates).toEqual([
    { value: new Date('2026-09-21T00:00:00Z'), format: 'yyyy-mm-dd' },
    { value: new Date('2026-09-21T13:05:00Z'), format: 'yyyy-mm-dd hh:mm' },
  ])
  for (const text of [
    '2026-13-45',
    '2026-02-31',
    '2026-09-21 25:00',
    '1815-06-18',
    'since 2026-09-21',
    '2026-09-21 13:05:07',
  ])
    expect(sheetCell(text)).toBe(text)
})
