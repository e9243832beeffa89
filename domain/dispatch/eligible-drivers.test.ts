import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../backoffice/settings.ts'
import { exampleDriver, t0 } from '../booking/example-booking.ts'
import { kmPerMile } from '../kit/distance.ts'
import { dropArea } from './drop-area.ts'
import type { DriverFacts } from './driver.ts'
import { eligibleDrivers, hasFreeDriver, type SearchSettings } from './eligible-drivers.ts'
import { isLive, releaseAt, searchState, searchWindow, sweepDecision } from './search.ts'

const pickup = { lat: -34.9, lng: -56.16 }
const ask = { pickup, carTypeId: 'economy' }
const north = (km: number, at = t0) => ({ lat: pickup.lat + km / 111.19508, lng: pickup.lng, at })
const reason = (driver: Partial<DriverFacts>, settings: Partial<SearchSettings> = {}, declined: string[] = []) =>
  eligibleDrivers(
    [{ ...exampleDriver, ...driver }],
    { ...ask, declined: new Set(declined) },
    { ...defaultSettings, ...settings },
    t0 + 1000,
  )[0]?.reason

describe('spec 1 §5 Book Now, design §8 Eligible', () => {
  test.each<[string, Partial<DriverFacts>, Partial<SearchSettings>, string | null]>([
    ['passes', {}, {}, null],
    ['not approved', { approved: false }, {}, 'not-approved'],
    ['not active', { active: false }, {}, 'offline'],
    ['queued', { busy: true }, {}, 'busy'],
    ['another car type', { carTypeId: 'xl' }, {}, 'other-car-type'],
    ['no car type', { carTypeId: null }, {}, 'other-car-type'],
    ['no location', { position: null }, {}, 'no-position'],
    ['location 60 s old', { position: north(0, t0 - 59_000) }, {}, null],
    ['older than that', { position: north(0, t0 - 59_001) }, {}, 'stale-position'],
    ['the default radius of 10 km', { position: north(9.999) }, {}, null],
    ['beyond it', { position: north(10.01) }, {}, 'too-far'],
    ['miles with convert_to_mile', { position: north(10 * kmPerMile - 0.01) }, { convert_to_mile: true }, null],
    ['beyond them', { position: north(10 * kmPerMile + 0.01) }, { convert_to_mile: true }, 'too-far'],
    ['the radius itself is within', { position: north(0) }, { driverRadius: 0 }, null],
    ['in debt, allowed', { walletBalance: -1 }, {}, null],
    ['in debt, not allowed', { walletBalance: -1 }, { negativeBalance: false }, 'negative-balance'],
  ])('%s', (_, driver, settings, expected) => expect(reason(driver, settings)).toBe(expected))

  test('declined stays declined', () => expect(reason({}, {}, ['driver-one'])).toBe('declined'))

  test('the Book Now check is the same question', () => {
    const busy = { ...exampleDriver, busy: true }
    expect(hasFreeDriver([busy], ask, defaultSettings, t0)).toBe(false)
    expect(hasFreeDriver([busy, exampleDriver], ask, defaultSettings, t0)).toBe(true)
  })
})

describe('design §8 Search', () => {
  const now = { bookLater: false, tripdate: t0, bookingDate: t0, releaseAt: t0 }
  const tripdate = t0 + 60 * 60_000
  const later = { bookLater: true, tripdate, bookingDate: t0, releaseAt: tripdate - 20 * 60_000 }

  test('Book Now is searched at once for searchMinutes; not with autoDispatch off', () => {
    expect(searchWindow(now, defaultSettings, t0)).toEqual({ searchStartedAt: t0, searchUntil: t0 + 600_000 })
    expect(searchWindow(now, { ...defaultSettings, autoDispatch: false }, t0)).toBe(null)
  })
  test('Book Later from releaseMinutes before its time until searchMinutes after it', () => {
    const release = later.tripdate - 20 * 60_000
    expect(releaseAt(later, defaultSettings)).toBe(release)
    expect(searchWindow(later, defaultSettings, release - 1)).toBe(null)
    expect(searchWindow(later, defaultSettings, release)?.searchUntil).toBe(later.tripdate + 600_000)
  })
  test('the visible state', () => {
    expect(searchState({ status: 'NEW', searchUntil: null }, t0)?.state).toBe('waiting')
    expect(searchState({ status: 'NEW', searchUntil: t0 + 1 }, t0)?.state).toBe('searching')
    expect(searchState({ status: 'NEW', searchUntil: t0 }, t0)?.state).toBe('no-driver')
    expect(searchState({ status: 'ACCEPTED', searchUntil: null }, t0)).toBe(null)
  })
  test('an offer lives until its time, exclusive', () => {
    expect(isLive({ expiresAt: t0 + 1, outcome: null }, t0)).toBe(true)
    expect(isLive({ expiresAt: t0, outcome: null }, t0)).toBe(false)
    expect(isLive({ expiresAt: t0 + 1, outcome: 'closed' }, t0)).toBe(false)
  })

  const driver = (id: string, km: number, why: 'busy' | null = null) => ({
    driver: { ...exampleDriver, id },
    km,
    reason: why,
  })
  const offer = (id: string, expiresAt: number, outcome: 'declined' | 'closed' | null = null) => ({
    driver: id,
    kind: 'dispatch' as const,
    expiresAt,
    outcome,
  })
  test('a sweep offers to who is new, renews what ran out, leaves live, declined and ineligible alone', () => {
    const decision = sweepDecision(
      { searchUntil: t0 + 100_000 },
      [offer('live', t0 + 1), offer('ran-out', t0), offer('declined', t0, 'declined'), offer('closed', t0, 'closed')],
      [
        driver('new', 3),
        driver('live', 1),
        driver('ran-out', 2),
        driver('declined', 1),
        driver('closed', 4),
        driver('b', 1, 'busy'),
      ],
      20,
      t0,
    )
    if (decision.over) throw new Error('over')
    expect(decision.offer.map((d) => d.driver.id)).toEqual(['ran-out', 'new', 'closed'])
    expect(decision.renew).toEqual(['ran-out', 'closed'])
    expect(decision.expiresAt).toBe(t0 + 20_000)
  })
  test('an offer never outlives the search, and the search ends', () => {
    const soon = sweepDecision({ searchUntil: t0 + 5000 }, [], [driver('new', 1)], 20, t0)
    expect(soon).toMatchObject({ over: false, expiresAt: t0 + 5000 })
    expect(sweepDecision({ searchUntil: t0 }, [], [driver('new', 1)], 20, t0)).toEqual({ over: true })
  })
})

test.each([
  ['Avenida 18 de Julio 1234, Montevideo', 'Avenida 18 de Julio, Montevideo'],
  ['Terminal Tres Cruces, Bulevar Artigas 1825, Montevideo', 'Bulevar Artigas, Montevideo'],
  ['Plaza Independencia, Montevideo', 'Montevideo'],
  ['Terminal Tres Cruces, La Blanqueada, Montevideo', 'La Blanqueada, Montevideo'],
  ['Rivera 2000 bis', 'Rivera'],
  ['Calle 7 12A, Punta Gorda, Montevideo', 'Calle 7, Montevideo'],
])('trust-and-speed §1.8: of %j a driver sees %j before ACCEPTED', (address, area) => {
  expect(dropArea(address)).toBe(area)
})
