import { Text } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { UploadButton } from '../files/UploadButton.tsx'
import { paths } from '../paths.ts'
import classes from './profile.module.css'

interface Props {
  /** the stored picture, or the one that was just uploaded */
  readonly url: string | null
  /** a licence was handed in, and the next one needs its last day [design/documents-3] */
  readonly byDocuments: boolean
  readonly onUploaded: (picture: { readonly id: string; readonly url: string }) => void
}

/** The picture of a driver's licence: uploaded when it is chosen, stored with the rest of the form [accounts-54]. */
export const Licence = ({ url, byDocuments, onUploaded }: Props) => {
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
        {byDocuments ? (
          <Link className={classes.more} to={paths.join()}>
            <IconFileCheck size={20} stroke={1.75} aria-hidden />
            {t('profile_vehicle_documents')}
          </Link>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {t('profile_licence_hint')}
            </Text>
            <UploadButton kind="licenseImage" label={t('profile_licence_choose')} onUploaded={onUploaded} />
          </>
        )}
      </div>
    </div>
  )
}
