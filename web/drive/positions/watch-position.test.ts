import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Reading } from './position-queue.ts'
import { watchPosition, type Where } from './watch-position.ts'

const minute = 60_000

/** A device that reports a position only when it changes, as browsers do. */
const standing = (answers: boolean) => {
  const reading = (): GeolocationPosition =>
    ({
      coords: { latitude: -34.9, longitude: -56.2, accuracy: 5, heading: null, speed: null },
      timestamp: Date.now(),
    }) as unknown as GeolocationPosition
  const failure = { code: 3, PERMISSION_DENIED: 1 } as GeolocationPositionError
  const sent: Reading[] = []
  const seen: Where[] = []
  let asked = 0
  const stop = watchPosition({
    geolocation: {
      watchPosition: (onPosition) => {
        onPosition(reading())
        return 1
      },
      clearWatch: () => undefined,
      getCurrentPosition: (onPosition, onFailure) => {
        asked++
        setTimeout(() => (answers ? onPosition(reading()) : onFailure?.(failure)), 1000)
      },
    },
    serverNow: () => Date.now(),
    send: (one) => sent.push(one),
    onWhere: (where) => seen.push(where),
  })
  return { sent, seen, stop, asked: () => asked }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a driver that does not move', () => {
  it('keeps sending for hours, never more than 20 s apart (W3 of the review)', () => {
    const { sent, stop } = standing(true)
    vi.advanceTimersByTime(120 * minute)
    stop()
    const gaps = sent.slice(1).map((one, i) => one.at - sent[i]!.at)
    expect(sent.at(-1)!.at).toBeGreaterThan(Date.now() - 20_000)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(20_000)
    expect(Math.min(...gaps)).toBeGreaterThan(0)
  })

  it('asks the device about once a minute, not more', () => {
    const { stop, asked } = standing(true)
    vi.advanceTimersByTime(60 * minute)
    stop()
    expect(asked()).toBeGreaterThan(45)
    expect(asked()).toBeLessThanOrEqual(60)
  })

  it('sends nothing after five minutes without an answer of the device, and says that the position is lost', () => {
    const { sent, seen, stop } = standing(false)
    const begun = Date.now()
    vi.advanceTimersByTime(20 * minute)
    stop()
    expect(sent.at(-1)!.at).toBeLessThanOrEqual(begun + 5 * minute)
    expect(seen.at(-1)).toEqual({ state: 'lost' })
  })

  it('sends nothing once it is over', () => {
    const { sent, stop } = standing(true)
    stop()
    const before = sent.length
    vi.advanceTimersByTime(10 * minute)
    expect(sent.length).toBe(before)
  })
})
