import type { securityApi } from '@remis/domain/accounts/security-api'
import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import { AppError } from '@remis/domain/messages/app-error'
import { needsTwoFactor } from '../../backoffice/settings/settings-cache.ts'
import { sendNotices } from '../../notices/send-notices.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Call, Person, UseCase } from '../../platform/http/use-case.ts'
import type { SessionDeps } from '../sign-in/open-session.ts'
import { endAccess } from '../end-access.ts'
import { requireConfirmed } from '../require-confirmed.ts'
import { lockAccount } from '../account-store.ts'
import { countFactors, removeFactors } from '../identity-store.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes-store.ts'

type AnyCall = Pick<Call<typeof securityApi.security>, 'who' | 'address'>

/** Every change of how to sign in leaves an audit row, and a notice to the person [design/accounts-170]. */
export const reportChange = async (
  tx: Tx,
  { who, address }: AnyCall,
  action: string,
  message: NoticeKey,
): Promise<void> => {
  await addAudit(tx, { actor: who, address, action, subject: `user:${who.id}` })
  await sendNotices(tx, [{ user: who.id, message, params: {}, screen: 'security', bookingId: null }])
}

/** Before a change in this transaction: the password was given recently, and no other change runs. */
export const beginChange = async (app: SessionDeps, tx: Tx, who: Person): Promise<void> => {
  await requireConfirmed(app, tx, who)
  await lockAccount(tx, who.id)
}

/** After a step was added: with the first one, ten recovery codes, and the end of sessions that began without it. */
export const afterAdding = async (app: SessionDeps, tx: Tx, call: AnyCall): Promise<string[] | null> => {
  await reportChange(tx, call, 'two-factor.add', 'notice_second_step_added')
  if ((await countFactors(tx, call.who.id)) > 1) return null
  await endAccess(tx, call.who.id, call.who.sessionId)
  return replaceRecoveryCodes(tx, app.secret, call.who.id)
}

/** Removes one step; the last one with the recovery codes. An admin who needs a second step keeps the last one. */
export const removeFactor = async (
  app: SessionDeps,
  tx: Tx,
  call: AnyCall,
  which: { readonly passkey: string } | 'totp',
): Promise<void> => {
  await beginChange(app, tx, call.who)
  if (!(await removeFactors(tx, call.who.id, which))) throw new AppError(404, 'not_found')
  if ((await countFactors(tx, call.who.id)) === 0) {
    if (call.who.role === 'admin' && (await needsTwoFactor(app))) throw new AppError(422, 'second_step_kept')
    await deleteRecoveryCodes(tx, call.who.id)
  }
  await reportChange(tx, call, 'two-factor.remove', 'notice_second_step_removed')
}

export const newRecoveryCodes: UseCase<SessionDeps, typeof securityApi.newRecoveryCodes> = (app, call) =>
  call.commit(async (tx) => {
    await beginChange(app, tx, call.who)
    if ((await countFactors(tx, call.who.id)) === 0) throw new AppError(422, 'second_step_missing')
    await reportChange(tx, call, 'two-factor.codes', 'notice_recovery_codes')
    return { recoveryCodes: await replaceRecoveryCodes(tx, app.secret, call.who.id) }
  })
