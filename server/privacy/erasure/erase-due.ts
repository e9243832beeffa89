import { blockersOf } from '@remis/domain/privacy/account-data'
import { lockAnyPerson } from '../../people/find-person.ts'
import { liftStatementLimit } from '../../platform/database/database.ts'
import { addAudit } from '../../platform/database/audit.ts'
import { eachDue } from '../../platform/jobs/each-due.ts'
import type { PrivacyDeps } from '../privacy-deps.ts'
import {
  cancelOfSignedIn,
  listDue,
  lockBookingsOf,
  lockDue,
  markDone,
  postpone,
  selectAccountState,
} from './deletion-store.ts'
import { erasePerson } from './erasure-store.ts'

/** People that are read at a time. */
const perPage = 20

type Deps = Pick<PrivacyDeps, 'db' | 'log' | 'failpoint' | 'drivers'>

const eraseOne = async ({ db, log, failpoint, drivers }: Deps, person: string): Promise<void> => {
  await db.transact(async (tx) => {
    const request = await lockDue(tx, person)
    if (request === undefined) return
    // One person may have thousands of trips.
    await liftStatementLimit(tx)
    // A rating now comes before or after the erasure.
    await lockBookingsOf(tx, person)
    // A credit that another admin approves now is either seen or refused.
    await lockAnyPerson(tx, person)
    const blockers = blockersOf(await selectAccountState(tx, person))
    if (blockers.length > 0) {
      // Money arrived in the grace time, for example a refund: it must not end in an account without an owner.
      log.warn({ person, blockers }, 'account deletion blocked')
      return postpone(tx, request)
    }
    await erasePerson(tx, person)
    await markDone(tx, request)
    await addAudit(tx, { actor: 'system', action: 'account.erased', subject: `user:${person}` })
    await failpoint.at('erasure.before_commit')
  })
  drivers.remove(person)
}

/**
 * Sweep: erases the accounts at the end of their grace time, each in a transaction, and cancels the requests of people
 * who signed in [design/privacy-11]. What was settled at the request is looked at again. One that fails does not stop
 * the others.
 */
export const eraseDueAccounts = async (app: Deps, atOnce = perPage): Promise<void> => {
  await cancelOfSignedIn(app.db.jobs)
  await eachDue(
    atOnce,
    (limit, except) => listDue(app.db.jobs, limit, except),
    ({ id: person }) =>
      eraseOne(app, person).catch((error: unknown) =>
        app.log.error({ err: error, person }, 'an account could not be erased'),
      ),
  )
}
