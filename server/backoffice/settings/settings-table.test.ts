import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultSettings } from '@remis/domain/backoffice/settings'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/product/settings.md'), 'utf8')
const tests = readFileSync(join(import.meta.dirname, 'settings-effects.test.ts'), 'utf8')

/**
 * The rows of the tables of effects: the setting, and how the title of its test begins, after its file where it is
 * another.
 */
const rows = [
  ...(page.split('## Effects')[1] ?? '').split('\n## ')[0]!.matchAll(/^\s*\| `(\w+)` \|.*\| ([^|]+?) \|$/gm),
]

it('the product page names the effect of every setting and a test that exists [settings-24] [settings-1]', () => {
  expect(new Set(rows.map(([, name]) => name))).toEqual(new Set(Object.keys(defaultSettings)))
  expect(rows).toHaveLength(Object.keys(defaultSettings).length)
  const without = rows.filter(([, , title]) => title === '–').map(([, name]) => name)
  expect(without).toEqual([])
  for (const [, name, cell = ''] of rows.filter(([, , test]) => test !== '–')) {
    // the test is here, or in the file that the cell names first
    const [, file, title] = /^`([^`]+)`: (.+)$/.exec(cell) ?? [cell, undefined, cell]
    const source = file === undefined ? tests : readFileSync(join(root, file), 'utf8')
    expect(
      [`it('${title}`, `test('${title}`].filter((test) => source.includes(test)),
      name,
    ).toHaveLength(1)
  }
})
