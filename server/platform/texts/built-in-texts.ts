import { variants, type AppCategory } from '@remis/domain/booking/variant'
import { languages } from '@remis/domain/texts/built-in-languages'
import type { Texts } from '@remis/domain/texts/languages'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const built = new Set(languages.map(({ code }) => code))
const held = new Map<string, Texts>()
const heldWords = new Map<string, Texts>()

/** As a file of the package: the bundled server is in another folder than this source. */
const folderOf = (code: string): string =>
  dirname(createRequire(import.meta.url).resolve(`@remis/domain/texts/${code}/first.json`))

const readFolder = (folder: string): Texts =>
  Object.assign(
    {},
    ...readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Texts),
  )

/** Texts of a delivery, by the keys of the texts of a ride that they replace. */
const readDeliveryWords = (code: string): Texts =>
  JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve(`@remis/domain/delivery-words/${code}.json`), 'utf8'),
  ) as Texts

/**
 * Every text of a built-in language by key, in the words of the variant [design/delivery-4]; undefined for another
 * language. A folder is read when its language is first needed, and kept: an installation uses a few of them
 * [design/languages-3].
 */
export const builtInTextsOf = (code: string, appcat: AppCategory = 'taxi'): Texts | undefined => {
  if (!built.has(code)) return undefined
  let texts = held.get(code)
  if (texts === undefined) held.set(code, (texts = readFolder(folderOf(code))))
  if (!variants[appcat].showsParcel) return texts
  let words = heldWords.get(code)
  if (words === undefined) heldWords.set(code, (words = { ...texts, ...readDeliveryWords(code) }))
  return words
}
