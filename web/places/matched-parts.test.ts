import { expect, test } from 'vitest'
import { matchedParts } from './matched-parts.ts'

const show = (text: string, ...matches: [number, number][]) =>
  matchedParts(
    text,
    matches.map(([offset, length]) => ({ offset, length })),
  )
    .map((part) => (part.matched ? `[${part.text}]` : part.text))
    .join('|')

test('marks matched letters and keeps the text whole', () => {
  expect(show('18 de Julio', [0, 2], [6, 3])).toBe('[18]| de |[Jul]|io')
  expect(show('18 de Julio')).toBe('18 de Julio')
  expect(show('Julio', [0, 5])).toBe('[Julio]')
})

test('neither repeats nor loses a letter with invalid ranges', () => {
  for (const matches of [
    [[3, 99]],
    [[-2, 4]],
    [
      [0, 4],
      [2, 3],
    ],
    [
      [4, 1],
      [0, 1],
    ],
    [[9, 3]],
    [[1, 0]],
    [[2, -1]],
  ] as [number, number][][]) {
    const parts = matchedParts(
      'Julio',
      matches.map(([offset, length]) => ({ offset, length })),
    )
    expect(parts.map((part) => part.text).join('')).toBe('Julio')
  }
})
