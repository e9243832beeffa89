import type { profileApi } from '@remis/domain/accounts/profile-api'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { checkNames } from '@remis/domain/people/person-checks'
import { updatePerson } from '../../people/person-store.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { ProfileDeps } from './profile-deps.ts'
import { viewProfile } from './view-profile.ts'

type ChangeProfile = UseCase<ProfileDeps, typeof profileApi.change>

const checkLanguage = async ({ languages }: ProfileDeps, language: string): Promise<void> => {
  const known = (await languages.current()).some(({ view }) => view.langLocale === language)
  if (!known) throw new AppError(400, 'invalid_input', { fields: { language: 'invalid_input' } })
}

/**
 * Changes names, language and notices of the caller. The user type, the vehicle and the fleet are for the office, email and
 * mobile have calls that ask for a code [accounts-51].
 */
export const changeProfile: ChangeProfile = async (app, call) => {
  const { firstName, lastName, language, mutedNotices } = call.body
  const fault = checkNames({ firstName: firstName ?? 'x', lastName: lastName ?? 'x' })
  if (fault !== null) throw faultError(fault)
  if (typeof language === 'string') await checkLanguage(app, language)
  const { id, role } = call.who
  return call.commit(async (tx) => {
    const changes = {
      ...(firstName === undefined ? {} : { first_name: firstName.trim() }),
      ...(lastName === undefined ? {} : { last_name: lastName.trim() }),
      ...(language === undefined ? {} : { language }),
      ...(mutedNotices === undefined ? {} : { muted_notices: [...new Set(mutedNotices)] }),
    }
    const fields = Object.keys(changes)
    await updatePerson(tx, id, changes)
    if (fields.length > 0)
      await addAudit(tx, {
        actor: { id, role },
        address: call.address,
        action: 'profile.update',
        subject: `user:${id}`,
        data: { fields },
      })
    return { profile: await viewProfile(app, tx, id) }
  })
}
