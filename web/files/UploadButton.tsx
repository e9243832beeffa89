import '@mantine/core/styles/Progress.layer.css'
import { Box, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { fileUrl, type FileKind } from '@remis/domain/files/file-kinds'
import { filesCalls } from '@remis/domain/files/files-routes'
import { IconUpload } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../platform/api/session.ts'
import { keyOf } from '../platform/show-message.ts'
import type { PictureUse } from './picture-box.ts'
import { usePictureSender, usePictureState } from './use-picture-sender.ts'
import { shrink, type StoredPicture } from './upload-picture.ts'

interface Props {
  readonly kind: FileKind
  readonly label: string
  /** what the picture is for, for a screen reader, where several buttons have one label */
  readonly name?: string
  readonly disabled?: boolean
  /** the button is as wide as its place; without it, as its label, whatever is said below it */
  readonly wide?: boolean
  /** the picture is kept for this use through a reload; without it, until the button is gone */
  readonly keptFor?: PictureUse
  /** what `onUploaded` gets with the picture, also after a reload */
  readonly note?: string
  /** Uses the picture. When it rejects without an answer of the server, it is called again with the same picture. */
  readonly onUploaded: (picture: StoredPicture, note: string | undefined) => unknown
}

/**
 * Chooses a picture or takes one, sends it with progress and says what is wrong with it. Without a network the picture
 * is kept and sent later [design/files-10].
 */
export const UploadButton = ({
  kind,
  label,
  name,
  disabled = false,
  wide = false,
  keptFor,
  note,
  onUploaded,
}: Props) => {
  const { t } = useTranslation()
  const chooser = useRef<HTMLInputElement>(null)
  const own = useId()
  // before the approval a driver has no session, so the next person of this browser could not be told apart
  const known = useSession().user !== null
  const brief = keptFor === undefined || !known
  const use = keptFor ?? { subject: own, name: kind }
  const { subject, name: useName } = use
  const sender = usePictureSender()
  const state = usePictureState(use)
  const sending = state?.phase === 'sending' || state?.phase === 'sent'

  const useIt = useRef(onUploaded)
  useEffect(() => {
    useIt.current = onUploaded
  })
  useEffect(() => {
    sender.whenSent({ subject, name: useName }, (id, kept) => useIt.current({ id, url: fileUrl(id) }, kept))
  }, [sender, subject, useName])
  useEffect(
    () => () => {
      if (brief) sender.end({ subject, name: useName })
    },
    [sender, brief, subject, useName],
  )

  const choose = async (file: File) =>
    sender.take({
      ...use,
      address: `${filesCalls.upload.path}?kind=${kind}`,
      picture: await shrink(file, kind),
      ...(note === undefined ? {} : { note }),
      ...(brief ? { brief: true } : {}),
    })

  return (
    <Stack gap={6} align={wide ? 'stretch' : 'flex-start'}>
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
          if (file !== undefined) void choose(file)
        }}
      />
      <Button
        variant="default"
        size="md"
        disabled={disabled}
        loading={sending}
        aria-label={name ?? label}
        leftSection={<IconUpload size={20} stroke={1.75} aria-hidden />}
        onClick={() => chooser.current?.click()}
      >
        {label}
      </Button>
      {sending && (
        <Box w="100%" aria-live="polite">
          <Progress value={state.percent} aria-label={name ?? label} />
          <Text size="sm" c="dimmed">
            {t('upload_progress', { percent: state.percent })}
          </Text>
        </Box>
      )}
      {(state?.phase === 'waiting' || state?.phase === 'refused') && (
        <div role="alert">
          <Text size="sm" {...(state.phase === 'refused' ? { c: 'red' } : {})}>
            {keyOf(state.error) === 'fetch_call_error' ? t('photo_waits') : t(keyOf(state.error))}
          </Text>
          {state.phase === 'waiting' && (
            <Group gap="xs" mt={6}>
              <Button variant="light" size="sm" onClick={() => sender.retryNow()}>
                {t('upload_again')}
              </Button>
              <Button variant="subtle" size="sm" onClick={() => void sender.remove(use)}>
                {t('photo_remove')}
              </Button>
            </Group>
          )}
        </div>
      )}
    </Stack>
  )
}
