import { describe, expect, it } from 'vitest'
import { mustWait, positionsFor } from './action-positions.ts'
import type { PendingAction } from './action-sender.ts'

const unsent = (count: number) => Array.from({ length: count }, (_, i) => ({ seq: i + 1, at: i + 1, lat: 1, lng: 2 }))
const pressed = (more: Partial<PendingAction> = {}): PendingAction => ({
  bookingId: 'B',
  action: 'reach',
  key: 'key',
  body: {},
  pressedAt: 501,
  ...more,
})

describe('the positions of an action [design/tracking-3]', () => {
  it('the end of a trip carries all that are not sent, at most 500; an arrival the last one', () => {
    expect(positionsFor('reach', unsent(500))).toEqual({ fixes: unsent(500) })
    expect(positionsFor('couldNotDeliver', unsent(501))).toEqual({})
    expect(positionsFor('arrive', unsent(501))).toEqual({ fix: unsent(501).at(-1) })
    expect(positionsFor('pay', unsent(2))).toEqual({})
  })

  it('with more, the end waits until those from before the press are sent [design/moves-96]', () => {
    expect(mustWait(pressed(), unsent(501))).toBe(true)
    expect(mustWait(pressed(), unsent(501).slice(-1))).toBe(true)
    // of after the press
    expect(mustWait(pressed(), [{ seq: 502, at: 502, lat: 1, lng: 2 }])).toBe(false)
    expect(mustWait(pressed({ body: { fixes: unsent(3) } }), unsent(3))).toBe(false)
    expect(mustWait(pressed({ action: 'pay' }), unsent(501))).toBe(false)
  })

  it('does not wait while the server takes the positions of another phone: it carries the newest', () => {
    expect(positionsFor('reach', unsent(501), true)).toEqual({ fixes: unsent(501).slice(1) })
    expect(mustWait(pressed(), unsent(501), true)).toBe(false)
  })
})
