import { Button, Text } from '@mantine/core'
import type { ChatMessage } from '@remis/domain/chat/chat-api'
import { chatCalls } from '@remis/domain/chat/chat-routes'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { showError } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { WrittenReasonDialog } from '../ui/dialogs/WrittenReasonDialog.tsx'
import classes from './chat.module.css'
import { wordsOf } from './Messages.tsx'

interface Shown {
  readonly reason: string
  readonly messages: readonly ChatMessage[]
  readonly more: boolean
}

/** The chat of a booking for an admin, after a reason was given [design/chat-9]. */
export const OfficeChat = ({ booking }: { readonly booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  const reveal = useMutation({
    mutationFn: ({ reason, before }: { reason: string; before?: number }) =>
      call(chatCalls.reveal, {
        params: { id: booking.id },
        body: { reason, ...(before === undefined ? {} : { before }) },
      }),
    onSuccess: ({ messages, more }, { reason, before }) => {
      setAsking(false)
      setShown((held) => ({
        reason,
        more,
        messages: before === undefined ? messages : [...messages, ...(held?.messages ?? [])],
      }))
    },
    onError: showError,
  })
  if (booking.driver === null) return null
  const nameOf = ({ source }: ChatMessage) => (source === 'rider' ? booking.customer_name : (booking.driver_name ?? ''))
  return (
    <section className={classes.office} aria-labelledby="office-chat">
      <h2 id="office-chat">{t('chat_office')}</h2>
      {shown === null && (
        <>
          <Text c="dimmed" size="sm">
            {t('chat_office_lead')}
          </Text>
          <Button variant="default" size="sm" onClick={() => setAsking(true)}>
            {t('chat_office_show')}
          </Button>
        </>
      )}
      {shown?.messages.length === 0 && <Text c="dimmed">{t('chat_office_none')}</Text>}
      {shown?.more && (
        <Button
          variant="subtle"
          size="sm"
          loading={reveal.isPending}
          onClick={() => reveal.mutate({ reason: shown.reason, before: shown.messages[0]?.n ?? 1 })}
        >
          {t('chat_earlier')}
        </Button>
      )}
      {shown !== null && shown.messages.length > 0 && (
        <ol>
          {shown.messages.map((message) => (
            <li key={message.n}>
              <small>
                <b>
                  <bdi>{nameOf(message)}</bdi>
                </b>
                {' · '}
                <time dateTime={new Date(message.at).toISOString()}>{format.date(message.at, 'date-time')}</time>
              </small>
              {message.photo !== null && (
                <img
                  className={classes.photo}
                  src={message.photo}
                  alt={t('chat_photo_of', { name: nameOf(message) })}
                />
              )}
              {wordsOf(t, message) !== '' && <p dir="auto">{wordsOf(t, message)}</p>}
            </li>
          ))}
        </ol>
      )}
      {asking && (
        <WrittenReasonDialog
          title={t('chat_office_show')}
          lead={t('chat_office_lead')}
          confirm={t('chat_office_show')}
          busy={reveal.isPending}
          onConfirm={(reason) => reveal.mutate({ reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
