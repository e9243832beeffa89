import type { Tags } from '../osm/osm-data.ts'

/** The languages of the screens; names in other languages are not in the tiles. */
export const NAME_LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'he', 'hi', 'id', 'it', 'pt', 'ru', 'tr', 'zh'] as const

/** The local name, and those in other languages that differ from it, as `name:es`. Empty without a name. */
export const namesOf = (tags: Tags): Record<string, string> => {
  const name = tags['name']
  if (!name) return {}
  const names: Record<string, string> = { name }
  for (const language of NAME_LANGUAGES) {
    const other = tags[`name:${language}`]
    if (other && other !== name) names[`name:${language}`] = other
  }
  return names
}
