import type { Tags } from '../../osm/osm-data.ts'
import { NAME_LANGUAGES } from '../../tiles/feature-names.ts'
import { normalise } from '../words/normalise.ts'

const MOST = 24
const OTHER = [
  'alt_name',
  'short_name',
  'old_name',
  'official_name',
  'loc_name',
  'int_name',
  'brand',
  'iata',
  'local_ref',
]
/** A large town has its name in a hundred languages: those of the screens count first. */
const KEYS = [...OTHER, ...NAME_LANGUAGES.map((language) => `name:${language}`)]

/** Other names of an object than its `name`. */
export const moreNames = (tags: Tags): string[] => {
  const others = Object.keys(tags).filter((key) => /^name:[a-z]{2,3}$/.test(key) && !KEYS.includes(key))
  const own = normalise(tags['name'] ?? '')
  const names = new Map<string, string>()
  for (const key of [...KEYS, ...others]) {
    for (const name of tags[key]?.split(';') ?? []) {
      const found = normalise(name)
      if (found !== own && !names.has(found)) names.set(found, name.trim().slice(0, 120))
    }
  }
  return [...names.values()].slice(0, MOST)
}
