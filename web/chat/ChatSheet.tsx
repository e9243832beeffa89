import '../ui/mantine-parts.ts'
import { CloseButton, Drawer, Skeleton, Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { canWrite } from '@remis/domain/chat/chat-window'
import type { ChatSource } from '@remis/domain/chat/quick-replies'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../platform/api/plain-call.ts'
import { whileVisible } from '../platform/page/while-visible.ts'
import { useSession } from '../platform/api/session.ts'
import { followTyping } from '../platform/live/live.ts'
import { useNow } from '../platform/api/server-clock.ts'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { useDialog } from '../ui/dialogs/use-dialog.ts'
import { Face } from '../ui/parts/Person.tsx'
import classes from './chat.module.css'
import { markRead, useChat } from './chat-queries.ts'
import { lastOf, type ChatState } from './chat-state.ts'
import { Composer } from './Composer.tsx'
import { Messages, NewMessages } from './Messages.tsx'
import { useChatSender } from './use-chat-sender.ts'
import { useVisibleHeight } from './use-visible-height.ts'

interface Props {
  readonly trip: BookingView
  /** of the reader */
  readonly side: ChatSource
  /** of the other side */
  readonly name: string
  readonly onClose: () => void
}

/** The chat beside the trip, on phones over the whole screen. */
export const ChatSheet = ({ trip, side, name, onClose }: Props) => {
  const { t } = useTranslation()
  const { user } = useSession()
  useDialog(onClose, 'chat')
  const height = useVisibleHeight()
  const { data: chat, isError, refetch } = useChat(trip.id)
  const { sender, unsent } = useChatSender(user?.id ?? '', trip.id)
  const open = canWrite(trip, useNow(10_000))
  const typing = useTyping(trip.id, chat)
  useReading(trip.id, chat)
  if (user === null) return null
  const face = side === 'rider' ? trip.driver_image : (trip.customer_image ?? null)
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={440}>
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: classes.sheet ?? '' }} styles={{ content: height }}>
        <div className={classes.head}>
          <Face src={face} name={name} size={40} />
          <div className={classes.title}>
            <Drawer.Title>
              <bdi>{name}</bdi>
            </Drawer.Title>
            <span className={classes.typing} aria-live="polite">
              {typing && t('chat_is_typing', { name })}
            </span>
          </div>
          <CloseButton size="lg" aria-label={t('panel_close')} onClick={onClose} />
        </div>
        {chat === undefined && isError && (
          <ReadFailure text={t('chat_failed')} onRetry={() => void refetch()} className={classes.state ?? ''} />
        )}
        {chat === undefined && !isError && (
          <Stack className={classes.state ?? ''} aria-busy="true">
            <Skeleton height={40} width="60%" radius="lg" />
            <Skeleton height={40} width="50%" radius="lg" className={classes.ownSkeleton ?? ''} />
          </Stack>
        )}
        {chat !== undefined && (
          <>
            <Messages chat={chat} unsent={unsent} side={side} name={name} booking={trip.id} sender={sender} />
            <NewMessages chat={chat} side={side} name={name} />
          </>
        )}
        {open ? (
          <Composer booking={trip.id} status={trip.status} side={side} sender={sender} />
        ) : (
          <Text className={classes.over ?? ''} c="dimmed">
            {t('chat_over')}
          </Text>
        )}
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** How long "typing" is shown, ms; the sender repeats it. */
const typingMs = 5000

/** Whether the other side writes right now; a new message ends it. */
const useTyping = (booking: string, chat: ChatState | undefined): boolean => {
  const [typing, setTyping] = useState(false)
  const last = chat === undefined ? 0 : lastOf(chat)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = followTyping(booking, () => {
      setTyping(true)
      clearTimeout(timer)
      timer = setTimeout(() => setTyping(false), typingMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
      setTyping(false)
    }
  }, [booking, last])
  return typing
}

/** Marks the chat as read while it is visible. */
const useReading = (booking: string, chat: ChatState | undefined): void => {
  useEffect(() => {
    if (chat === undefined) return undefined
    const mark = async () => {
      const unread = chat.unread > 0
      await markRead(booking, chat)
      // Reading the chat reads its notices.
      if (unread) void queryClient.invalidateQueries({ queryKey: ['unread-notices'] })
    }
    return whileVisible(() => void mark())
  }, [booking, chat])
}
