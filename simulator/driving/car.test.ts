import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drive, park, type Car } from './car.ts'
import type { Place } from './route-walker.ts'
import { layOut } from './route-walker.ts'
import { makeRest } from '../rest.ts'

const a = { lat: -34.9, lng: -56.2 }
const b = { lat: -34.9, lng: -56.19 }

beforeEach(() => vi.useFakeTimers({ now: 0 }))
afterEach(() => vi.useRealTimers())

const carAt = (at: { lat: number; lng: number }, speed: number) => {
  const pushed: { place: Place; at: number; onTrip: boolean }[] = []
  const stop = new AbortController()
  const car: Car = {
    call: () => Promise.reject(new Error('not called')),
    feed: {
      push: (place, when, onTrip) => pushed.push({ place, at: when, onTrip }),
      unsent: () => [],
      last: () => pushed.at(-1)?.place,
    },
    rest: makeRest(stop.signal),
    speed,
    at,
  }
  return { car, pushed }
}

it('drives four times as fast at speed 4 and sends a position each second, the last one at the end', async () => {
  const { car, pushed } = carAt(a, 4)
  const there = drive(car, layOut([a, b], 100), { onTrip: true, stepMs: 1000, isActive: () => true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await there).toBe(true)
  expect(pushed).toHaveLength(26)
  expect(pushed.map(({ at }) => at)).toEqual(Array.from({ length: 26 }, (_, second) => second * 1000))
  expect(pushed[0]?.place).toMatchObject(a)
  expect(pushed.at(-1)?.place).toMatchObject(b)
  expect(car.at).toMatchObject(b)
})

it('stops where it is when the trip ends', async () => {
  const { car } = carAt(a, 1)
  let mine = true
  const there = drive(car, layOut([a, b], 100), { onTrip: true, stepMs: 1000, isActive: () => mine })
  await vi.advanceTimersByTimeAsync(50_500)
  mine = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(await there).toBe(false)
  expect(car.at.lng).toBeCloseTo(-56.195, 4)
})

it('does not jump after the computer slept', async () => {
  const { car, pushed } = carAt(a, 1)
  const there = drive(car, layOut([a, b], 100), { onTrip: true, stepMs: 1000, isActive: () => true })
  await vi.advanceTimersByTimeAsync(1500)
  vi.setSystemTime(3_600_000)
  await vi.advanceTimersByTimeAsync(1000)
  const [before, after] = pushed.slice(-2)
  expect(Math.abs((after?.place.lng ?? 0) - (before?.place.lng ?? 0))).toBeLessThanOrEqual(0.000301)
  await vi.advanceTimersByTimeAsync(200_000)
  expect(await there).toBe(true)
})

it('repeats its position every 15 s until the time is over', async () => {
  const { car, pushed } = carAt(a, 4)
  car.feed.push({ ...a, heading: 0 }, 0, false)
  const done = park(car, 40_000, { onTrip: false, isActive: () => true })
  await vi.advanceTimersByTimeAsync(40_000)
  await done
  expect(pushed.map(({ at }) => at)).toEqual([0, 15_000, 30_000])
})
