import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress, Stack, Text } from '@mantine/core'
import type { FileKind } from '@remis/domain/files/file-kinds'
import type { MessageKey } from '@remis/domain/messages/english'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOf } from '../platform/show-message.ts'
import { uploadPicture, type StoredPicture } from './upload-picture.ts'

interface Props {
  readonly kind: FileKind
  readonly label: string
  /** what the picture is for, for a screen reader, where several buttons have one label */
  readonly name?: string
  readonly disabled?: boolean
  readonly onUploaded: (picture: StoredPicture) => void
}

/** Chooses a picture or takes one, sends it with progress, and says what is wrong with it [design/files-7]. */
export const UploadButton = ({ kind, label, name, disabled = false, onUploaded }: Props) => {
  const { t } = useTranslation()
  const chooser = useRef<HTMLInputElement>(null)
  const [failed, setFailed] = useState<{ readonly file: File; readonly key: MessageKey } | null>(null)
  const [percent, setPercent] = useState<number | null>(null)

  const send = async (file: File) => {
    setFailed(null)
    setPercent(0)
    try {
      onUploaded(await uploadPicture(kind, file, setPercent))
    } catch (error) {
      setFailed({ file, key: keyOf(error) })
    } finally {
      setPercent(null)
    }
  }

  return (
    <Stack gap={6}>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        aria-label={name ?? label}
        data-upload={kind}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // The same file can be chosen again after an error.
          currentTarget.value = ''
          if (file !== undefined) void send(file)
        }}
      />
      <Button
        variant="default"
        size="md"
        disabled={disabled}
        loading={percent !== null}
        aria-label={name ?? label}
        leftSection={<IconUpload size={20} stroke={1.75} aria-hidden />}
        onClick={() => chooser.current?.click()}
      >
        {label}
      </Button>
      {percent !== null && (
        <div aria-live="polite">
          <Progress value={percent} aria-label={name ?? label} />
          <Text size="sm" c="dimmed">
            {t('upload_progress', { percent })}
          </Text>
        </div>
      )}
      {failed !== null && (
        <div role="alert">
          <Text size="sm" c="red">
            {t(failed.key)}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={() => void send(failed.file)}>
            {t('upload_again')}
          </Button>
        </div>
      )}
    </Stack>
  )
}
