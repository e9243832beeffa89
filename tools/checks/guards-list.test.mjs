import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'
import { inRoot } from '../root.mjs'
import { guards, unguarded } from './guards-list.mjs'

/** A title that a template makes has at least the name of its table or index in the file. */
const isIn = (text, title) => [title, ...(title.match(/\w+_\w+/g) ?? [])].some((part) => text.includes(part))

test('each guard names a test that its file has', () => {
  const missing = guards.filter(({ file, test: title }) => !isIn(readFileSync(inRoot(file), 'utf8'), title))
  expect(missing.map(({ file, test: title }) => `${file}: ${title}`)).toEqual([])
})

/** The unique indexes that the migrations leave, in the order of their numbers. */
const uniqueIndexes = () => {
  const folder = inRoot('server', 'platform', 'database', 'migrations')
  const files = readdirSync(folder, { recursive: true })
    .filter((name) => /\d{3}-[\w-]+\.ts$/.test(name))
    .map((name) => name.split(sep))
    .toSorted((a, b) => a.at(-1).localeCompare(b.at(-1)))
  const left = new Set()
  for (const file of files)
    for (const [, made, dropped] of readFileSync(join(folder, ...file), 'utf8').matchAll(
      /create unique index (?:if not exists )?(\w+)|drop index (?:if exists )?(\w+)/g,
    ))
      if (made) left.add(made)
      else left.delete(dropped)
  return [...left]
}

test('each unique index of the database has a guard, or a reason why it needs none', () => {
  const indexes = uniqueIndexes()
  expect(indexes).toContain('bookings_one_trip_per_driver')
  const guarded = guards.map(({ guard }) => guard.replace(/^index /, ''))
  const reasons = Object.keys(unguarded)
  expect(indexes.filter((name) => !guarded.includes(name) && !reasons.includes(name))).toEqual([])
  expect(reasons.filter((name) => !indexes.includes(name) || guarded.includes(name))).toEqual([])
})
