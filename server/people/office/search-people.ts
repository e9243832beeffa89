import { leastSearched } from '@remis/domain/office-search/office-search-routes'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'
import { selectFound, type FoundPerson, type PeopleSearch } from './people-search-store.ts'

/**
 * People whose name, email, number or plate begins with the words, found by index; archived ones only if
 * asked for [design/access-97].
 */
export const searchPeople = async (db: Kysely<Tables>, search: PeopleSearch): Promise<FoundPerson[]> => {
  const words = search.words.trim().replace(/\s+/g, ' ')
  return words.length < leastSearched ? [] : selectFound(db, { ...search, words })
}
