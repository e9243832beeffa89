import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Reading } from './position-queue.ts'
import { watchPosition, type Where } from './watch-position.ts'

const minute = 60_000

/** A device that reports a position only when it changes, as browsers do. */
const standing = (answers: boolean, code = 3, timestamp = () => Date.now(), serverNow = () => Date.now()) => {
  const reading = (latitude = -34.9): GeolocationPosition =>
    ({
      coords: { latitude, longitude: -56.2, accuracy: 5, heading: null, speed: null },
      timestamp: timestamp(),
    }) as unknown as GeolocationPosition
  const failure = { code, PERMISSION_DENIED: 1 } as GeolocationPositionError
  const sent: Reading[] = []
  const seen: Where[] = []
  let asked = 0
  let fail: (() => void) | undefined
  let report: ((latitude: number) => void) | undefined
  const stop = watchPosition({
    geolocation: {
      watchPosition: (onPosition, onFailure) => {
        onPosition(reading())
        fail = () => onFailure?.(failure)
        report = (latitude) => onPosition(reading(latitude))
        return 1
      },
      clearWatch: () => undefined,
      getCurrentPosition: (onPosition, onFailure) => {
        asked++
        setTimeout(() => (answers ? onPosition(reading()) : onFailure?.(failure)), 1000)
      },
    },
    serverNow,
    send: (one) => sent.push(one),
    onWhere: (where) => seen.push(where),
  })
  return {
    sent,
    seen,
    stop,
    asked: () => asked,
    fail: () => fail?.(),
    report: (latitude: number) => report?.(latitude),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a driver that does not move [design/tracking-55]', () => {
  it('keeps sending for hours, never more than 20 s apart [design/tracking-55]', () => {
    const { sent, stop } = standing(true)
    vi.advanceTimersByTime(120 * minute)
    stop()
    const gaps = sent.slice(1).map((one, i) => one.at - sent[i]!.at)
    expect(sent.at(-1)!.at).toBeGreaterThan(Date.now() - 20_000)
    expect(gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]).toBe(15_000)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(20_000)
    expect(Math.min(...gaps)).toBeGreaterThan(0)
  })

  it('asks the device about twice a minute, not more', () => {
    const { stop, asked } = standing(true)
    vi.advanceTimersByTime(60 * minute)
    stop()
    expect(asked()).toBeGreaterThan(75)
    expect(asked()).toBeLessThanOrEqual(120)
  })

  it('sends nothing after five minutes without an answer of the device, and says that the position is lost', () => {
    const { sent, seen, stop } = standing(false)
    const begun = Date.now()
    vi.advanceTimersByTime(20 * minute)
    stop()
    expect(sent.at(-1)!.at).toBeLessThanOrEqual(begun + 5 * minute)
    expect(seen.at(-1)).toEqual({ state: 'lost' })
  })

  it('each repeat carries the time of its reading, at most a minute old', () => {
    const { sent, stop } = standing(true)
    vi.advanceTimersByTime(30 * minute)
    stop()
    const repeats = sent.filter(({ readAt }) => readAt !== undefined)
    expect(repeats.length).toBeGreaterThan(20)
    expect(Math.max(...repeats.map(({ at, readAt = 0 }) => at - readAt))).toBeLessThan(minute)
  })

  it('each repeat carries the time of the last reading when the device gives no new ones', () => {
    const { sent, stop } = standing(false)
    const begun = Date.now()
    vi.advanceTimersByTime(4 * minute)
    stop()
    expect(sent.length).toBeGreaterThan(10)
    expect(new Set(sent.slice(1).map(({ readAt }) => readAt))).toEqual(new Set([begun]))
  })

  it('a reading soon after a repeat is not lost: the next repeat brings the newer place', () => {
    const moved = standing(true)
    vi.advanceTimersByTime(15_500)
    moved.report(-34.95)
    expect(moved.sent.at(-1)!.lat).toBe(-34.9)
    const at = Date.now()
    vi.advanceTimersByTime(16_000)
    moved.stop()
    expect(moved.sent.at(-1)).toMatchObject({ lat: -34.95, readAt: at })

    const soon = standing(true)
    vi.advanceTimersByTime(1499)
    soon.report(-34.95)
    expect(soon.sent).toHaveLength(1)
    vi.advanceTimersByTime(1)
    soon.report(-34.96)
    expect(soon.sent.at(-1)!.lat).toBe(-34.96)
    soon.stop()
  })

  it('an answer of getCurrentPosition counts as current, even with an old timestamp', () => {
    const begun = Date.now()
    const old = standing(true, 3, () => begun)
    vi.advanceTimersByTime(10 * minute)
    old.stop()
    expect(Date.now() - (old.sent.at(-1)!.readAt ?? old.sent.at(-1)!.at)).toBeLessThan(minute)
  })

  it('repeats nothing once the location is switched off, and begins again with the next reading', () => {
    const off = standing(false, 1)
    vi.advanceTimersByTime(20_000)
    const before = off.sent.length
    expect(before).toBeGreaterThan(1)
    off.fail()
    vi.advanceTimersByTime(20 * minute)
    off.stop()
    expect([off.sent.length, off.seen.at(-1)]).toEqual([before, { state: 'denied' }])

    const on = standing(true, 1)
    on.fail()
    const stopped = on.sent.length
    vi.advanceTimersByTime(2 * minute)
    on.stop()
    expect(on.sent.length).toBeGreaterThan(stopped + 4)
  })

  it('sends nothing once it is over', () => {
    const { sent, stop } = standing(true)
    stop()
    const before = sent.length
    vi.advanceTimersByTime(10 * minute)
    expect(sent.length).toBe(before)
  })
})

describe('a clock that is corrected [design/live-67]', () => {
  it('holds back no reading and no repeat until the wrong time has passed', () => {
    let fast = 3 * minute
    const { sent, report, stop } = standing(true, 3, undefined, () => Date.now() + fast)
    fast = 0
    vi.advanceTimersByTime(2000)
    report(-34.8)
    expect(sent.at(-1)).toMatchObject({ lat: -34.8, at: Date.now() })
    const count = sent.length
    vi.advanceTimersByTime(20_000)
    stop()
    expect(sent.length).toBeGreaterThan(count)
  })

  it('a device clock ahead of the satellites makes no reading old; a reading is as much older as it is late', () => {
    let late = 0
    const { sent, report, stop } = standing(true, 3, () => Date.now() - 90_000 - late)
    expect(sent.at(-1)!.at).toBe(Date.now())
    vi.advanceTimersByTime(24_000)
    late = 4000
    report(-34.8)
    expect(sent.at(-1)).toMatchObject({ lat: -34.8, at: Date.now() - 4000 })
    // the clock is set back to the right time
    late = -91_000
    report(-34.7)
    vi.advanceTimersByTime(4000)
    late = -89_000
    report(-34.6)
    expect(sent.at(-1)).toMatchObject({ lat: -34.6, at: Date.now() - 1000 })
    stop()
  })

  it('a device clock that is set back does not end the questions to a silent device', () => {
    let wall = 0
    const { asked, stop } = standing(false, 3, undefined, () => Date.now() + wall)
    wall = 60 * minute
    vi.setSystemTime(Date.now() - wall)
    vi.advanceTimersByTime(40_000)
    stop()
    expect(asked()).toBeGreaterThan(0)
  })
})
