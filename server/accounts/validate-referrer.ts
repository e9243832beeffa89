import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { referrerOf } from './account-lookups.ts'
import { countLookup } from './sign-in/guards.ts'

/** The referrer's uid; without one the form shows `referer_not_found` [accounts-33]. */
export const validateReferrer: UseCase<Platform, typeof accountsApi.validateReferrer> = async (app, call) => {
  await countLookup(app, call.address)
  const uid = await referrerOf(app.db.request, call.body.referralId)
  return uid === undefined ? {} : { uid }
}
