import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')
const imports = /^(?:import|export)\s+(?!type\b)(?:[^;'"]*?from\s+)?'(\.[^']+|@remis\/domain\/[^']+)'/gm

/** Files of a visitor's first page: what the app imports statically, and what that imports, by path. */
const firstPage = (): Map<string, string> => {
  const found = new Map<string, string>()
  const visit = (path: string): void => {
    if (found.has(path) || !existsSync(path)) return
    if (!/\.tsx?$/.test(path)) return void found.set(path, '')
    const text = readFileSync(path, 'utf8')
    found.set(path, text)
    for (const [, name = ''] of text.matchAll(imports))
      visit(name.startsWith('.') ? join(dirname(path), name) : `${name.replace('@remis', join(web, '..'))}.ts`)
  }
  visit(join(web, 'start.tsx'))
  return found
}

it('loads with the first page only its own texts', () => {
  const files = firstPage()
  const names = [...files.keys()].map((path) => relative(web, path))
  expect(names).toContain(join('booking-form', 'BookingForm.tsx'))
  expect(names).toContain(join('shell', 'public', 'PublicHeader.tsx'))
  // `t` of useFirstTexts accepts no other key
  const free = [...files]
    .filter(([, text]) => /\buseTranslation\b|\bi18n(?:ext)?\.t\(/.test(text))
    .map(([path]) => relative(web, path))
  expect(new Set(free)).toEqual(new Set([join('i18n', 'use-first-texts.ts'), join('platform', 'i18n.ts')]))
  const texts = names.filter((name) => name.startsWith(join('..', 'domain', 'texts')) && name.endsWith('.json'))
  expect(new Set(texts.map((name) => basename(name)))).toEqual(new Set(['first.json', 'form-messages.json']))
})

it('has in the styles of every page the letters of Latin and Arabic alone [design/languages-6]', () => {
  const styles = readFileSync(join(web, 'styles.ts'), 'utf8')
  expect([...styles.matchAll(/import '\.\/fonts\/([^']+)'/g)].map(([, name]) => name)).toEqual([
    'latin.css',
    'arabic.css',
  ])
  // the list of all texts comes with the first language that needs it
  expect([...firstPage().keys()].map((path) => basename(path))).not.toContain('other-languages.ts')
})
