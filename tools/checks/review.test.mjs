import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../root.mjs'

const rows = readFileSync(inRoot('docs', 'REVIEW.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => /^[A-Z]\d+$/.test(cells[1] ?? ''))

const numbered = (letter, last, without = []) =>
  Array.from({ length: last }, (_, i) => i + 1)
    .filter((number) => !without.includes(number))
    .map((number) => `${letter}${number}`)

test('docs/REVIEW.md has one row for each finding', () => {
  const walk = numbered('W', 32, [15, 20, 21, 26, 27, 30, 31])
  const all = [
    ...numbered('S', 28),
    ...numbered('M', 13),
    ...numbered('H', 26),
    ...numbered('D', 21),
    ...numbered('A', 2),
    ...walk,
  ]
  expect(rows.map((cells) => cells[1])).toEqual(all)
})

test('each test that docs/REVIEW.md names exists', () => {
  const named = rows.flatMap((cells) => (cells[4] ?? '').split('<br>')).filter((test) => test.startsWith('`'))
  expect(named.length).toBeGreaterThan(50)
  const missing = named.filter((test) => {
    const [, file = '', title = ''] = /^`([^`]+)`(?:: (.+))?$/.exec(test) ?? []
    return !existsSync(inRoot(file)) || !readFileSync(inRoot(file), 'utf8').includes(title)
  })
  expect(missing).toEqual([])
})
