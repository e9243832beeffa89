import { checkNewPromo } from '@remis/domain/promos/promo-checks'
import type { promosApi } from '@remis/domain/promos/promos-api'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { addAudit } from '../platform/database/audit.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { addPromo } from './add-promo.ts'
import { viewPromo } from './view-promo.ts'

/** Creates a promo. Names are unique case-folded, because riders type them. */
export const createPromo: UseCase<Platform, typeof promosApi.create> = async (_app, { body, who, address, commit }) => {
  const promo = { ...body, promo_name: body.promo_name.trim(), promo_description: body.promo_description?.trim() ?? '' }
  const fault = checkNewPromo(promo)
  if (fault !== null) throw faultError(fault)
  return commit(async (tx) => {
    const row = await addPromo(tx, promo)
    if (row === undefined) throw new AppError(422, 'promo_name_taken', { fields: { promo_name: 'taken' } })
    await addAudit(tx, {
      actor: { id: who.id, role: who.role },
      address,
      action: 'promo.add',
      subject: `promo:${row.id}`,
      data: promo,
    })
    return { promo: viewPromo(row, who.role) }
  })
}
