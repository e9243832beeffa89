import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { referrerOf } from './account-lookups.ts'
import { countLookup } from './lookup-guard.ts'

/** spec 1 §7: the referrer's uid; without one the form says `referer_not_found` (spec 1 §5). */
export const validateReferrer: UseCase<Platform, typeof accountsApi.validateReferrer> = async (app, call) => {
  await countLookup(app, call.address)
  const uid = await referrerOf(app.db.request, call.body.referralId)
  return uid === undefined ? {} : { uid }
}
