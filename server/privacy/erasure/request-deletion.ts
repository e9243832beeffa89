import { blockersOf, deletionDays } from '@remis/domain/privacy/account-data'
import type { accountDataApi } from '@remis/domain/privacy/account-data-api'
import { AppError } from '@remis/domain/messages/app-error'
import { closeOffersOfDriver } from '../../dispatch/offers/release-offers.ts'
import { setOnline } from '../../people/driver-flags.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { lockPerson } from '../../people/find-person.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { isConfirmed, revokeSessionsOf } from '../../platform/sessions/sessions.ts'
import { endTrackerOf } from '../../tracking/companion/manage-tracker.ts'
import type { PrivacyDeps } from '../privacy-deps.ts'
import { insertDeletion, selectAccountState } from './deletion-store.ts'

/**
 * Requests the deletion of the own account: refused while something has to be settled, with what it is. All sessions
 * end at once, this one too; signing in within the grace time cancels it [design/privacy-10]. The person's row is
 * locked, so that a booking is either seen or made after the request, and the sweep looks again.
 */
export const requestDeletion: UseCase<PrivacyDeps, typeof accountDataApi.requestDeletion> = async (app, call) => {
  const { who } = call
  const reply = await call.commit(async (tx) => {
    if (!(await isConfirmed(tx, who.sessionId, app.config.limits.session.confirmSeconds)))
      throw new AppError(403, 'confirm_password')
    if ((await lockPerson(tx, who.id)) === null) throw new AppError(401, 'not_logged_in')
    const blockers = blockersOf(await selectAccountState(tx, who.id))
    if (blockers.length > 0) throw new AppError(409, 'deletion_blocked', { extra: { blockers } })
    const dueAt = await insertDeletion(tx, who.id, deletionDays)
    await queueMail(app, tx, {
      template: 'account_deletion_requested',
      userId: who.id,
      params: { date: dueAt, link: '/login' },
    })
    if (who.role === 'driver') await setOnline(tx, who.id, false)
    await revokeSessionsOf(tx, [who.id])
    await endTrackerOf(tx, who.id)
    await addAudit(tx, {
      actor: { id: who.id, role: who.role },
      address: call.address,
      action: 'account.deletion-requested',
      subject: `user:${who.id}`,
    })
    await app.failpoint.at('deletion.before_commit')
    return { dueAt }
  })
  if (who.role === 'driver') {
    app.drivers.remove(who.id)
    await closeOffersOfDriver(app, who.id)
  }
  call.cookie.clear()
  return reply
}
