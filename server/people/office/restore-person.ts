import { AppError } from '@remis/domain/messages/app-error'
import type { peopleApi } from '@remis/domain/people/people-api'
import { findTakenField, userExists } from '../../accounts/account-lookups.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { reportWaiting } from '../../platform/live/office-waiting.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { lockArchivedRow, unmarkDeleted, updatePerson } from '../person-store.ts'
import { auditPerson } from './locked-person.ts'
import { confirmForOffice, reportAdmin } from './new-admin.ts'
import { viewPersonFor } from './read-person.ts'

/**
 * Restores an archived person [people-23] with the former account; what the archive ended stays ended. Where the owner
 * of a driver's fleet left meanwhile, the driver belongs to no fleet [design/people-19]. In order: `person_erased`,
 * `confirm_password` of a role of the office [design/accounts-143], `user_exists`.
 */
export const restorePerson: UseCase<PeopleDeps, typeof peopleApi.restore> = async (app, call) => {
  const { id } = call.params
  return refusingTaken(() =>
    call.commit(async (tx) => {
      const person = await lockArchivedRow(tx, id)
      if (person === undefined) throw new AppError(404, 'not_found')
      // Another admin was first.
      if (person.deleted_at === null) return { person: await viewPersonFor(app, tx, call.who, id) }
      if (person.erased_at !== null) throw new AppError(409, 'person_erased')
      await confirmForOffice(app, tx, call.who, person.usertype)
      const field = await findTakenField(tx, person)
      if (field !== null) throw userExists(field)
      await app.failpoint.at('restore-person.locked')
      await unmarkDeleted(tx, id)
      if (!person.has_owner) await updatePerson(tx, id, { fleetadmin: null })
      await auditPerson(tx, call, 'restore', id, { usertype: person.usertype })
      if (person.usertype === 'admin') await reportAdmin(tx, call.who, id)
      if (person.usertype === 'driver' && !person.approved) await reportWaiting(tx, 'drivers')
      return { person: await viewPersonFor(app, tx, call.who, id) }
    }),
  )
}

/** Answers `user_exists` when another account takes the email or number at the same time: a unique index refuses it. */
const refusingTaken = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown }
    throw code === '23505' ? userExists(constraint === 'users_mobile' ? 'mobile' : 'email') : error
  }
}
