import type { promosApi } from '@remis/domain/promos/promos-api'
import { AppError } from '@remis/domain/messages/app-error'
import { readPage } from '../platform/database/list-page.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { redemptionList, redemptionsOf, selectAnyPromo } from './promo-store.ts'

/** The uses of a promo, newest first, without those whose booking was cancelled [promos-10]. */
export const listRedemptions: UseCase<Platform, typeof promosApi.redemptions> = async (
  { db: { lists }, config },
  { params, query },
) => {
  if ((await selectAnyPromo(lists, params.id)) === undefined) throw new AppError(404, 'not_found')
  const { rows, next } = await readPage(redemptionList, redemptionsOf(lists, params.id), query, config.limits.pageRows)
  return { rows, next }
}
