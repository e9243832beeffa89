import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { english } from '@remis/domain/texts/english'

export type TextKey = keyof typeof english

const domain = join(import.meta.dirname, '..', '..', 'domain')
const readTexts = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(join(domain, path), 'utf8')) as Record<string, string>

const texts = new Map<string, readonly Readonly<Record<string, string>>[]>()

/** The texts of a language, texts of a delivery first, where they differ. */
const textsOf = (language: string): readonly Readonly<Record<string, string>>[] => {
  const known = texts.get(language)
  if (known !== undefined) return known
  const folder = join('texts', language)
  const files = readdirSync(join(domain, folder)).map((name) => readTexts(join(folder, name)))
  const read = [readTexts(join('delivery-words', `${language}.json`)), Object.assign({}, ...files)]
  texts.set(language, read)
  return read
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * Finds a text of the app in a language, with any values, in a city of rides or of couriers. It may be a part of what
 * the page shows.
 */
export const label = (language: string, key: TextKey): RegExp => {
  const found = textsOf(language).flatMap((one) => one[key] ?? [])
  if (found.length === 0) throw new Error(`no text ${key} in ${language}`)
  const patterns = found.map((text) =>
    text
      .split(/{{\w+}}/)
      .map(escaped)
      .join('.*'),
  )
  return new RegExp(`(?:${patterns.join('|')})`, 'i')
}

/** As the whole text. */
export const whole = (pattern: RegExp): RegExp => new RegExp(`^${pattern.source}$`, pattern.flags)
