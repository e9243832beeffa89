import { profileApi } from '@remis/domain/accounts/profile-api'
import { serve } from '../../platform/http/use-case.ts'
import type { Feature } from '../../platform/runtime/feature.ts'
import { askContactCode, giveContactCode } from './change-contact.ts'
import { changeProfile } from './change-profile.ts'
import { listOwnRatings } from './own-ratings.ts'
import type { ProfileDeps } from './profile-deps.ts'
import { readProfile } from './view-profile.ts'

export const profile: Feature<ProfileDeps> = {
  endpoints: serve<ProfileDeps, typeof profileApi>(profileApi, {
    read: readProfile,
    change: changeProfile,
    ratings: listOwnRatings,
    changeContact: askContactCode,
    confirmContact: giveContactCode,
  }),
}
