import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seeded } from '../testing/seeded.ts'
import { expectedTime, factorsAt, rangeWithoutFactors, type FactorTable } from './expected-time.ts'
import { hourOfWeek, hoursOfWeek, roadClasses, type FreeSeconds, type RoadClass } from './road-classes.ts'
import { enoughWeight, mostFactor, suggestFactors, type LearnedCells } from './suggest-factors.ts'
import { cellOf, driverLimit, type CellSample, type TrafficCell } from './traffic-cell.ts'
import { isLearnedFrom, samplesOf, type DrivenStretch } from './trip-samples.ts'

const zone = 'America/Montevideo'
const nothing: FreeSeconds = { motorway: 0, main: 0, street: 0, mixed: 0, ferry: 0 }

describe('hours of the week [design/maps-138]', () => {
  it.each([
    ['2026-11-22T23:59:00-03:00', zone, 167],
    ['2026-11-23T00:00:00-03:00', zone, 0],
    ['2026-11-23T08:30:00-03:00', zone, 8],
    ['2026-11-29T23:00:00-03:00', zone, 167],
    // the same moment is another hour elsewhere
    ['2026-11-23T00:00:00-03:00', 'Asia/Kolkata', 8],
    // the hour that winter time repeats, and the hours beside the one that summer time leaves out
    ['2026-10-25T02:30:00+02:00', 'Europe/Berlin', 6 * 24 + 2],
    ['2026-10-25T02:30:00+01:00', 'Europe/Berlin', 6 * 24 + 2],
    ['2026-03-29T01:59:00+01:00', 'Europe/Berlin', 6 * 24 + 1],
    ['2026-03-29T03:00:00+02:00', 'Europe/Berlin', 6 * 24 + 3],
  ])('%s in %s is %i', (at, timeZone, hour) => {
    expect(hourOfWeek(Date.parse(at), timeZone)).toBe(hour)
  })

  it('each hour of a week has a distinct number', () => {
    const monday = Date.parse('2026-11-23T00:30:00Z')
    const hours = Array.from({ length: hoursOfWeek }, (_, i) => hourOfWeek(monday + i * 3_600_000, 'UTC'))
    expect(hours).toEqual(Array.from({ length: hoursOfWeek }, (_, i) => i))
  })
})

const start = Date.parse('2026-11-23T08:00:00-03:00')
const hourAt = (at: number) => hourOfWeek(at, zone)

/** Stretches of 30 s without traffic, driven at `factor`. */
const stretches = (count: number, factor: number, free: Partial<FreeSeconds> = { main: 30 }, from = start) => {
  const seconds = Object.values(free).reduce((sum, part) => sum + part, 0)
  return Array.from({ length: count }, (_, i): DrivenStretch => ({
    from: from + i * seconds * factor * 1000,
    to: from + (i + 1) * seconds * factor * 1000,
    free: { ...nothing, ...free },
  }))
}

describe('samples of a trip [design/maps-110]', () => {
  it('compare the driven time of each class with its time without traffic', () => {
    const [first, ...drive] = stretches(8, 1.5)
    expect(samplesOf([first!, ...drive], { hourAt, speed: 1 })).toEqual([
      { roadClass: 'main', at: drive[0]!.from, ratio: 1.5, seconds: 180 },
    ])
  })

  it('waiting at the pickup and at the drop does not count', () => {
    const drive = stretches(8, 1.2)
    const waiting = drive.map((stretch, i) =>
      i === 0
        ? { ...stretch, from: stretch.from - 600_000 }
        : i === 7
          ? { ...stretch, to: stretch.to + 600_000 }
          : stretch,
    )
    expect(samplesOf(waiting, { hourAt, speed: 1 })).toMatchObject([{ ratio: expect.closeTo(1.2) }])
  })

  it('a stop on the way does not count, a wait at a signal does', () => {
    const halt = (seconds: number) =>
      stretches(8, 1).map((stretch, i) => (i === 4 ? { ...stretch, to: stretch.to + seconds * 1000 } : stretch))
    expect(samplesOf(halt(600), { hourAt, speed: 1 })).toMatchObject([{ ratio: 1, seconds: 150 }])
    expect(samplesOf(halt(60), { hourAt, speed: 1 })).toMatchObject([{ ratio: 4 / 3, seconds: 180 }])
  })

  it('a stretch on two classes counts for none, and too little driving is no sample', () => {
    expect(samplesOf(stretches(8, 1, { main: 15, street: 15 }), { hourAt, speed: 1 })).toEqual([])
    expect(samplesOf(stretches(2, 1), { hourAt, speed: 1 })).toEqual([])
    expect(samplesOf(stretches(8, 1, { ferry: 60 }), { hourAt, speed: 1 })).toEqual([])
    expect(samplesOf([], { hourAt, speed: 1 })).toEqual([])
  })

  it('a trip over the full hour gives a sample to both hours', () => {
    const late = stretches(12, 1, { main: 30 }, start + 57 * 60_000)
    expect(samplesOf(late, { hourAt, speed: 1 }).map(({ at }) => hourAt(at))).toEqual([8, 9])
  })

  it('the times of the trial are those of its simulated city', () => {
    expect(samplesOf(stretches(8, 0.5), { hourAt, speed: 4 })).toMatchObject([{ ratio: 2 }])
  })

  it('unfinished trips and trips with an untrusted track do not count; expensive trips do', () => {
    const trip = { endTime: 1, driver: 'a', fareFlags: [] }
    expect(isLearnedFrom(trip)).toBe(true)
    expect(isLearnedFrom({ ...trip, fareFlags: ['above-quote', 'far-from-drop'] })).toBe(true)
    for (const flag of [
      'no-track',
      'match-failed',
      'implausible-distance',
      'too-fast',
      'short-trip',
      'capped',
    ] as const)
      expect(isLearnedFrom({ ...trip, fareFlags: [flag] })).toBe(false)
    expect(isLearnedFrom({ ...trip, endTime: null })).toBe(false)
    expect(isLearnedFrom({ ...trip, driver: null })).toBe(false)
  })
})

