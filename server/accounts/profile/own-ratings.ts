import type { profileApi } from '@remis/domain/accounts/profile-api'
import { listRatingsWithStars } from '../../people/parts/list-ratings.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { ProfileDeps } from './profile-deps.ts'

/** Stars and tags; who rated, and the words, are the rider's [design/access-5]. */
export const listOwnRatings: UseCase<ProfileDeps, typeof profileApi.ratings> = async (app, { who, query }) => {
  const { rows, ...rest } = await listRatingsWithStars(app, who.id, null, query)
  return { ...rest, rows: rows.map(({ booking_id, at, rate, tags }) => ({ bookingId: booking_id, at, rate, tags })) }
}
