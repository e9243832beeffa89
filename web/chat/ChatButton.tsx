import { Button } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { canRead } from '@remis/domain/chat/chat-window'
import type { ChatSource } from '@remis/domain/chat/quick-replies'
import { firstName } from '@remis/domain/people/first-name'
import { IconMessageCircle } from '@tabler/icons-react'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../platform/api/server-clock.ts'
import { openedFrom, stepBack } from '../platform/page/opened-from.ts'
import { useFormat } from '../platform/use-format.ts'
import classes from './chat.module.css'
import { useUnread } from './chat-queries.ts'
import { withSearch } from '../platform/page/with-search.ts'

const ChatSheet = lazy(async () => ({ default: (await import('./ChatSheet.tsx')).ChatSheet }))

interface Props {
  readonly trip: BookingView
  /** of the reader */
  readonly side: ChatSource
  readonly size?: 'md' | 'lg'
}

/**
 * Opens the chat with the other side of the trip, with the number of unread messages, as long as the chat is shown. The
 * address holds whether it is open, so that notices lead here and a phone's back button closes it [design/chat-8].
 */
export const ChatButton = ({ trip, side, size = 'md' }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const { history } = useRouter()
  const { chat, ...others } = useSearch({ strict: false }) as { readonly chat?: unknown }
  const now = useNow(30_000)
  const unread = useUnread(trip.id)
  if (!canRead(trip, now)) return null
  const name = firstName(side === 'rider' ? (trip.driver_name ?? '') : trip.customer_name)
  const label = unread > 0 ? t('chat_open_unread', { name, count: unread }) : t('chat_open', { name })
  const open = () =>
    void navigate({
      to: '.',
      ...withSearch({ ...others, chat: 'open' }),
      state: openedFrom(others),
      resetScroll: false,
    })
  const close = () => {
    if (!stepBack(history, others)) void navigate({ to: '.', ...withSearch(others), replace: true })
  }
  return (
    <>
      <Button
        className={classes.opener ?? ''}
        variant="light"
        size={size}
        data-size={size}
        aria-label={label}
        title={label}
        onClick={open}
      >
        <IconMessageCircle size={size === 'lg' ? 22 : 20} stroke={1.75} aria-hidden />
        {unread > 0 && (
          <span className={classes.badge} aria-hidden>
            {format.number(unread)}
          </span>
        )}
      </Button>
      {chat === 'open' && (
        <Suspense>
          <ChatSheet trip={trip} side={side} name={name} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
