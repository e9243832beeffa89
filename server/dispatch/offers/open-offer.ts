import { sql } from 'kysely'

/** Of the row `offer` of offers: it can still be accepted, a reservation from the release on. */
export const openOffer = (offer: string) =>
  sql<boolean>`(${sql.ref(`${offer}.outcome`)} is null and ${sql.ref(`${offer}.expires_at`)} > clock_timestamp())`

/** The same for the offer of a driver an admin assigned. */
export const openAssignment = (offer: string) =>
  sql<boolean>`(${sql.ref(`${offer}.kind`)} = 'assign' and ${openOffer(offer)})`
