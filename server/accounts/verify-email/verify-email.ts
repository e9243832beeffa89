import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import { AppError } from '@remis/domain/messages/app-error'
import { confirmEmail } from '../../people/confirm-email.ts'
import { CommittedRefusal, type Platform, type UseCase } from '../../platform/http/use-case.ts'
import { takeOneTimeCode } from '../../platform/sessions/one-time-codes.ts'
import { hashToken } from '../../platform/sessions/session-guard.ts'

/** Confirms an email by the link of the mail, once. Refused with `verify_link_over` [design/accounts-83]. */
export const verifyEmail: UseCase<Platform, typeof accountsApi.verifyEmail> = (_app, call) =>
  call.commit(async (tx) => {
    const taken = await takeOneTimeCode(tx, 'verify-email', { linkHash: hashToken(call.body.link) })
    const account = taken && (await confirmEmail(tx, taken))
    return account === undefined ? new CommittedRefusal(new AppError(422, 'verify_link_over')) : {}
  })
