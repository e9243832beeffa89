import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../root.mjs'
import { guards } from './guards-list.mjs'

/** A title that a template makes has at least the name of its table or index in the file. */
const isIn = (text, title) => [title, ...(title.match(/\w+_\w+/g) ?? [])].some((part) => text.includes(part))

test('each guard names a test that its file has', () => {
  const missing = guards.filter(({ file, test: title }) => !isIn(readFileSync(inRoot(file), 'utf8'), title))
  expect(missing.map(({ file, test: title }) => `${file}: ${title}`)).toEqual([])
})