const trips = (driver: string, count: number, ratioOf: (i: number) => number): CellSample[] =>
  Array.from({ length: count }, (_, i) => ({ driver, ratio: ratioOf(i), seconds: 200 }))

describe('aggregated samples [design/maps-111]', () => {
  it('one driver has at most a third of the weight', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 3, maxLength: 40 }),
        (weights) => {
          const limit = driverLimit(weights)
          const capped = weights.map((weight) => Math.min(weight, limit))
          const all = capped.reduce((sum, weight) => sum + weight, 0)
          expect(limit).toBeGreaterThan(0)
          expect(Math.max(...capped)).toBeLessThanOrEqual(all / 3 + 1e-9)
        },
      ),
    )
  })

  it('fewer than three drivers have no weight', () => {
    expect(cellOf([])).toMatchObject({ weight: 0, trips: 0, ratio: 1 })
    expect(cellOf([...trips('a', 100, () => 4), ...trips('b', 100, () => 4)])).toMatchObject({
      weight: 0,
      trips: 200,
      drivers: 2,
      ratio: 1,
    })
  })

  it('one dishonest driver cannot move the median outside the range of the other drivers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.8, max: 2, noNaN: true }), { minLength: 4, maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        fc.constantFrom(0.34, 8),
        (ratios, count, lie) => {
          const honest = ratios.flatMap((ratio, i) => trips(`driver ${i % 4}`, 1, () => ratio))
          const { ratio } = cellOf([...honest, ...trips('liar', count, () => lie)])
          expect(ratio).toBeGreaterThanOrEqual(Math.min(...ratios))
          expect(ratio).toBeLessThanOrEqual(Math.max(...ratios))
        },
      ),
    )
  })

  it('one driver with most of the trips cannot move the suggestion outside the range of the others', () => {
    const random = seeded(11)
    const honest = ['a', 'b', 'c', 'd'].flatMap((driver) => trips(driver, 8, () => 1.2 + 0.2 * (random() - 0.5)))
    const before = suggestFactors(only('main', 8, cellOf(honest)), zone).main[8]!.factor
    const after = suggestFactors(only('main', 8, cellOf([...honest, ...trips('liar', 20, () => 8)])), zone).main[8]!
    expect(after.factor).toBeGreaterThanOrEqual(before)
    expect(after.factor - before).toBeLessThan(0.08)
  })
})

const none = (): Record<RoadClass, (TrafficCell | null)[]> => ({
  motorway: Array.from({ length: hoursOfWeek }, () => null),
  main: Array.from({ length: hoursOfWeek }, () => null),
  street: Array.from({ length: hoursOfWeek }, () => null),
})
const only = (roadClass: RoadClass, hour: number, cell: TrafficCell): LearnedCells => {
  const cells = none()
  cells[roadClass][hour] = cell
  return cells
}
const cell = (ratio: number, weight: number): TrafficCell => ({
  ratio,
  low: ratio * 0.9,
  high: ratio * 1.1,
  weight,
  trips: Math.ceil(weight),
  drivers: 5,
  seconds: weight * 200,
})

