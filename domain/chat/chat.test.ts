import { describe, expect, it } from 'vitest'
import { accepted, made, minute, reached, t0, viewOf } from '../booking/example-booking.ts'
import { english } from '../texts/english.ts'
import { checkMessage, longestMessage } from './chat-message.ts'
import { canRead, canWrite, chatOpenMs, chatShownMs } from './chat-window.ts'
import { chatSources, quickRepliesOf } from './quick-replies.ts'

describe('when a chat is open [design/chat-1]', () => {
  const over = { ...reached(), status: 'PAID' as const, endTime: t0, reachedAt: t0 }
  const cancelled = { ...accepted(), status: 'CANCELLED' as const, cancelledAt: t0 }

  it('has two people from ACCEPTED on', () => {
    expect(canWrite(made(), t0)).toBe(false)
    expect(canRead(made(), t0)).toBe(false)
    expect(canWrite(accepted(), t0)).toBe(true)
    // the rider pays in the car
    expect(canWrite({ ...reached(), endTime: t0 }, t0 + 60 * minute)).toBe(true)
  })

  it('is written in until 30 minutes after the end, and read for a day', () => {
    expect(chatOpenMs).toBe(30 * minute)
    expect(canWrite(over, t0 + chatOpenMs)).toBe(true)
    expect(canWrite(over, t0 + chatOpenMs + 1)).toBe(false)
    expect(canRead(over, t0 + chatShownMs)).toBe(true)
    expect(canRead(over, t0 + chatShownMs + 1)).toBe(false)
    expect(canWrite({ ...over, status: 'PENDING' }, t0 + chatOpenMs)).toBe(true)
  })

  it('an end that arrives late counts from its arrival, for no longer than they see each other’s name [design/moves-122]', () => {
    const late = { ...over, reachedAt: t0 + 35 * minute }
    expect(canWrite(late, t0 + 65 * minute)).toBe(true)
    expect(canWrite(late, t0 + 65 * minute + 1)).toBe(false)
    const days = { ...over, reachedAt: t0 + 2 * chatShownMs }
    expect([canWrite(days, days.reachedAt), canRead(days, days.reachedAt)]).toEqual([false, false])
  })

  it('is closed at once by a cancel, and still read for a day', () => {
    expect(canWrite(cancelled, t0)).toBe(false)
    expect(canRead(cancelled, t0 + chatShownMs)).toBe(true)
    expect(canRead(cancelled, t0 + chatShownMs + 1)).toBe(false)
    expect(canRead({ ...made(), status: 'CANCELLED', cancelledAt: t0 }, t0)).toBe(false)
  })
})

describe('a message [design/chat-3]', () => {
  const keyOf = (message: Parameters<typeof checkMessage>[0], source: 'rider' | 'driver' = 'rider') =>
    checkMessage(message, source)?.key ?? 'ok'

  it('has 1 to 1,000 characters', () => {
    expect(keyOf({ type: 'text', message: 'a'.repeat(longestMessage) })).toBe('ok')
    expect(keyOf({ type: 'text', message: 'a'.repeat(longestMessage + 1) })).toBe('chat_message_too_long')
    expect(keyOf({ type: 'text', message: ' \n ' })).toBe('chat_message_empty')
  })

  it('has a photo exactly when it is one, with words or without', () => {
    expect(keyOf({ type: 'photo', message: '', photo: 'x' })).toBe('ok')
    expect(keyOf({ type: 'photo', message: 'My door', photo: 'x' })).toBe('ok')
    expect(keyOf({ type: 'photo', message: '' })).toBe('chat_photo_missing')
    expect(keyOf({ type: 'text', message: 'Hello', photo: 'x' })).toBe('chat_photo_missing')
  })

  it("is a quick reply only by a key of the sender's side [design/chat-4]", () => {
    expect(keyOf({ type: 'quick', message: 'chat_quick_here' }, 'driver')).toBe('ok')
    expect(keyOf({ type: 'quick', message: 'chat_quick_here' }, 'rider')).toBe('invalid_input')
    expect(keyOf({ type: 'quick', message: 'chat_closed' })).toBe('invalid_input')
    for (const source of chatSources)
      for (const status of ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE'] as const)
        for (const key of quickRepliesOf(source, status)) {
          expect(english).toHaveProperty(key)
          expect(keyOf({ type: 'quick', message: key }, source)).toBe('ok')
        }
  })

  it('depends on the status of the trip: none about the pickup after the end [design/chat-4]', () => {
    expect(quickRepliesOf('driver', 'ARRIVED')).toContain('chat_quick_here')
    for (const status of ['STARTED', 'PAID'] as const)
      expect(quickRepliesOf('driver', status)).not.toContain('chat_quick_here')
    expect(quickRepliesOf('rider', 'COMPLETE')).toContain('chat_quick_left')
  })
})

describe('numbers without AllowCalls [design/chat-12]', () => {
  const trip = {
    ...accepted(),
    customer_contact: '+59899000001',
    driver_contact: '+59899000002',
    deliveryPersonPhone: '+59899000003',
  }
  const textOf = (role: 'rider' | 'driver' | 'admin', calls: boolean) => {
    const id = { rider: trip.customer, driver: trip.driver ?? '', admin: 'admin-one' }[role]
    return JSON.stringify(viewOf(trip, { role, id }, { calls }))
  }

  it('are hidden from the other side; the receiver’s number is hidden from the courier, not from sender and office', () => {
    expect(textOf('rider', true)).toContain('+59899000002')
    expect(textOf('rider', false)).not.toContain('+59899000002')
    expect(textOf('driver', true)).toContain('+59899000001')
    expect(textOf('driver', false)).not.toContain('+59899000001')
    expect(textOf('driver', true)).toContain('+59899000003')
    expect(textOf('driver', false)).not.toContain('+59899000003')
    expect(textOf('rider', false)).toContain('+59899000003')
    expect(textOf('admin', false)).toMatch(/\+59899000001.*\+59899000002.*\+59899000003/)
  })
})
