import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress, Text, VisuallyHidden } from '@mantine/core'
import type { ChatMessage } from '@remis/domain/chat/chat-api'
import { isQuickReply, type ChatSource, type QuickReply } from '@remis/domain/chat/quick-replies'
import type { MessageKey } from '@remis/domain/messages/english'
import { IconCheck, IconChecks, IconClock } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { Fragment, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../platform/api/settings.ts'
import { dayName } from '../platform/format.ts'
import { useNow } from '../platform/api/server-clock.ts'
import { showError } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import classes from './chat.module.css'
import { loadEarlier } from './chat-queries.ts'
import type { ChatSender, Unsent } from './chat-sender.ts'
import { lastOf, newFrom, type ChatState } from './chat-state.ts'

interface Props {
  readonly chat: ChatState
  readonly unsent: readonly Unsent[]
  /** of the reader */
  readonly side: ChatSource
  readonly name: string
  readonly booking: string
  readonly sender: ChatSender
}

/** The messages in their order, the newest at the bottom, with the day above the first one of each day. */
export const Messages = ({ chat, unsent, side, name, booking, sender }: Props) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const zone = useSettings()?.timezone ?? 'UTC'
  const now = useNow(60_000)
  const [loading, setLoading] = useState(false)
  const taken = new Set(chat.messages.map(({ clientId }) => clientId))
  const waiting = unsent.filter(({ clientId }) => !taken.has(clientId))
  const place = useBottom(`${lastOf(chat)} ${waiting.length}`)
  const earlier = async () => {
    setLoading(true)
    await loadEarlier(booking, chat).catch(showError)
    setLoading(false)
  }
  const days = chat.messages.map(({ at }) => dayName(at, now, zone, locale))
  return (
    // scrollable, so it must be focusable (WCAG 2.1.1)
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={place} className={classes.log} aria-label={t('chat_with', { name })} tabIndex={0}>
      {chat.more && (
        <Button variant="subtle" size="sm" loading={loading} onClick={() => void earlier()}>
          {t('chat_earlier')}
        </Button>
      )}
      {chat.messages.length === 0 && waiting.length === 0 && (
        <Text c="dimmed" className={classes.none ?? ''}>
          {t('chat_not_found')}
          <br />
          {t('chat_lead', { name })}
        </Text>
      )}
      {chat.messages.map((message, index) => (
        <Fragment key={message.n}>
          {days[index] !== days[index - 1] && <p className={classes.day}>{days[index]}</p>}
          <Bubble message={message} own={message.source === side} name={name} chat={chat} />
        </Fragment>
      ))}
      {waiting.map((message) => (
        <Waiting key={message.clientId} message={message} sender={sender} />
      ))}
    </section>
  )
}

/** Announces new messages of the other side to screen readers; the list with its marks is no live region. */
export const NewMessages = ({ chat, side, name }: Pick<Props, 'chat' | 'side' | 'name'>) => {
  const { t } = useTranslation()
  const last = lastOf(chat)
  const [news, setNews] = useState<{ last: number; came: readonly ChatMessage[] }>({ last, came: [] })
  if (news.last !== last) setNews({ last, came: newFrom(chat, side === 'rider' ? 'driver' : 'rider', news.last) })
  return (
    <VisuallyHidden role="log">
      {news.came.map((message) => (
        <p key={message.n}>
          {name}: {message.photo === null ? '' : t('chat_photo')} {wordsOf(t, message)}
        </p>
      ))}
    </VisuallyHidden>
  )
}

/** What a message says in the reader's language. */
export const wordsOf = (t: TFunction, { type, message, source }: Pick<ChatMessage, 'type' | 'message' | 'source'>) =>
  type === 'quick' && isQuickReply(source, message) ? t(message satisfies QuickReply) : message

