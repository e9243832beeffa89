import { Button } from '@mantine/core'
import type { Profile } from '@remis/domain/accounts/profile-api'
import { useTranslation } from 'react-i18next'
import { UploadButton } from '../files/UploadButton.tsx'
import classes from './profile.module.css'
import { useChangeProfile } from './profile-query.ts'

/** Chooses the picture of the person, or removes it. */
export const PictureButtons = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const change = useChangeProfile()
  return (
    <div className={classes.picture}>
      <UploadButton
        kind="profileImage"
        label={t('profile_picture_choose')}
        disabled={change.isPending}
        onUploaded={({ id }) => change.mutate({ profile_image: id })}
      />
      {profile.profile_image !== null && (
        <Button
          size="md"
          variant="subtle"
          loading={change.isPending}
          onClick={() => change.mutate({ profile_image: null })}
        >
          {t('profile_picture_remove')}
        </Button>
      )}
    </div>
  )
}
