import { noticeValues } from '@remis/domain/notices/notice-words'
import type { NoticeView } from '@remis/domain/notices/notices-api'
import { i18n } from '../../platform/i18n.ts'
import type { Format } from '../../platform/use-format.ts'

/** Parameters of the notice's text. */
const say = i18n.t.bind(i18n) as unknown as (key: string, words?: Record<string, string>) => string

/** A notice in the reader's language. Empty for a kind this page does not know. */
export const noticeWords = (format: Format, { message, params }: Pick<NoticeView, 'message' | 'params'>): string =>
  i18n.exists(message)
    ? say(
        message,
        noticeValues(
          {
            money: (amount) => format.money(amount),
            number: (value) => format.number(value),
            day: (ms) => format.date(ms, 'date'),
            moment: (ms) => format.date(ms, 'date-time'),
            text: (key) => say(key),
          },
          params,
        ),
      )
    : ''
