import { describe, expect, it } from 'vitest'
import { noticeTexts, type NoticeKey } from '../notices/notice-texts.ts'
import { platformOf } from './platform.ts'
import { isPushService } from './push-hosts.ts'
import { isUrgent, nextPush, pushLife } from './push-time.ts'

describe('the system of a browser [design/push-21]', () => {
  it.each([
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130 Mobile', 5, 'ANDROID'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari', 5, 'IOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 5, 'IOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 0, 'WEB'],
    ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140', 0, 'WEB'],
    ['', 0, 'WEB'],
  ] as const)('%s', (agent, touches, platform) => {
    expect(platformOf(agent, touches)).toBe(platform)
  })
})

describe('a subscription names a push service of a browser and no other host [design/push-5]', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QA',
    'https://db5p.notify.windows.com/w/?token=abc',
  ])('%s', (endpoint) => expect(isPushService(endpoint)).toBe(true))

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil-fcm.googleapis.com/x',
    'https://user@fcm.googleapis.com/x',
    'https://notify.windows.com.evil.example/x',
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'no address',
    '',
  ])('not %s', (endpoint) => expect(isPushService(endpoint)).toBe(false))
})

describe('a push that was not accepted [design/push-13]', () => {
  it('is sent again with growing pauses', () => {
    const expiresAt = 1e9
    const again = [1, 2, 3, 4, 5, 6, 7, 50].map((tries) => nextPush({ tries, now: 0, expiresAt }))
    expect(again).toEqual([5, 15, 60, 300, 900, 3600, 3600, 3600].map((s) => s * 1000))
  })

  it('is given up when it will have expired: a request for a trip after a minute', () => {
    const expiresAt = pushLife('notice_new_booking') * 1000
    expect(nextPush({ tries: 2, now: 30_000, expiresAt })).toBe(45_000)
    expect(nextPush({ tries: 3, now: 50_000, expiresAt })).toBeNull()
    expect([isUrgent('notice_arrived'), isUrgent('notice_topped_up')]).toEqual([true, false])
    for (const message of ['notice_delivered', 'notice_parcel_back'])
      expect([isUrgent(message), pushLife(message)]).toEqual([true, 24 * 3600])
    expect(pushLife('notice_arrived_no_code')).toBe(pushLife('notice_arrived'))
  })
})

describe('which notices wake a phone [design/push-33]', () => {
  const all = Object.keys(noticeTexts) as NoticeKey[]

  /** Notices of normal urgency. Add a new notice here or to `urgent` in push-time.ts. */
  const calm: readonly NoticeKey[] = [
    'notice_admin_added',
    'notice_bank_changed',
    'notice_correction_back',
    'notice_correction_charge',
    'notice_correction_charge_owed',
    'notice_correction_share',
    'notice_correction_share_back',
    'notice_correction_share_pending',
    'notice_credit_reversed',
    'notice_credit_waits',
    'notice_debt_taken',
    'notice_debt_taken_driver',
    'notice_debt_written_off',
    'notice_document_ended',
    'notice_document_expiring',
    'notice_document_refused',
    'notice_email_changed',
    'notice_fee_written_off',
    'notice_late_payment',
    'notice_message',
    'notice_mobile_changed',
    'notice_new_device',
    'notice_no_show_driver',
    'notice_no_show_driver_free',
    'notice_no_show_driver_pending',
    'notice_nothing_due',
    'notice_paid_driver',
    'notice_paid_rider',
    'notice_paid_without_debt',
    'notice_parcel_returns',
    'notice_parcel_returns_free',
    'notice_password_changed',
    'notice_payment_charged_back',
    'notice_payment_due',
    'notice_payment_review',
    'notice_rated',
    'notice_reached',
    'notice_recovery_codes',
    'notice_referral_bonus',
    'notice_refund_accepted_late',
    'notice_refund_claim',
    'notice_refund_credit_waits',
    'notice_refund_credited',
    'notice_refund_debt_ended',
    'notice_refund_failed',
    'notice_refund_failed_unpaid',
    'notice_refund_late_failed',
    'notice_refund_made_late',
    'notice_refund_silent',
    'notice_refunded',
    'notice_refunded_twice',
    'notice_reservation_over',
    'notice_reserved',
    'notice_review_refunded',
    'notice_second_step_added',
    'notice_second_step_removed',
    'notice_set_offline',
    'notice_social_linked',
    'notice_social_removed',
    'notice_topped_up',
    'notice_wallet_credit',
    'notice_wallet_pay_out',
    'notice_withdrawal_paid',
    'notice_withdrawal_rejected',
    'notice_you_cancelled',
    'notice_you_cancelled_fee',
    'notice_you_cancelled_trip',
  ]

  it('events of a trip do, all others do not', () => {
    expect(all.filter((message) => !isUrgent(message)).toSorted()).toEqual(calm)
  })

  it.each([
    'notice_cancelled_rider',
    'notice_cancelled_driver',
    'notice_cancelled_driver_fee',
    'notice_cancelled_office',
    'notice_ended_office',
    'notice_no_show',
    'notice_no_show_owed',
    'notice_no_driver',
    'notice_needs_driver',
    'notice_expired',
  ] as const)('%s does', (message) => expect(isUrgent(message)).toBe(true))

  it('notices with an amount or about a later trip expire after a day [design/push-13]', () => {
    const amount = /\{\{(amount|total|fee|share|pending|owed)\}\}/
    const money = all.filter((message) => amount.test(noticeTexts[message]))
    const ahead: NoticeKey[] = ['notice_cancelled_office', 'notice_needs_driver']
    expect([...money, ...ahead].filter((message) => pushLife(message) !== 24 * 3600)).toEqual([])
    expect([pushLife('notice_cancelled_rider'), pushLife('notice_no_driver')]).toEqual([1800, 600])
    // as long as the driver may accept [design/dispatch-20]
    expect(pushLife('notice_assigned')).toBe(300)
  })
})
