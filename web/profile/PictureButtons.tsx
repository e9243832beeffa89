import type { Profile } from '@remis/domain/accounts/profile-api'
import { useTranslation } from 'react-i18next'
import { EditButton, useDemo } from '../platform/list/demo.tsx'
import { UploadButton } from '../files/UploadButton.tsx'
import classes from './profile.module.css'
import { storeProfilePicture, useChangeProfile } from './profile-query.ts'

const pictureOfPerson = { subject: 'profile', name: 'profileImage' }

/** Chooses the picture of the person, or removes it. */
export const PictureButtons = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const change = useChangeProfile()
  const demo = useDemo()
  return (
    <div className={classes.picture}>
      <UploadButton
        kind="profileImage"
        label={t('profile_picture_choose')}
        disabled={demo || change.isPending}
        keptFor={pictureOfPerson}
        onUploaded={storeProfilePicture}
      />
      {profile.profile_image !== null && (
        <EditButton
          own
          size="md"
          variant="subtle"
          loading={change.isPending}
          onClick={() => change.mutate({ profile_image: null })}
        >
          {t('profile_picture_remove')}
        </EditButton>
      )}
    </div>
  )
}
