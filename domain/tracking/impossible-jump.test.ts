import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeFixes, type IncomingFix, type JumpLimits } from './impossible-jump.ts'

const t0 = 1_800_000_000_000
const limits: JumpLimits = { kmPerHour: 200, speedFactor: 1, futureSeconds: 30, oldestHours: 24, forgetSeconds: null }
const fix = (seq: number, seconds: number, km: number, more: Partial<IncomingFix> = {}): IncomingFix => ({
  seq,
  at: t0 + seconds * 1000,
  lat: -34.9 + km / 111.195,
  lng: -56.16,
  ...more,
})
const kept = (last: IncomingFix | null, fixes: IncomingFix[], now = t0 + 3_600_000, more = limits) =>
  judgeFixes(last, fixes, more, now).kept.map(({ seq }) => seq)

describe('judgeFixes [design/tracking-4]', () => {
  test('keeps fixes of a car at 60 km/h', () => {
    expect(kept(null, [fix(1, 0, 0), fix(2, 60, 1), fix(3, 120, 2)])).toEqual([1, 2, 3])
  })
  test('drops a jump and compares the next fix with the last kept one', () => {
    expect(kept(null, [fix(1, 0, 0), fix(2, 4, 8), fix(3, 8, 0.1)])).toEqual([1, 3])
  })
  test('accepts the true place some time after a forged first one', () => {
    expect(kept(fix(1, 0, 500), [fix(2, 60, 0), fix(3, 10 * 3600, 0)], t0 + 20 * 3_600_000)).toEqual([3])
  })
  test('without a trip, forgets a last position after some minutes [design/tracking-37]', () => {
    const free = { ...limits, forgetSeconds: 300 }
    const far = [fix(2, 60, 900), fix(3, 299, 900), fix(4, 301, 900), fix(5, 305, 900.1), fix(6, 310, 0)]
    expect(kept(fix(1, 0, 0), far, undefined, free)).toEqual([4, 5])
    expect(kept(fix(1, 0, 0), [fix(2, 76, 900)], undefined, { ...free, speedFactor: 4 })).toEqual([2])
    expect(kept(fix(1, 0, 0), far)).toEqual([6])
  })
  test('multiplies the limit by the speed of the trial city', () => {
    const last = fix(1, 0, 0)
    expect(kept(last, [fix(2, 10, 2)])).toEqual([])
    expect(kept(last, [fix(2, 10, 2)], undefined, { ...limits, speedFactor: 4 })).toEqual([2])
  })
  test('keeps the noise of a car that does not move', () => {
    expect(kept(fix(1, 0, 0), [fix(2, 1, 0.08, { accuracy: 40 })], undefined)).toEqual([2])
  })
  test('counts at most 100 m of an accuracy, also of the last kept fix [design/tracking-42]', () => {
    const coarse = { accuracy: 100_000 }
    expect(kept(fix(1, 0, 0), [fix(2, 1, 8.8, coarse)])).toEqual([])
    expect(kept(fix(1, 0, 0, coarse), [fix(2, 1, 8.8)])).toEqual([])
    expect(kept(fix(1, 0, 0), [fix(2, 1, 8.8, coarse), fix(3, 2, 8.8)])).toEqual([])
    expect(kept(fix(1, 0, 0), [fix(2, 1, 0.15, coarse)])).toEqual([2])
    expect(kept(fix(1, 0, 0), [fix(2, 1, 0.17, coarse)])).toEqual([])
    expect(kept(fix(1, 0, 0, coarse), [fix(2, 1, 0.25, coarse)])).toEqual([2])
    expect(kept(fix(1, 0, 0, coarse), [fix(2, 1, 0.27, coarse)])).toEqual([])
  })
  test('drops many small jumps at the same time [design/tracking-43]', () => {
    const hops = Array.from({ length: 200 }, (_, i) => fix(i + 2, 1 + i / 1000, (i + 1) * 0.044))
    const last = judgeFixes(fix(1, 0, 0), hops, limits, t0 + 3_600_000).kept.at(-1)
    expect((last!.lat + 34.9) * 111.195).toBeLessThan(0.2)
  })
  test('keeps each number once, in any order of arrival, and does not count repeats as dropped', () => {
    const judged = judgeFixes(
      fix(2, 0, 0),
      [fix(4, 20, 0.2), fix(3, 10, 0.1), fix(2, 0, 0), fix(3, 10, 0.1)],
      limits,
      t0,
    )
    expect(judged.kept.map(({ seq }) => seq)).toEqual([3, 4])
    expect(judged).toMatchObject({ dropped: 0, lastSeq: 4 })
  })
  test('drops fixes that go back in time or come from the future', () => {
    expect(kept(fix(1, 10, 0), [fix(2, 10, 0), fix(3, 9, 0)])).toEqual([])
    expect(kept(null, [fix(1, 31, 0), fix(2, 30, 0)], t0)).toEqual([2])
  })
  test("ignores a last fix in the future, after the server's clock was set back [design/tracking-44]", () => {
    expect(kept(fix(1, 3600, 0), [fix(2, 0, 5), fix(3, 1, 900)], t0 + 2000)).toEqual([2])
    expect(kept(fix(1, 31, 0), [fix(2, 1, 5)], t0)).toEqual([2])
    expect(kept(fix(1, 30, 0), [fix(2, 1, 5)], t0)).toEqual([])
  })
  test('property: a batch sent in two parts gives the same result', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: -2000, max: 2000 })), {
      minLength: 1,
      maxLength: 40,
    })
    fc.assert(
      fc.property(steps, fc.nat(40), (moves, cut) => {
        let [seconds, km] = [0, 0]
        const fixes = moves.map(([s, m], i) => fix(i + 1, (seconds += s), (km += m / 1000)))
        const now = t0 + 3_600_000
        const whole = judgeFixes(null, fixes, limits, now)
        const first = judgeFixes(null, fixes.slice(0, cut), limits, now)
        const last = first.kept.at(-1)
        const second = judgeFixes(last ? { ...last, seq: first.lastSeq } : null, fixes.slice(cut), limits, now)
        expect([...first.kept, ...second.kept]).toEqual(whole.kept)
      }),
    )
  })
})
