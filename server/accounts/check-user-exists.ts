import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { accountsWith } from './account-lookups.ts'
import { countLookup } from './sign-in/guards.ts'
import { normalizeMobile } from './mobile-number.ts'

const filled = (text: string | undefined): string | undefined => (text?.trim() ? text.trim() : undefined)

/** The ids of accounts with this email or number and nothing else; rate-limited per address [design/accounts-15]. */
export const checkUserExists: UseCase<Platform, typeof accountsApi.checkUserExists> = async (app, call) => {
  const email = filled(call.body.email)
  const mobile = filled(call.body.mobile)
  if (email === undefined && mobile === undefined) throw new AppError(422, 'email_or_mobile_issue')
  await countLookup(app, call.address)
  const ids = await accountsWith(app.db.request, {
    email,
    mobile: mobile === undefined ? undefined : normalizeMobile(mobile),
  })
  return { users: ids.map((uid) => ({ uid })) }
}