describe('suggested factors [design/maps-111]', () => {
  it('are 1 without a trip', () => {
    const table = suggestFactors(none(), zone)
    for (const row of [...roadClasses, 'mixed'] as const)
      expect(new Set(table[row].map(({ factor }) => factor))).toEqual(new Set([1]))
  })

  it('recover the factors by which simulated trips were driven', () => {
    const random = seeded(42)
    const truth = (roadClass: RoadClass, hour: number) => {
      const rush = Math.exp(-(((hour % 24) - 8) ** 2) / 8) + Math.exp(-(((hour % 24) - 18) ** 2) / 8)
      return 1 + { motorway: 0.3, main: 0.8, street: 0.4 }[roadClass] * (hour < 120 ? rush : 0.2)
    }
    const cells = none()
    for (const roadClass of roadClasses)
      for (let hour = 0; hour < hoursOfWeek; hour++) {
        // 40 trips of 8 drivers, each by up to 30 % faster or slower than the traffic, some by far
        const samples = Array.from({ length: 40 }, (_, i) => ({
          driver: `driver ${i % 8}`,
          ratio: truth(roadClass, hour) * (i % 20 === 0 ? 3 : 0.7 + 0.6 * random()),
          seconds: 60 + 400 * random(),
        }))
        cells[roadClass][hour] = cellOf(samples)
      }
    const table = suggestFactors(cells, zone)
    const errors = roadClasses.flatMap((roadClass) =>
      table[roadClass].map(({ factor }, hour) => Math.abs(factor / truth(roadClass, hour) - 1)),
    )
    const sorted = errors.toSorted((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(0.04)
    expect(sorted.at(-1)).toBeLessThan(0.2)
  })

  it('few samples change a factor little, and its neighbouring hours and other classes less', () => {
    const little = suggestFactors(only('main', 8, cell(2, 2)), zone)
    const much = suggestFactors(only('main', 8, cell(2, 60)), zone)
    expect(little.main[8]!.factor).toBeGreaterThan(1)
    expect(little.main[8]!.factor).toBeLessThan(1.3)
    expect(much.main[8]!.factor).toBeGreaterThan(1.8)
    for (const near of [much.main[7]!, much.main[9]!, much.street[8]!]) {
      expect(near.factor).toBeGreaterThan(1.2)
      expect(near.factor).toBeLessThan(much.main[8]!.factor)
    }
    expect(much.main[20]!.factor).toBe(1)
    // Sunday 23:00 is before Monday 00:00
    expect(suggestFactors(only('main', 0, cell(2, 60)), zone).main[167]!.factor).toBeGreaterThan(1.2)
  })

  it('stay between half and four times, also on impossible samples', () => {
    expect(suggestFactors(only('main', 8, cell(100, 1e6)), zone).main[8]!.factor).toBe(mostFactor)
    expect(suggestFactors(only('main', 8, cell(0.01, 1e6)), zone).main[8]!.factor).toBe(0.5)
  })

  it('for unknown roads are the mean over the classes, weighted by driving time', () => {
    const cells = none()
    cells.main[8] = cell(2, 60)
    cells.street[8] = cell(1.2, 20)
    const { main, street, mixed } = suggestFactors(cells, zone)
    expect(mixed[8]!.factor).toBeCloseTo(0.75 * main[8]!.factor + 0.25 * street[8]!.factor, 2)
  })

  it('a spread is given until there are enough trips', () => {
    expect(suggestFactors(only('main', 8, cell(2, enoughWeight - 1)), zone).main[8]!.spread).toBeGreaterThan(0.05)
    expect(suggestFactors(only('main', 8, cell(2, enoughWeight)), zone).main[8]!.spread).toBe(0)
    expect(suggestFactors(only('main', 8, cell(2, enoughWeight)), zone).main[9]!.spread).toBeGreaterThan(0.05)
  })
})

describe('expected time [design/maps-112], [design/maps-113]', () => {
  const flat = (factor: number, spread = 0) => Array.from({ length: hoursOfWeek }, () => ({ factor, spread }))
  const table: FactorTable = { timezone: zone, motorway: flat(1), main: flat(2), street: flat(1.5), mixed: flat(1.6) }
  const free: FreeSeconds = { motorway: 60, main: 100, street: 40, mixed: 0, ferry: 600 }

  it('multiplies each class by its factor; ferries are unchanged', () => {
    expect(expectedTime(free, factorsAt(table, start))).toEqual({ seconds: 60 + 200 + 60 + 600, range: null })
    expect(expectedTime({ ...nothing, mixed: 100 }, factorsAt(table, start))).toEqual({ seconds: 160, range: null })
  })

  it('is that of the hour of departure, in the zone of the table', () => {
    const rush = { ...table, main: flat(1).map((one, hour) => (hour === 8 ? { factor: 3, spread: 0 } : one)) }
    const only = { ...nothing, main: 100 }
    expect(expectedTime(only, factorsAt(rush, start)).seconds).toBe(300)
    expect(expectedTime(only, factorsAt(rush, start + 3_600_000)).seconds).toBe(100)
    expect(expectedTime(only, factorsAt({ ...rush, timezone: 'UTC' }, start)).seconds).toBe(100)
  })

  it('is a range where a factor rests on few trips', () => {
    const unsure = { ...table, main: flat(2, 0.2) }
    const { seconds, range } = expectedTime({ ...nothing, main: 400 }, factorsAt(unsure, start))
    expect(seconds).toBe(800)
    expect(range).toEqual({ low: 655, high: 977 })
    expect(expectedTime({ ...nothing, street: 400 }, factorsAt(unsure, start)).range).toBeNull()
  })

  it('is a range of 15 % on either side while no factors are in use; a ferry has none', () => {
    expect(rangeWithoutFactors({ ...nothing, street: 400 })).toEqual({ low: 344, high: 465 })
    expect(rangeWithoutFactors({ ...nothing, ferry: 600 })).toBeNull()
  })
})
