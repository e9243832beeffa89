import { sql, type Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Chosen, Quote } from './quote.ts'

export const insertQuote = async (tx: Tx, quote: Quote, createdAt: number): Promise<void> => {
  await tx
    .insertInto('quotes')
    .values({
      id: quote.id,
      rider_id: quote.riderId,
      made_by: quote.madeBy,
      car_type_id: quote.carTypeId,
      pickup: JSON.stringify(quote.pickup),
      drop: JSON.stringify(quote.drop),
      distance: quote.distance,
      duration: quote.duration,
      polyline: quote.polyline,
      instruction: JSON.stringify(quote.chosen),
      tariff: JSON.stringify(quote.tariff),
      fare: JSON.stringify(quote.fare),
      estimate: quote.estimate,
      promo_id: quote.promo?.id ?? null,
      discount: quote.discount,
      book_later: quote.tripdate !== null,
      tripdate: quote.tripdate === null ? null : new Date(quote.tripdate),
      created_at: new Date(createdAt),
      expires_at: new Date(quote.expiresAt),
    })
    .execute()
}

const quotes = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('quotes')
    .leftJoin('promos', 'promos.id', 'quotes.promo_id')
    .selectAll('quotes')
    .select(['promos.promo_name', 'promos.promo_description'])
    .where('quotes.id', '=', id)

const toQuote = (row: Awaited<ReturnType<ReturnType<typeof quotes>['executeTakeFirstOrThrow']>>): Quote => ({
  id: row.id,
  riderId: row.rider_id,
  madeBy: row.made_by,
  carTypeId: row.car_type_id,
  pickup: row.pickup,
  drop: row.drop,
  distance: row.distance,
  duration: row.duration,
  polyline: row.polyline,
  chosen: row.instruction as Chosen,
  tariff: row.tariff,
  fare: row.fare,
  estimate: row.estimate,
  promo:
    row.promo_id === null
      ? null
      : { id: row.promo_id, promo_name: row.promo_name ?? '', promo_description: row.promo_description ?? '' },
  discount: row.discount,
  tripdate: row.tripdate,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
})

export const selectQuote = async (db: Kysely<Tables>, id: string): Promise<Quote | null> => {
  const row = await quotes(db, id).executeTakeFirst()
  return row === undefined ? null : toQuote(row)
}

/** Whether the rider has an unused quote for this time that is valid at `now`; both ms. */
export const hasQuoteFor = async (
  db: Kysely<Tables>,
  riderId: string,
  tripdate: number,
  now: number,
): Promise<boolean> =>
  (await db
    .selectFrom('quotes')
    .select('id')
    .where('rider_id', '=', riderId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<number>`${new Date(now)}`)
    .where('tripdate', '=', sql<number>`${new Date(tripdate)}`)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const lockQuote = async (tx: Tx, id: string): Promise<Quote | null> => {
  const row = await quotes(tx, id).forUpdate('quotes').executeTakeFirst()
  return row === undefined ? null : toQuote(row)
}

/**
 * Deletes the unused quotes beyond the newest `most` of this rider by the same maker; this one counts as the newest.
 * One that a booking has locked stays.
 */
export const deleteSurplus = async (
  tx: Tx,
  { id, riderId, madeBy }: Pick<Quote, 'id' | 'riderId' | 'madeBy'>,
  most: number,
): Promise<void> => {
  await sql`
    delete from quotes where id in (
      select id from quotes
      where rider_id = ${riderId} and made_by = ${madeBy} and used_at is null and id <> ${id}
      order by created_at desc offset ${most - 1} for update skip locked)`.execute(tx)
}

/** Deletes unused quotes `hours` after their expiry, at most `limit` at a time; resolves with their number. */
export const deleteUnused = async (db: Kysely<Tables>, hours: number, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from quotes where id in (
      select id from quotes where used_at is null and expires_at < now() - ${hours} * interval '1 hour'
      order by expires_at limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Copies a used quote for another booking of the same price. */
export const insertQuoteCopy = async (
  tx: Tx,
  { from, id, bookingId, at }: { from: string; id: string; bookingId: string; at: number },
): Promise<void> => {
  await sql`
    insert into quotes (id, rider_id, made_by, car_type_id, pickup, "drop", distance, duration, polyline, instruction, tariff,
      fare, estimate, promo_id, discount, book_later, tripdate, created_at, expires_at, used_at, booking_id)
    select ${id}, rider_id, made_by, car_type_id, pickup, "drop", distance, duration, '', instruction, tariff,
      fare, estimate, promo_id, discount, book_later, tripdate, created_at, expires_at, ${new Date(at)}, ${bookingId}
    from quotes where id = ${from}`.execute(tx)
}

/** Its booking has the line from now on [design/data-111]. */
export const markQuoteUsed = async (tx: Tx, id: string, bookingId: string, at: number): Promise<void> => {
  await tx
    .updateTable('quotes')
    .set({ used_at: new Date(at), booking_id: bookingId, polyline: '' })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute()
}
