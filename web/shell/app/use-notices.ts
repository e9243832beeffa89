import type { LiveEvents } from '@remis/domain/live/live-events'
import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import { i18n } from '../../platform/i18n.ts'
import { useLive, useLiveLink } from '../../platform/live/live.ts'
import { showText } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'

/** Notices shown as a toast; all others are visible on the screens they belong to. */
const spoken: ReadonlySet<NoticeKey> = new Set<NoticeKey>([
  'notice_needs_driver',
  'notice_set_offline',
  'notice_reserved',
  'notice_no_show',
  'notice_rebooked',
  'notice_wrong_code',
  'notice_code_locked',
  'notice_cancelled_driver_fee',
  'notice_cancelled_driver_fee_pending',
  'notice_bank_changed',
  'notice_withdrawal_paid',
  'notice_withdrawal_rejected',
  'notice_referral_bonus',
  'notice_topped_up',
  'notice_late_payment',
  'notice_refunded',
  'notice_refund_credited',
  'notice_payment_review',
])

const isSpoken = (message: string): message is NoticeKey => spoken.has(message as NoticeKey)

/** Parameters of the notice's text. */
const say = i18n.t.bind(i18n) as unknown as (key: NoticeKey, words: Record<string, string>) => string

/** Shows notices to the signed-in person as toasts; numbers in them are money (major units). */
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
