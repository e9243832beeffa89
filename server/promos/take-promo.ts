import type { Settings } from '@remis/domain/backoffice/settings'
import { faultError } from '@remis/domain/kit/check'
import type { Minor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { checkPromo, type Promo } from '@remis/domain/promos/promo-checks'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { Tables } from '../platform/database/schema.ts'
import { operatorDay } from './operator-day.ts'
import { isUsedBy, lockPromo, selectPromoByName, type PromoRow } from './promo-store.ts'

export interface PromoOptions {
  readonly riderId: string
  /** G, minor units of a currency with this exponent */
  readonly total: Minor
  readonly exponent: number
  readonly settings: Pick<Settings, 'timezone'>
}

const judge = async (db: Kysely<Tables>, row: PromoRow | undefined, wish: PromoOptions): Promise<Promo> => {
  if (row === undefined) throw new AppError(422, 'promo_not_found', { fields: { promo: 'not known' } })
  const fault = checkPromo(row, {
    today: operatorDay(await nowMs(db), wish.settings.timezone),
    usedByRider: await isUsedBy(db, row.id, wish.riderId),
    total: wish.total,
    exponent: wish.exponent,
  })
  if (fault !== null) throw faultError(fault)
  return row
}

/** The promo of this name for this rider and price, unlocked: for a quote. Throws a refusal with a key of its own. */
export const findPromo = async (db: Kysely<Tables>, name: string, wish: PromoOptions): Promise<Promo> =>
  judge(db, await selectPromoByName(db, name.trim()), wish)

/** The promo as it stands now, locked until the commit, judged again: for the booking that uses it. */
export const takePromo = async (tx: Tx, id: string, wish: PromoOptions): Promise<Promo> =>
  judge(tx, await lockPromo(tx, id), wish)
