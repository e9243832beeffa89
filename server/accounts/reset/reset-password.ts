import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import { isPassword } from '@remis/domain/accounts/registration-checks'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import type { SettingsCache } from '../../backoffice/settings/settings-cache.ts'
import { sendNotices } from '../../notices/send-notices.ts'
import { addAudit } from '../../platform/database/audit.ts'
import { CommittedRefusal, type Call, type Platform, type UseCase } from '../../platform/http/use-case.ts'
import {
  countCodeTry,
  endOneTimeCodes,
  findOneTimeCode,
  takeOneTimeCode,
} from '../../platform/sessions/one-time-codes.ts'
import { hashToken } from '../../platform/sessions/session-guard.ts'
import { endAccess } from '../end-access.ts'
import { proveEmail } from '../first-proof/prove-contact.ts'
import { putPassword } from '../identity-store.ts'
import type { PasswordHashing } from '../password-hashing.ts'
import { isCommonPassword } from '../security/common-passwords.ts'
import { forgetDevices } from '../sign-in/known-devices-store.ts'
import { isCode } from './reset-code.ts'
import { subjectOf } from './reset-store.ts'

const purpose = 'reset-password'

interface Deps extends Platform {
  readonly settings: SettingsCache
  readonly passwords: PasswordHashing
}

type Proof = Call<typeof accountsApi.resetPassword>['body']['proof']

/** One key for every fault of a kind of proof, so that it does not show whether an address has an account. */
const refusalOf = (proof: Proof): AppError =>
  'link' in proof
    ? new AppError(422, 'reset_link_over')
    : new AppError(422, 'reset_code_wrong', { fields: { code: 'wrong' } })

/** The id of the open row that the link or the code belongs to. A try at a code is counted before it is compared. */
const findProved = async (app: Deps, proof: Proof): Promise<string | undefined> => {
  if ('link' in proof) return (await findOneTimeCode(app.db.request, purpose, { linkHash: hashToken(proof.link) }))?.id
  const subject = subjectOf(hashToken(proof.request))
  const row = await countCodeTry(app.db.request, purpose, subject, app.config.limits.codeTries)
  const right = row !== undefined && isCode(app, subject, proof.code, row.code_hash)
  return right && row.user_id !== null ? row.id : undefined
}

/**
 * Sets a new password by the link or the code of the mail, once. All sessions end and all browsers are forgotten; a
 * second step stays. The refusals, in this order: a password that does not fit, a common one, `reset_link_over` or
 * `reset_code_wrong` [design/accounts-81], `contact_not_confirmed` [design/accounts-162].
 */
export const resetPassword: UseCase<Deps, typeof accountsApi.resetPassword> = async (app, call) => {
  const { password, proof } = call.body
  if (!isPassword(password, app.config.passwordPolicy))
    throw faultError({ key: 'password_alphaNumeric_check', field: 'password' })
  if (isCommonPassword(password)) throw faultError({ key: 'password_common', field: 'password' })
  const proved = await findProved(app, proof)
  if (proved === undefined) throw refusalOf(proof)
  const hash = await app.passwords.hash(password, 'known')
  return call.commit(async (tx) => {
    const taken = await takeOneTimeCode(tx, purpose, { id: proved })
    const account = taken && (await proveEmail(app, tx, taken))
    if (account === undefined) return new CommittedRefusal(refusalOf(proof))
    if (account === 'foreign') return new CommittedRefusal(new AppError(422, 'contact_not_confirmed'))
    const { id, usertype: role } = account
    await endOneTimeCodes(tx, purpose, id)
    await putPassword(tx, id, hash)
    await endAccess(tx, id)
    await forgetDevices(tx, id, undefined)
    await addAudit(tx, { actor: { id, role }, address: call.address, action: 'password.reset', subject: `user:${id}` })
    await sendNotices(tx, [
      { user: id, message: 'notice_password_changed', params: {}, screen: 'security', bookingId: null },
    ])
    return {}
  })
}
