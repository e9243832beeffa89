import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')
const imports = /^(?:import|export)\s+(?!type\b)(?:[^;'"]*?from\s+)?'(\.[^']+)'/gm

/** Files that come with a visitor's first page: what the app imports at once, and what that imports. */
const firstPage = (): Map<string, string> => {
  const found = new Map<string, string>()
  const visit = (path: string): void => {
    if (found.has(path) || !/\.tsx?$/.test(path) || !existsSync(path)) return
    const text = readFileSync(path, 'utf8')
    found.set(path, text)
    for (const [, name = ''] of text.matchAll(imports)) visit(join(dirname(path), name))
  }
  visit(join(web, 'start.tsx'))
  return found
}

it('keeps what a visitor sees first to the texts that came with it', () => {
  const files = firstPage()
  const names = [...files.keys()].map((path) => relative(web, path))
  expect(names).toContain(join('booking-form', 'BookingForm.tsx'))
  expect(names).toContain(join('shell', 'public', 'PublicHeader.tsx'))
  // `t` of useFirstTexts takes no other key: the compiler sees to it
  const free = [...files]
    .filter(([, text]) => /\buseTranslation\b|\bi18n(?:ext)?\.t\(/.test(text))
    .map(([path]) => relative(web, path))
  expect(free).toEqual([join('platform', 'i18n.ts'), join('i18n', 'use-first-texts.ts')])
  expect(names.filter((name) => /english-|arabic/.test(name))).toEqual([])
})
