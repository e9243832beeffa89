import { ActionIcon, Button, Textarea } from '@mantine/core'
import type { Status } from '@remis/domain/booking/statuses'
import { longestMessage } from '@remis/domain/chat/chat-message'
import { chatPhotoKind } from '@remis/domain/files/file-kinds'
import { quickRepliesOf, type ChatSource } from '@remis/domain/chat/quick-replies'
import { IconCamera, IconSend } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shrink } from '../files/upload-picture.ts'
import { sendTyping } from '../platform/live/live.ts'
import classes from './chat.module.css'
import { chatDraft, keepChatDraft } from './chat-drafts.ts'
import type { ChatSender } from './chat-sender.ts'

interface Props {
  readonly booking: string
  readonly status: Status
  /** of the reader */
  readonly side: ChatSource
  readonly sender: ChatSender
}

/** A sign of typing is sent at most this often, ms. */
const typingEveryMs = 3000
/** From here on the field says how much is left. */
const nearEnd = 100

/** Quick replies, and the field with its buttons; Enter sends where there is a real keyboard. */
export const Composer = ({ booking, status, side, sender }: Props) => {
  const { t } = useTranslation()
  const [text, showText] = useState(() => chatDraft(booking))
  const setText = (next: string) => {
    keepChatDraft(booking, next)
    showText(next)
  }
  const chooser = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const typedAt = useRef(0)
  const left = longestMessage - text.length
  const send = () => {
    const message = text.trim()
    if (message === '') return
    setText('')
    typedAt.current = 0
    void sender.add({ booking, type: 'text', message, picture: null })
    field.current?.focus()
  }
  const sendPhoto = async (file: File) =>
    sender.add({ booking, type: 'photo', message: '', picture: await shrink(file, chatPhotoKind) })
  const type = (next: string) => {
    setText(next)
    const now = Date.now()
    if (next === '' || now - typedAt.current < typingEveryMs) return
    typedAt.current = now
    sendTyping(booking)
  }
  return (
    <div className={classes.composer}>
      {text === '' && (
        <fieldset className={classes.quick} aria-label={t('chat_quick')}>
          {quickRepliesOf(side, status).map((key) => (
            <Button
              key={key}
              variant="default"
              size="sm"
              radius="xl"
              onClick={() => void sender.add({ booking, type: 'quick', message: key, picture: null })}
            >
              {t(key)}
            </Button>
          ))}
        </fieldset>
      )}
      <form
        className={classes.write}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('chat_photo_add')}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            // The same file can be chosen again.
            currentTarget.value = ''
            if (file !== undefined) void sendPhoto(file)
          }}
        />
        <ActionIcon
          variant="subtle"
          size={44}
          radius="xl"
          aria-label={t('chat_photo_add')}
          title={t('chat_photo_add')}
          onClick={() => chooser.current?.click()}
        >
          <IconCamera size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
        <Textarea
          ref={field}
          className={classes.field ?? ''}
          aria-label={t('chat_message')}
          placeholder={t('chat_message')}
          size="md"
          radius="lg"
          autosize
          minRows={1}
          maxRows={5}
          maxLength={longestMessage}
          dir="auto"
          value={text}
          data-autofocus={hasKeyboard() || undefined}
          description={left <= nearEnd ? t('chat_left', { left }) : undefined}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !hasKeyboard()) return
            event.preventDefault()
            send()
          }}
        />
        <ActionIcon
          type="submit"
          variant="filled"
          size={44}
          radius="xl"
          disabled={text.trim() === ''}
          aria-label={t('chat_send')}
          title={t('chat_send')}
          // the field keeps the focus, so that the keyboard of a phone stays open
          onPointerDown={(event) => event.preventDefault()}
        >
          <IconSend size={20} stroke={1.75} aria-hidden className={classes.arrow} />
        </ActionIcon>
      </form>
    </div>
  )
}

const hasKeyboard = (): boolean => window.matchMedia('(pointer: fine)').matches
