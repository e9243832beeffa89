import type { Settings } from '@remis/domain/backoffice/settings'
import { dayAt } from '@remis/domain/kit/calendar-day'
import { faultError } from '@remis/domain/kit/check'
import type { Minor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { checkPromo, type Promo } from '@remis/domain/promos/promo-checks'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { isUsedBy, lockPromo, selectPromoByName, type PromoRow } from './promo-store.ts'

export interface PromoUse {
  readonly riderId: string
  /** G, minor units of a currency with this exponent */
  readonly total: Minor
  readonly exponent: number
  readonly settings: Pick<Settings, 'timezone'>
  /** database clock, ms */
  readonly now: number
}

const checkUse = async (db: Kysely<Tables>, row: PromoRow | undefined, use: PromoUse): Promise<Promo> => {
  if (row === undefined) throw new AppError(422, 'promo_not_found', { fields: { promo: 'unknown' } })
  const fault = checkPromo(row, {
    today: dayAt(use.now, use.settings.timezone),
    usedByRider: await isUsedBy(db, row.id, use.riderId),
    total: use.total,
    exponent: use.exponent,
  })
  if (fault !== null) throw faultError(fault)
  return row
}

/**
 * The promo of this name, checked for this rider and price without a lock, for a quote [design/money-26]. Throws the
 * refusal.
 */
export const findPromo = async (db: Kysely<Tables>, name: string, use: PromoUse): Promise<Promo> =>
  checkUse(db, await selectPromoByName(db, name.trim()), use)

/** The promo locked until the commit and checked again, for the booking that uses it. Throws the refusal. */
export const lockUsablePromo = async (tx: Tx, id: string, use: PromoUse): Promise<Promo> =>
  checkUse(tx, await lockPromo(tx, id), use)
