import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWorkspaces, root } from '../root.mjs'

const workspaces = readWorkspaces()

/** Pages about the present state. The change log, the review and the bench results name files of earlier versions. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .filter((name) => name.endsWith('.md') && name !== 'REVIEW.md' && !name.startsWith('bench'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
]
const read = (file) => readFileSync(join(root, file), 'utf8')

/** Files and folders that a page names in code marks; patterns like `server/<feature>/` are left out. */
const pathsIn = (text) =>
  [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, word]) =>
    new RegExp(`^(${[...workspaces, 'tools', 'docs'].join('|')})/[\\w./-]*$`).test(word) ? [word] : [],
  )

/** Written by runs, not part of the repository. */
const made = /\/(dist|node_modules|\.cache)(\/|$)/

test('every page names files and folders that exist', () => {
  const absent = pages.flatMap((page) =>
    pathsIn(read(page))
      .filter((path) => !made.test(path) && !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  )
  expect(absent).toEqual([])
})

test('the check finds a path that does not exist', () => {
  expect(pathsIn('see `web/platform/call.ts`, `npm test`, `server/<feature>/`')).toEqual(['web/platform/call.ts'])
})

/** `server/{a,b}/` in a table names both. */
const expanded = (word) => {
  const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(word) ?? []
  return names === undefined ? [word] : names.split(',').map((name) => before + name + after)
}

test('ARCHITECTURE.md has one row for each folder of the second level', () => {
  const [, table = ''] = /## Folders\n([\s\S]*?)\n### /.exec(read('docs/ARCHITECTURE.md')) ?? []
  const rows = [...table.matchAll(/^\| `([^`]+)` \|/gm)].flatMap(([, word]) => expanded(word))
  expect(rows.filter((path, at) => rows.indexOf(path) !== at)).toEqual([])
  const named = new Set(rows.map((path) => path.split('/').slice(0, 2).join('/')))
  const folders = workspaces.flatMap((workspace) =>
    readdirSync(join(root, workspace), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['dist', 'node_modules'].includes(entry.name))
      .map(({ name }) => `${workspace}/${name}`),
  )
  expect(folders.filter((folder) => !named.has(folder))).toEqual([])
})
