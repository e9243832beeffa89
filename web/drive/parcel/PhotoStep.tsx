import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress, Text } from '@mantine/core'
import type { BookingPhotoKind } from '@remis/domain/files/file-kinds'
import { IconCamera, IconCheck, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './parcel.module.css'
import { usePhoto, usePictureAddress } from './use-photos.ts'

interface Props {
  readonly booking: string
  readonly name: BookingPhotoKind
  readonly label: string
  /** the settings do not require it, so it can be removed again */
  readonly optional?: boolean
  /** a move that names the photo waits for its answer */
  readonly disabled?: boolean
}

/** Takes a photo with the phone's camera, shows it, and shows the progress of its upload [design/delivery-23]. */
export const PhotoStep = ({ booking, name, label, optional = false, disabled = false }: Props) => {
  const { t } = useTranslation()
  const chooser = useRef<HTMLInputElement>(null)
  const { photo, take, remove } = usePhoto(booking, name)
  const address = usePictureAddress(photo?.picture)
  return (
    <div className={classes.photo} data-taken={photo !== null || undefined}>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={label}
        data-photo={name}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // The same file can be chosen again.
          currentTarget.value = ''
          if (file !== undefined && !disabled) void take(file)
        }}
      />
      {address !== null && <img src={address} alt={label} />}
      <div className={classes.photoText}>
        <Text fw={600}>{optional ? t('photo_optional') : label}</Text>
        {photo !== null && (
          <div aria-live="polite" className={classes.photoState}>
            {photo.phase === 'sending' && (
              <>
                <Progress value={photo.percent} aria-label={label} />
                <Text size="sm">{t('upload_progress', { percent: photo.percent })}</Text>
              </>
            )}
            {photo.phase === 'waiting' && <Text size="sm">{t('photo_waits')}</Text>}
            {photo.phase === 'sent' && (
              <Text size="sm" className={classes.done ?? ''}>
                <IconCheck size={16} stroke={2} aria-hidden /> {t('photo_sent')}
              </Text>
            )}
          </div>
        )}
        <Button
          size="md"
          variant={photo === null ? 'light' : 'subtle'}
          leftSection={<IconCamera size={20} stroke={1.75} aria-hidden />}
          disabled={disabled}
          onClick={() => chooser.current?.click()}
        >
          {t(photo === null ? 'photo_take' : 'photo_again')}
        </Button>
        {optional && photo !== null && (
          <Button
            size="md"
            variant="subtle"
            leftSection={<IconTrash size={20} stroke={1.75} aria-hidden />}
            disabled={disabled}
            onClick={() => void remove()}
          >
            {t('photo_remove')}
          </Button>
        )}
      </div>
    </div>
  )
}
