import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { UploadButton } from '../files/UploadButton.tsx'
import classes from './profile.module.css'

interface Props {
  /** the stored picture, or the one that was just uploaded */
  readonly url: string | null
  readonly onUploaded: (picture: { readonly id: string; readonly url: string }) => void
}

/** The picture of a driver's licence: uploaded when it is chosen, stored with the rest of the form [accounts-54]. */
export const Licence = ({ url, onUploaded }: Props) => {
  const { t } = useTranslation()
  return (
    <div className={classes.licence}>
      {url === null ? (
        <span className={classes.noPicture}>{t('profile_licence_none')}</span>
      ) : (
        <img src={url} alt={t('profile_licence')} />
      )}
      <div>
        <b>{t('profile_licence')}</b>
        <Text size="sm" c="dimmed">
          {t('profile_licence_hint')}
        </Text>
        <UploadButton kind="licenseImage" label={t('profile_licence_choose')} onUploaded={onUploaded} />
      </div>
    </div>
  )
}
