import { describe, expect, it } from 'vitest'
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