const Bubble = ({
  message,
  own,
  name,
  chat,
}: {
  readonly message: ChatMessage
  readonly own: boolean
  readonly name: string
  readonly chat: ChatState
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const who = own ? t('chat_you') : name
  const words = wordsOf(t, message)
  const { marks } = chat
  const state = message.n <= marks.read ? 'read' : message.n <= marks.delivered ? 'delivered' : 'sent'
  return (
    <article className={classes.bubble} data-own={own || undefined}>
      <VisuallyHidden>{who}: </VisuallyHidden>
      {message.photo !== null && <Photo src={message.photo} alt={t('chat_photo_of', { name: who })} />}
      {words !== '' && <p dir="auto">{words}</p>}
      <footer>
        <time dateTime={new Date(message.at).toISOString()}>{format.date(message.at, 'time')}</time>
        {own && <Mark state={state} />}
      </footer>
    </article>
  )
}

const markTexts = { sent: 'chat_sent', delivered: 'chat_delivered', read: 'chat_read' } as const

const Mark = ({ state }: { readonly state: keyof typeof markTexts }) => {
  const { t } = useTranslation()
  const Icon = state === 'sent' ? IconCheck : IconChecks
  return (
    <span className={classes.mark} data-read={state === 'read' || undefined} title={t(markTexts[state])}>
      <Icon size={16} stroke={2} aria-hidden />
      <VisuallyHidden>{t(markTexts[state])}</VisuallyHidden>
    </span>
  )
}

const Photo = ({ src, alt }: { readonly src: string; readonly alt: string }) => {
  const { t } = useTranslation()
  const [failed, setFailed] = useState(false)
  if (failed) return <p>{t('chat_photo_failed')}</p>
  return <img className={classes.photo} src={src} alt={alt} onError={() => setFailed(true)} />
}

/** A message that the server has not taken yet, or has refused. */
const Waiting = ({ message, sender }: { readonly message: Unsent; readonly sender: ChatSender }) => {
  const { t } = useTranslation()
  const { picture, phase, refused } = message
  const address = useMemo(() => (picture === null ? null : URL.createObjectURL(picture)), [picture])
  useEffect(() => () => (address === null ? undefined : URL.revokeObjectURL(address)), [address])
  const words = message.type === 'quick' ? t(message.message as QuickReply) : message.message
  return (
    <article className={classes.bubble} data-own data-phase={phase}>
      <VisuallyHidden>{t('chat_you')}: </VisuallyHidden>
      {address !== null && <img className={classes.photo} src={address} alt={t('chat_photo')} />}
      {words !== '' && <p dir="auto">{words}</p>}
      {phase === 'sending' && picture !== null && <Progress value={message.percent} aria-label={t('chat_sending')} />}
      <footer>
        {phase === 'refused' ? (
          <span role="alert" className={classes.refused}>
            {t('chat_refused')}: {t((refused ?? 'server_error') as MessageKey)}
          </span>
        ) : (
          <>
            <IconClock size={16} stroke={2} aria-hidden />
            <span>{t(phase === 'sending' ? 'chat_sending' : 'chat_waiting')}</span>
          </>
        )}
      </footer>
      {phase === 'refused' && (
        <div className={classes.choices}>
          <Button size="compact-sm" variant="default" onClick={() => void sender.again(message.clientId)}>
            {t('try_again')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => void sender.discard(message.clientId)}>
            {t('chat_discard')}
          </Button>
        </div>
      )}
    </article>
  )
}

/** Keeps the end of the list in view when `moment` changes, unless the reader has scrolled up. */
const useBottom = (moment: string) => {
  const place = useRef<HTMLDivElement>(null)
  const atBottom = useRef(true)
  useEffect(() => {
    const list = place.current
    if (list === null) return undefined
    const note = () => (atBottom.current = list.scrollHeight - list.scrollTop - list.clientHeight < 80)
    // pictures grow when they are loaded, and the keyboard makes the list smaller
    const follow = () => {
      if (atBottom.current) list.scrollTop = list.scrollHeight
    }
    const observer = new ResizeObserver(follow)
    observer.observe(list)
    list.addEventListener('scroll', note, { passive: true })
    list.addEventListener('load', follow, true)
    return () => {
      observer.disconnect()
      list.removeEventListener('scroll', note)
      list.removeEventListener('load', follow, true)
    }
  }, [])
  useLayoutEffect(() => {
    const list = place.current
    if (list !== null && atBottom.current) list.scrollTop = list.scrollHeight
  }, [moment])
  return place
}
