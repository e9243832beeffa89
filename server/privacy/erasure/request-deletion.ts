import { faultError } from '@remis/domain/kit/check'
import type { Role } from '@remis/domain/kit/endpoint'
import { blockersOf, deletionDays } from '@remis/domain/privacy/account-data'
import type { accountDataApi } from '@remis/domain/privacy/account-data-api'
import { AppError } from '@remis/domain/messages/app-error'
import { removeFromDispatch } from '../../dispatch/remove-from-dispatch.ts'
import { setOffline } from '../../people/driver-flags.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { lockAnyPerson, lockPerson } from '../../people/find-person.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Call, UseCase } from '../../platform/http/use-case.ts'
import { isConfirmed } from '../../platform/sessions/sessions.ts'
import { endAccess } from '../../accounts/end-access.ts'
import type { PrivacyDeps } from '../privacy-deps.ts'
import { cancelOfSignedIn, insertDeletion, selectAccountState } from './deletion-store.ts'

/**
 * Requests the deletion of the caller's account: refused while something has to be settled, with what it is. All
 * sessions end at once, this one too; signing in within the grace time cancels it [design/privacy-10]. The person's row
 * is locked, so that a booking is either seen or made after the request, and the sweep looks again.
 */
export const requestDeletion: UseCase<PrivacyDeps, typeof accountDataApi.requestDeletion> = async (app, call) => {
  const { who } = call
  const reply = await call.commit(async (tx) => {
    if (!(await isConfirmed(tx, who.sessionId, app.config.limits.session.confirmSeconds)))
      throw new AppError(403, 'confirm_password')
    if ((await lockPerson(tx, who.id)) === null) throw new AppError(401, 'not_logged_in')
    return { dueAt: await queueDeletion(app, tx, call, { ...who, maySignIn: true }) }
  })
  if (who.role === 'driver') await removeFromDispatch(app, who.id)
  call.cookie.clear()
  return reply
}

/**
 * The same for a person who asked the office, who may be suspended or archived and cannot sign in [design/privacy-13].
 * In order: `not_yourself`, `person_erased`, `deletion_blocked`.
 */
export const requestDeletionOf: UseCase<PrivacyDeps, typeof accountDataApi.requestDeletionOf> = async (app, call) => {
  const { id } = call.params
  if (id === call.who.id) throw faultError({ key: 'not_yourself' })
  const reply = await call.commit(async (tx) => {
    const person = await lockAnyPerson(tx, id)
    if (person === null) throw new AppError(404, 'not_found')
    if (person.erased) throw new AppError(409, 'person_erased')
    const maySignIn = person.approved && !person.deleted && !person.suspended
    return { dueAt: await queueDeletion(app, tx, call, { id, role: person.role, maySignIn }) }
  })
  await removeFromDispatch(app, id)
  return reply
}

interface Leaving {
  readonly id: string
  readonly role: Role
  /** so that the mail can say how to keep the account */
  readonly maySignIn: boolean
}

type Requester = Pick<Call<typeof accountDataApi.requestDeletion>, 'who' | 'address'>

/** Resolves with the time of the erasure, ms. The caller has locked the person's row. */
const queueDeletion = async (app: PrivacyDeps, tx: Tx, by: Requester, person: Leaving): Promise<number> => {
  const { id, role, maySignIn } = person
  const blockers = blockersOf(await selectAccountState(tx, id))
  if (blockers.length > 0) throw new AppError(409, 'deletion_blocked', { extra: { blockers } })
  // The sweep may not have cancelled an earlier request yet [design/privacy-37].
  await cancelOfSignedIn(tx, id)
  const dueAt = await insertDeletion(tx, id, deletionDays)
  if (maySignIn)
    await queueMail(app, tx, {
      template: 'account_deletion_requested',
      userId: id,
      params: { date: dueAt, link: '/login' },
    })
  if (role === 'driver') await setOffline(tx, id)
  await endAccess(tx, id)
  await addAudit(tx, {
    actor: by.who,
    address: by.address,
    action: 'account.deletion-requested',
    subject: `user:${id}`,
  })
  await app.failpoint.at('deletion.before_commit')
  return dueAt
}
