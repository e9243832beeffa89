import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inRoot } from '../root.mjs'

const web = inRoot('web')
const english = inRoot('domain', 'texts', 'en')

const keys = readdirSync(english).flatMap((file) =>
  Object.keys(JSON.parse(readFileSync(join(english, file), 'utf8'))).map((key) => [key, basename(file, '.json')]),
)
/** The part of each key; a text with plural forms is shown by their stem. */
const partOfKey = new Map([
  ...keys.map(([key, part]) => [key.replace(/_(zero|one|two|few|many|other)$/, ''), part]),
  ...keys,
])

const sources = new Map(
  readdirSync(web, { recursive: true })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^dist\/|node_modules/.test(path))
    .map((path) => [join(web, path), readFileSync(join(web, path), 'utf8')]),
)

const quoted = (code) => [...code.matchAll(/'([^']+)'/g)].map(([, name]) => name)
const fileFrom = (path, name) => normalize(join(dirname(path), name))
const nameOf = (path) => path.slice(web.length + 1)

/** Loaded with the script of every page. */
const ofScript = ['first', 'form-messages']

/** Loaded with every part that has Mantine (`withMantine`, `lazyPart`). */
const ofMantine = ['messages', 'shared']

/** What a module imports at its start, types apart. */
const importedBy = (path) =>
  [...sources.get(path).matchAll(/^(?:import|export)\s+(?!type\b)(?:[^;'"]*?from\s+)?'(\.[^']+)'/gm)].map(([, name]) =>
    fileFrom(path, name),
  )

/** From an opening parenthesis to the one that closes it. */
const callFrom = (code, start) => {
  let depth = 0
  for (let end = start; end < code.length; end++) {
    if (code[end] === '(') depth++
    if (code[end] === ')' && --depth === 0) return code.slice(start, end)
  }
  return code.slice(start)
}

/** The texts that a call names for what it loads: a list, or a constant of the file that is one. */
const namedIn = (call, code) => {
  const list = /\[([^\]]*)\]/.exec(call)?.[1]
  const constant = /^\((\w+),/.exec(call)?.[1]
  return quoted(list ?? new RegExp(`const ${constant} = \\[([^\\]]*)\\]`).exec(code)?.[1] ?? '')
}

/** What code loads later, with the texts that come with it; a plain `import()` brings none. */
const loadsIn = (path, code = sources.get(path)) => {
  const calls = [...code.matchAll(/\b(withTexts|withMantine|lazyPart)(?=\()/g)].map(({ 0: name, index }) => {
    const call = callFrom(code, index + name.length)
    const mantine = name === 'withTexts' ? [] : ofMantine
    return {
      from: index,
      to: index + name.length + call.length,
      parts: [...mantine, ...namedIn(call, sources.get(path))],
    }
  })
  return [...code.matchAll(/(?<!typeof )\bimport\('(\.[^']+)'\)/g)].map(({ 1: name, index }) => ({
    file: fileFrom(path, name),
    parts: calls.find(({ from, to }) => from < index && index < to)?.parts ?? [],
  }))
}

/** The keys that a module shows: those written in calls of `t`. */
const keysIn = (path) =>
  [...sources.get(path).matchAll(/\bt\(([^()]*)/g)]
    .flatMap(([, given]) => quoted(given))
    .filter((key) => partOfKey.has(key))

/** The texts of a module, of what it imports and of what it loads later that no part in `parts` holds. */
const missingIn = (path, parts, seen = new Set()) => {
  const visit = `${path} ${parts.toSorted().join()}`
  if (!sources.has(path) || seen.has(visit)) return []
  seen.add(visit)
  return [
    ...keysIn(path)
      .filter((key) => !parts.includes(partOfKey.get(key)))
      .map((key) => `${nameOf(path)}: ${key} of ${partOfKey.get(key)}.json`),
    ...importedBy(path).flatMap((file) => missingIn(file, parts, seen)),
    ...(lists.includes(path) ? [] : loadsIn(path)).flatMap((load) =>
      missingIn(load.file, [...new Set([...parts, ...load.parts])], seen),
    ),
  ]
}

const routes = join(web, 'routes.tsx')
const officePages = join(web, 'office-pages.tsx')
/** The modules that list the pages: each page is checked alone. */
const lists = [routes, officePages]

const [head = '', ...routeCode] = sources.get(routes).split(/(?=\b(?:createRoute|screen)\()/)
const shell = loadsIn(routes, head).find(({ file }) => nameOf(file) === 'shell/app/AppShell.tsx')
const isPublic = (code) => /(getParentRoute: \(\) => |^screen\(\s*)(publicFrame|rootRoute),/.test(code)
const pagesOf = (codes) => codes.flatMap((code) => loadsIn(routes, code)).filter(({ file }) => file !== officePages)

const publicPages = pagesOf(routeCode.filter(isPublic))
const signedInPages = [...pagesOf(routeCode.filter((code) => !isPublic(code))), ...loadsIn(officePages)]

/** What is loaded before any page: for everybody, and on the signed-in screens with their frame. */
const always = { public: ofScript, signedIn: [...ofScript, ...shell.parts] }

const missing = ({ file, parts }, before) => [...new Set(missingIn(file, [...before, ...parts]))]
const named = (pages) => pages.map((page) => [nameOf(page.file), page])

test('finds the pages and what they load', () => {
  expect(publicPages.length).toBeGreaterThan(9)
  expect(signedInPages.length).toBeGreaterThan(35)
  expect(shell.parts).toEqual([...ofMantine, 'trips', 'money', 'notices'])
  expect(partOfKey.size).toBeGreaterThan(1000)
  expect(loadsIn(routes).length).toBe(publicPages.length + signedInPages.length - loadsIn(officePages).length + 2)
})

// Without its part a text is shown as "Something went wrong on our side."
describe('all texts are loaded with', () => {
  test('the first page, its header and its parts', () => {
    expect(missing({ file: join(web, 'start.tsx'), parts: [] }, always.public)).toEqual([])
  })
  test.each(named(publicPages))('the public page %s', (_, page) => {
    expect(missing(page, always.public)).toEqual([])
  })
  test('the frame of the signed-in screens', () => {
    expect(missing(shell, always.public)).toEqual([])
  })
  test.each(named(signedInPages))('the signed-in page %s', (_, page) => {
    expect(missing(page, always.signedIn)).toEqual([])
  })
})
