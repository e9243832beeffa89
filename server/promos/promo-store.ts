import type { PromoEntry } from '@remis/domain/promos/promo-checks'
import type { promoSorts } from '@remis/domain/promos/promos-routes'
import { sql, type Kysely, type Updateable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { ListTable } from '../platform/database/list-page.ts'
import { byText } from '../platform/database/search-words.ts'
import type { Tables } from '../platform/database/schema.ts'
import { fullName } from '../platform/database/schema/full-name.ts'

const promos = (db: Kysely<Tables>) => db.selectFrom('promos').selectAll()

export const livePromos = (db: Kysely<Tables>) => promos(db).where('deleted_at', 'is', null)

export type PromoRow = Awaited<ReturnType<ReturnType<typeof livePromos>['executeTakeFirstOrThrow']>>

export type PromoFilter = 'valid' | 'ended' | 'deleted'

/** What the table of the office reads: the archived promos, or all others. */
export const officePromos = (db: Kysely<Tables>, show: PromoFilter | undefined) =>
  show === 'deleted' ? promos(db).where('deleted_at', 'is not', null) : livePromos(db)

/** The table of the office. `today`: YYYY-MM-DD in the operator's zone. */
export const promoList = (
  today: string,
): ListTable<(typeof promoSorts)[number], { show?: PromoFilter | undefined }> => ({
  id: { by: sql.ref('id'), kind: 'uuid' },
  sorts: {
    createdAt: { by: sql.ref('created_at'), kind: 'time' },
    promo_name: byText(sql.ref('promo_name')),
    promo_discount_value: { by: sql.ref('promo_discount_value'), kind: 'decimal' },
    min_order: { by: sql.ref('min_order'), kind: 'decimal' },
    promo_validity: { by: sql.ref('promo_validity'), kind: 'day' },
    promo_usage_limit: { by: sql.ref('promo_usage_limit'), kind: 'integer' },
    user_avail: { by: sql.ref('user_avail'), kind: 'integer' },
  },
  usual: { sort: 'createdAt', direction: 'desc' },
  searched: [sql.ref('promo_name'), sql.ref('promo_description')],
  filters: {
    show: (show) =>
      ({
        valid: sql<boolean>`promo_validity >= ${today}`,
        ended: sql<boolean>`promo_validity < ${today}`,
        deleted: sql<boolean>`deleted_at is not null`,
      })[show],
  },
  counted: true,
})

export const selectPromoByName = (db: Kysely<Tables>, name: string) =>
  livePromos(db)
    .where((eb) => eb(eb.fn<string>('lower', ['promo_name']), '=', eb.fn<string>('lower', [eb.val(name)])))
    .executeTakeFirst()

/** Locks the promo until the commit: another booking that wants it waits and then sees this use. */
export const lockPromo = (tx: Tx, id: string) => livePromos(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** The same for a promo that may be deleted. */
export const lockAnyPromo = (tx: Tx, id: string) => promos(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Promos valid on this day, not used up and not used by this rider. */
export const selectUsable = (db: Kysely<Tables>, riderId: string, today: string, limit: number) =>
  livePromos(db)
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

export const selectAnyPromo = (db: Kysely<Tables>, id: string) => promos(db).where('id', '=', id).executeTakeFirst()

/** The uses of a promo whose booking was not cancelled, with the riders' names. */
export const redemptionsOf = (db: Kysely<Tables>, promoId: string) =>
  db
    .selectFrom('promo_redemptions as r')
    .innerJoin('users as u', 'u.id', 'r.rider_id')
    .select(['r.booking_id as bookingId', 'r.rider_id as rider', 'r.redeemed_at as at'])
    .select(fullName('u').as('riderName'))
    .where('r.promo_id', '=', promoId)
    .where('r.released_at', 'is', null)

export const redemptionList: ListTable<'newest'> = {
  id: { by: sql.ref('r.booking_id'), kind: 'bookingId' },
  sorts: { newest: { by: sql.ref('r.redeemed_at'), kind: 'time' } },
  usual: { sort: 'newest', direction: 'desc' },
}

export const isUsedBy = async (db: Kysely<Tables>, promoId: string, riderId: string): Promise<boolean> =>
  (await db
    .selectFrom('promo_redemptions')
    .select('booking_id')
    .where('promo_id', '=', promoId)
    .where('rider_id', '=', riderId)
    .where('released_at', 'is', null)
    .executeTakeFirst()) !== undefined

export const updatePromo = (tx: Tx, id: string, values: Partial<PromoEntry>) => updatePromoRow(tx, id, values)

const updatePromoRow = (tx: Tx, id: string, values: Updateable<Tables['promos']>) =>
  tx
    .updateTable('promos')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const markDeleted = (tx: Tx, id: string) =>
  tx
    .updateTable('promos')
    .set({ deleted_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()

/** Fails with the constraint `promos_name` when another promo has the name by now. */
export const unmarkDeleted = (tx: Tx, id: string) => updatePromoRow(tx, id, { deleted_at: null })

/** A promo without uses. Fails with the constraint `promos_name` when its name is taken, letter case apart. */
export const insertPromo = (tx: Tx, promo: PromoEntry) =>
  tx
    .insertInto('promos')
    .values({ id: newId(), ...promo })
    .returningAll()
    .executeTakeFirstOrThrow()

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
  // Promo first, then its uses: the order in which using it locks them. A deleted one is released as well.
  await tx.selectFrom('promos').select('id').where('id', '=', promoId).forUpdate().executeTakeFirst()
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
