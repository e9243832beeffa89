import { leastSearched } from '@remis/domain/office-search/office-search-routes'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'
import { selectFound, type FoundPerson, type PeopleSearch } from './people-search-store.ts'

/** People by the begin of their name, email, number or plate, by index; without archived ones [design/access-97]. */
export const searchPeople = async (db: Kysely<Tables>, search: PeopleSearch): Promise<FoundPerson[]> => {
  const words = search.words.trim().replace(/\s+/g, ' ')
  return words.length < leastSearched ? [] : selectFound(db, { ...search, words })
}
