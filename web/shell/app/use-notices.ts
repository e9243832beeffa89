import type { LiveEvents } from '@remis/domain/live/live-events'
import { noticeTexts, type NoticeKey } from '@remis/domain/notices/notice-texts'
import { i18n } from '../../platform/i18n.ts'
import { useLive, useLiveLink } from '../../platform/live/live.ts'
import { showText } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'

/** News that no screen shows by itself; everything else is seen where it happens. */
const spoken: ReadonlySet<NoticeKey> = new Set<NoticeKey>([
  'notice_needs_driver',
  'notice_reserved',
  'notice_no_show',
  'notice_cancelled_driver_fee',
  'notice_withdrawal_paid',
  'notice_withdrawal_rejected',
  'notice_referral_bonus',
  'notice_topped_up',
  'notice_late_payment',
  'notice_refunded',
  'notice_refund_credited',
  'notice_payment_review',
])

const isSpoken = (message: string): message is NoticeKey =>
  Object.hasOwn(noticeTexts, message) && spoken.has(message as NoticeKey)

/** The words of a notice are filled by its own parameters. */
const say = i18n.t.bind(i18n) as unknown as (key: NoticeKey, words: Record<string, string>) => string

/** Shows news to whoever is signed in as a popup; numbers in it are money (major units). */
export const useNotices = (): void => {
  const format = useFormat()
  useLiveLink()
  useLive('notice', ({ id, message, params }: LiveEvents['notice']) => {
    if (!isSpoken(message)) return
    const words = Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? format.money(value) : value,
    ])
    showText(id, say(message, Object.fromEntries(words)))
  })
}
