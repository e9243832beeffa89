import type { Profile } from '@remis/domain/accounts/profile-api'
import { profileCalls } from '@remis/domain/accounts/profile-routes'
import type { Input } from '@remis/domain/kit/endpoint'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { sessionQuery } from '../platform/api/session.ts'
import { showError, showMessage } from '../platform/show-message.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => (await call(profileCalls.read, {})).profile,
})

/** Shows a changed profile, in the menu of the person too. */
export const profileChanged = (profile: Profile): void => {
  queryClient.setQueryData(profileQuery.queryKey, profile)
  const { firstName, lastName, email, mobile, profile_image } = profile
  queryClient.setQueryData(sessionQuery.queryKey, (me) =>
    me ? { ...me, firstName, lastName, email, mobile, profile_image } : me,
  )
}

type Change = Input<typeof profileCalls.change>['body']

/** One change of the profile; success shows `profile_updated` [accounts-53]. */
export const useChangeProfile = () =>
  useMutation({
    mutationFn: (body: Change) => call(profileCalls.change, { body }),
    onSuccess: ({ profile }) => {
      profileChanged(profile)
      showMessage('profile_updated', 'success')
    },
    onError: showError,
  })

/** Makes an uploaded picture the picture of the person [accounts-53]. Throws AppError. */
export const storeProfilePicture = async ({ id }: { readonly id: string }): Promise<void> => {
  const { profile } = await call(profileCalls.change, { body: { profile_image: id } })
  profileChanged(profile)
  showMessage('profile_updated', 'success')
}
