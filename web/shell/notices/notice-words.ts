import { isSystemReason } from '@remis/domain/booking/system-reason'
import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import type { NoticeView } from '@remis/domain/notices/notices-api'
import { i18n } from '../../platform/i18n.ts'
import type { Format } from '../../platform/use-format.ts'

/** Parameters of the notice's text. */
const say = i18n.t.bind(i18n) as unknown as (key: NoticeKey, words: Record<string, string>) => string

/** Numbers that are no money. */
const counts: ReadonlySet<string> = new Set(['stars'])

const wordOf = (format: Format, name: string, value: string | number): string => {
  if (typeof value === 'number') return counts.has(name) ? format.number(value) : format.money(value)
  // Make, model and plate are stored as "Fiat Cronos, SBA 1234".
  if (name === 'vehicle') return value.replace(', ', i18n.t('list_comma'))
  return isSystemReason(value) ? i18n.t(value) : value
}

/** A notice in the reader's language; other numbers in it are money (major units). Empty for a kind this page does not know. */
export const noticeWords = (format: Format, { message, params }: Pick<NoticeView, 'message' | 'params'>): string =>
  i18n.exists(message)
    ? say(
        message as NoticeKey,
        Object.fromEntries(Object.entries(params).map(([name, value]) => [name, wordOf(format, name, value)])),
      )
    : ''
