import type { profileApi } from '@remis/domain/accounts/profile-api'
import { fileUrl } from '@remis/domain/files/file-kinds'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { checkNames } from '@remis/domain/people/person-checks'
import { replaceLicence } from '../../driver-documents/own-application.ts'
import { attachFile, releaseFile } from '../../files/attach-file.ts'
import { changeOwnAccount } from '../../people/own-account.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { checkLanguage } from '../preferences/offered-language.ts'
import type { ProfileDeps } from './profile-deps.ts'
import { viewProfile } from './view-profile.ts'

type ChangeProfile = UseCase<ProfileDeps, typeof profileApi.change>

/** Replaces the profile picture; the former one is deleted later. null removes it [accounts-54]. */
const replacePicture = async (tx: Tx, owner: string, file: string | null | undefined) => {
  if (file === undefined) return {}
  const former = await tx.selectFrom('users').select('profile_image').where('id', '=', owner).executeTakeFirstOrThrow()
  // the answer to the first try was lost
  if (file !== null && fileUrl(file) === former.profile_image) return {}
  const url = file === null ? null : await attachFile(tx, { file, owner, kind: 'profileImage' })
  await releaseFile(tx, former.profile_image)
  return { profile_image: url }
}

/**
 * Changes names, pictures, language and notices of the caller. The user type, the vehicle and the fleet are for the
 * office, email and mobile have calls that ask for a code [accounts-51].
 */
export const changeProfile: ChangeProfile = async (app, call) => {
  const { firstName, lastName, language, mutedNotices, profile_image, licenseImage } = call.body
  const fault = checkNames({ firstName, lastName })
  if (fault !== null) throw faultError(fault)
  if (typeof language === 'string') await checkLanguage(app, language)
  const { id, role } = call.who
  if (licenseImage !== undefined && role !== 'driver') throw new AppError(403, 'forbidden')
  return call.commit(async (tx) => {
    // Under the lock: two changes at once release the picture of each other.
    const changes = await changeOwnAccount(tx, id, async () => ({
      ...(firstName === undefined ? {} : { first_name: firstName.trim() }),
      ...(lastName === undefined ? {} : { last_name: lastName.trim() }),
      ...(language === undefined ? {} : { language }),
      ...(mutedNotices === undefined ? {} : { muted_notices: [...new Set(mutedNotices)] }),
      ...(await replacePicture(tx, id, profile_image)),
    }))
    if (licenseImage !== undefined) await replaceLicence(tx, { driver: id, file: licenseImage })
    const fields = [...Object.keys(changes), ...(licenseImage === undefined ? [] : ['license_image'])]
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
