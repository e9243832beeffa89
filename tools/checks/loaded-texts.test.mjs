import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { inRoot } from '../root.mjs'

const web = inRoot('web')
const english = inRoot('domain', 'texts', 'en')

/** Loaded with every page: those of the first page, of each part that is loaded later, and of the frame of signed-in people. */
const always = ['first', 'form-messages', 'messages', 'shared', 'trips', 'money', 'notices']

const partOfKey = new Map(
  readdirSync(english).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(english, file), 'utf8'))).map((key) => [
      key.replace(/_(zero|one|two|few|many|other)$/, ''),
      basename(file, '.json'),
    ]),
  ),
)

const sources = new Map(
  readdirSync(web, { recursive: true })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^dist\/|node_modules/.test(path))
    .map((path) => [join(web, path), readFileSync(join(web, path), 'utf8')]),
)

const named = (list) => [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name)

/** What a module loads later, with the texts that it names for that. */
const laterOf = (path) =>
  [
    ...[...sources.get(path).matchAll(/withTexts\(\s*(\[[^\]]*\]),\s*import\('(\.[^']+)'\)/g)].map(([, parts, file]) => ({ parts, file })), // prettier-ignore
    ...[...sources.get(path).matchAll(/lazyPart\([^[\]]*?import\('(\.[^']+)'\)[^[\]]*(\[[^\]]*\])\s*\)/g)].map(([, file, parts]) => ({ parts, file })), // prettier-ignore
  ].map(({ parts, file }) => ({ parts: named(parts), file: normalize(join(dirname(path), file)) }))

const usedBy = (path) =>
  [...sources.get(path).matchAll(/(?:from|import) '(\.[^']+)'/g)].map(([, file]) =>
    normalize(join(dirname(path), file)),
  )

/** The texts of a module and of what it imports that no part in `parts` holds. */
const missingIn = (path, parts, seen = new Set()) => {
  if (!sources.has(path) || seen.has(path)) return []
  seen.add(path)
  const keys = [...sources.get(path).matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key)
  const own = keys.filter((key) => partOfKey.has(key) && !parts.includes(partOfKey.get(key)))
  return [
    ...own.map((key) => `${path.slice(web.length + 1)}: ${key} of ${partOfKey.get(key)}.json`),
    ...usedBy(path).flatMap((file) => missingIn(file, parts, seen)),
  ]
}

const pages = [...sources.keys()].flatMap(laterOf)

test('finds the pages and what they load', () => {
  expect(pages.length).toBeGreaterThan(30)
  expect(partOfKey.size).toBeGreaterThan(1000)
})

// Without its part a text is shown as "Something went wrong on our side."
test.each(pages.map(({ file, parts }) => [file.slice(web.length + 1), file, parts]))(
  '%s is loaded with all its texts',
  (_, file, parts) => {
    expect([...new Set(missingIn(file, [...always, ...parts]))]).toEqual([])
  },
)
