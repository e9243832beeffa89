import type { Insertable, Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

const promos = (db: Kysely<Tables>) => db.selectFrom('promos').selectAll()

export type PromoRow = Awaited<ReturnType<ReturnType<typeof promos>['executeTakeFirstOrThrow']>>

export const selectPromoByName = (db: Kysely<Tables>, name: string) =>
  promos(db)
    .where((eb) => eb(eb.fn<string>('lower', ['promo_name']), '=', eb.fn<string>('lower', [eb.val(name)])))
    .executeTakeFirst()

export const selectPromo = (db: Kysely<Tables>, id: string) => promos(db).where('id', '=', id).executeTakeFirst()

/** Locks the promo until the commit: another booking that wants it waits and then sees this use. */
export const lockPromo = (tx: Tx, id: string) => promos(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Promos valid on this day, not used up and not used by this rider. */
export const selectUsable = (db: Kysely<Tables>, riderId: string, today: string, limit: number) =>
  promos(db)
    .where('promo_validity', '>=', today)
    .whereRef('user_avail', '<', 'promo_usage_limit')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('promo_redemptions as r')
            .select('r.booking_id')
            .whereRef('r.promo_id', '=', 'promos.id')
            .where('r.rider_id', '=', riderId)
            .where('r.released_at', 'is', null),
        ),
      ),
    )
    .orderBy('promo_validity')
    .orderBy('id')
    .limit(limit)
    .execute()

export const isUsedBy = async (db: Kysely<Tables>, promoId: string, riderId: string): Promise<boolean> =>
  (await db
    .selectFrom('promo_redemptions')
    .select('booking_id')
    .where('promo_id', '=', promoId)
    .where('rider_id', '=', riderId)
    .where('released_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** Undefined when the name is taken. */
export const insertPromo = (tx: Tx, row: Insertable<Tables['promos']>) =>
  tx
    .insertInto('promos')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export interface Redemption {
  readonly promoId: string
  readonly riderId: string
  readonly bookingId: string
  readonly at: number
}

/**
 * Inserts one use and counts it. The constraints refuse a use above the limit and a rider's second [design/data-13].
 */
export const insertRedemption = async (tx: Tx, { promoId, riderId, bookingId, at }: Redemption): Promise<void> => {
  await tx
    .updateTable('promos')
    .set((eb) => ({ user_avail: eb('user_avail', '+', 1) }))
    .where('id', '=', promoId)
    .execute()
  await tx
    .insertInto('promo_redemptions')
    .values({ booking_id: bookingId, promo_id: promoId, rider_id: riderId, redeemed_at: new Date(at) })
    .execute()
}

/** Releases a use once; releasing it again changes nothing. */
export const endRedemption = async (tx: Tx, promoId: string, bookingId: string, at: number): Promise<void> => {
  // Promo first, then its uses: the same lock order as for a use.
  await lockPromo(tx, promoId)
  const ended = await tx
    .updateTable('promo_redemptions')
    .set({ released_at: new Date(at) })
    .where('booking_id', '=', bookingId)
    .where('released_at', 'is', null)
    .returning('promo_id')
    .executeTakeFirst()
  if (ended === undefined) return
  await tx
    .updateTable('promos')
    .set((eb) => ({ user_avail: eb('user_avail', '-', 1) }))
    .where('id', '=', ended.promo_id)
    .execute()
}
