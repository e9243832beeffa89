import type { Settings } from '@remis/domain/backoffice/settings'
import { withoutIsolates } from '@remis/domain/kit/clean-text'
import { fill } from '@remis/domain/mail/fill-text'
import { formatMoney } from '@remis/domain/kit/format-money'
import { dateFormat } from '@remis/domain/kit/kept-formats'
import { isPassing } from '@remis/domain/notices/notice'
import { noticePath } from '@remis/domain/notices/notice-path'
import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import { noticeValues, type NoticeFormat } from '@remis/domain/notices/notice-words'
import { noticeParamsShown } from '@remis/domain/privacy/rider-after-trip'
import { isUrgent } from '@remis/domain/push/push-time'
import { english } from '@remis/domain/texts/english'
import { fallbackLanguage, type Texts } from '@remis/domain/texts/languages'
import type { OutgoingPush } from '../providers/push/push-provider.ts'
import type { PushDeps } from './push-deps.ts'
import type { DuePush } from './push-store.ts'

/** Why a push is not sent; stored in its row. */
export type NotSent = 'seen' | 'deleted' | 'late' | 'unknown'

const languageOf = async (app: PushDeps, code: string | null) => {
  const languages = await app.languages.current()
  const found = languages.find(({ view }) => view.langLocale === code) ?? languages.find(({ view }) => view.default)
  return { texts: (found?.texts ?? english) as Texts, locale: found?.view.dateLocale ?? fallbackLanguage.dateLocale }
}

/** Characters of a body. Push services accept 4 kB after encryption; the text of a notice is far shorter. */
const most = 600

/** A notification of the office, in the words that it was written in. */
const renderNotification = ({ id, title, body }: DuePush, lifeSeconds: number): OutgoingPush | NotSent =>
  title === null || body === null
    ? 'deleted'
    : { id, title, body, path: '/', screen: null, bookingId: null, always: true, urgent: false, lifeSeconds }

const formatsOf = (texts: Texts, locale: string, settings: Settings): NoticeFormat => {
  const number = new Intl.NumberFormat(locale)
  const day = dateFormat(locale, { dateStyle: 'medium', timeZone: settings.timezone })
  const moment = dateFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: settings.timezone,
  })
  return {
    money: (amount) => formatMoney(amount, settings, locale),
    number: (value) => number.format(value),
    day: (ms) => day.format(ms),
    moment: (ms) => moment.format(ms),
    text: (key) => texts[key] ?? '',
  }
}

const renderNotice = async (app: PushDeps, push: DuePush, lifeSeconds: number): Promise<OutgoingPush | NotSent> => {
  const { message, params, screen, booking_id: bookingId, usertype } = push
  if (message === null || params === null || screen === null) return 'deleted'
  // Read on another screen meanwhile. Passing notices are never unread.
  if (push.seen_at !== null && !isPassing(message as NoticeKey)) return 'seen'
  const { texts, locale } = await languageOf(app, push.language)
  const text = texts[message]
  if (text === undefined) return 'unknown'
  const settings = await app.settings.current()
  const shown = noticeParamsShown(params, usertype, push.age_ms ?? 0)
  const values = noticeValues(formatsOf(texts, locale, settings), shown)
  return {
    id: push.id,
    title: settings.appName,
    body: withoutIsolates(fill(text, values)).slice(0, most),
    path: noticePath({ message, screen, bookingId }, usertype),
    screen,
    bookingId,
    always: false,
    urgent: isUrgent(message),
    lifeSeconds,
  }
}

/** The message of a due push in its reader's language, or why it is not sent [design/push-11]. */
export const renderPush = async (app: PushDeps, push: DuePush): Promise<OutgoingPush | NotSent> => {
  if (push.expires_at <= push.now) return 'late'
  const lifeSeconds = Math.ceil((push.expires_at - push.now) / 1000)
  return push.notification_id === null ? renderNotice(app, push, lifeSeconds) : renderNotification(push, lifeSeconds)
}
