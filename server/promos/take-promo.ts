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

const judge = async (db: Kysely<Tables>, row: PromoRow | undefined, options: PromoOptions): Promise<Promo> => {
  if (row === undefined) throw new AppError(422, 'promo_not_found', { fields: { promo: 'not known' } })
  const fault = checkPromo(row, {
    today: operatorDay(await nowMs(db), options.settings.timezone),
    usedByRider: await isUsedBy(db, row.id, options.riderId),
    total: options.total,
    exponent: options.exponent,
  })
  if (fault !== null) throw faultError(fault)
  return row
}

/** The promo of this name for a quote, without a lock. Throws the key of the reason when this rider may not use it. */
export const findPromo = async (db: Kysely<Tables>, name: string, options: PromoOptions): Promise<Promo> =>
  judge(db, await selectPromoByName(db, name.trim()), options)

/** The promo for the booking that uses it: locked until the commit and judged again [design/money-26]. */
export const takePromo = async (tx: Tx, id: string, options: PromoOptions): Promise<Promo> =>
  judge(tx, await lockPromo(tx, id), options)
