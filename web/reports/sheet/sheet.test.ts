import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('statements and days are printed on A4 with page numbers [design/money-66]', () => {
  const css = readFileSync(new URL('./sheet.module.css', import.meta.url), 'utf8')
  const print = css.slice(css.indexOf('@media print'))
  expect(print).toMatch(/@page \{\s+size: A4;/)
  expect(print).toMatch(/content: counter\(page\) ' \/ ' counter\(pages\);/)
})
