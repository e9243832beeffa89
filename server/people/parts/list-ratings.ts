import { readPage, type ListQuery } from '../../platform/database/list-page.ts'
import type { Platform } from '../../platform/http/use-case.ts'
import { countStars, ratingList, ratingsOf, selectAverage } from './person-parts-store.ts'

/**
 * A page of the ratings that a person got, with how many of each rate. `fleet`: only of bookings of this fleet. The
 * average is that of all ratings, as in the table of drivers.
 */
export const listRatingsWithStars = async (
  { db: { lists }, config }: Pick<Platform, 'db' | 'config'>,
  person: string,
  fleet: string | null,
  query: ListQuery<'newest'>,
) => ({
  ...(await readPage(ratingList, ratingsOf(lists, person, fleet), query, config.limits.pageRows)),
  stars: await countStars(lists, person, fleet),
  average: await selectAverage(lists, person),
})
