import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../backoffice/settings.ts'
import { exampleDriver, t0 } from '../booking/example-booking.ts'
import { kmPerMile } from '../kit/distance.ts'
import type { DriverFacts } from './driver.ts'
import { eligibleDrivers, type SearchQuery, type SearchSettings } from './eligible-drivers.ts'
import { isLive, releaseAt, searchState, searchWindow } from './search.ts'
import { dropArea } from './view-offer.ts'

const pickup = { lat: -34.9, lng: -56.16 }
const query = { pickup, carTypeId: 'economy' }
const north = (km: number, at = t0) => ({ lat: pickup.lat + km / 111.19508, lng: pickup.lng, at })
const reason = (
  driver: Partial<DriverFacts>,
  settings: Partial<SearchSettings> = {},
  more: Partial<SearchQuery> = {},
) =>
  eligibleDrivers(
    [{ ...exampleDriver, ...driver }],
    { ...query, ...more },
    { ...defaultSettings, ...settings },
    t0 + 1000,
  )[0]?.reason

describe('eligibleDrivers [dispatch-1], [dispatch-2], [design/dispatch-1]', () => {
  test.each<[string, Partial<DriverFacts>, Partial<SearchSettings>, string | null]>([
    ['accepts a free driver nearby', {}, {}, null],
    ['drops an unapproved driver', { approved: false }, {}, 'not-approved'],
    ['drops an inactive driver', { active: false }, {}, 'offline'],
    ['drops a busy driver [dispatch-4]', { busy: true }, {}, 'busy'],
    ['drops another car type', { carTypeId: 'xl' }, {}, 'other-car-type'],
    ['drops a driver without a car type', { carTypeId: null }, {}, 'other-car-type'],
    ['drops a driver without a location', { position: null }, {}, 'no-position'],
    ['accepts a location 60 s old', { position: north(0, t0 - 59_000) }, {}, null],
    ['drops an older location', { position: north(0, t0 - 59_001) }, {}, 'stale-position'],
    ['accepts within the default radius of 10 km [dispatch-3]', { position: north(9.999) }, {}, null],
    ['drops beyond the radius', { position: north(10.01) }, {}, 'too-far'],
    [
      'accepts within 10 miles with convert_to_mile',
      { position: north(10 * kmPerMile - 0.01) },
      { convert_to_mile: true },
      null,
    ],
    ['drops beyond 10 miles', { position: north(10 * kmPerMile + 0.01) }, { convert_to_mile: true }, 'too-far'],
    ['accepts exactly at the radius', { position: north(0) }, { driverRadius: 0 }, null],
    ['accepts a negative wallet with negativeBalance on', { walletBalance: -1 }, {}, null],
    [
      'drops a negative wallet with negativeBalance off',
      { walletBalance: -1 },
      { negativeBalance: false },
      'negative-balance',
    ],
    [
      'accepts a driver who owes the limit',
      { walletBalance: -100_00 },
      { negativeBalance: false, driverDebtLimit: 100 },
      null,
    ],
    [
      'drops a driver who owes more than the limit',
      { walletBalance: -100_01 },
      { negativeBalance: false, driverDebtLimit: 100 },
      'negative-balance',
    ],
  ])('%s', (_, driver, settings, expected) => expect(reason(driver, settings)).toBe(expected))

  test('drops an excluded driver', () => {
    const excluded = new Map([['driver-one', 'asked-just-now'] as const])
    expect(reason({}, {}, { excluded })).toBe('asked-just-now')
  })
})

describe('search for drivers', () => {
  const now = { bookLater: false, tripdate: t0, bookingDate: t0, releaseAt: t0 }
  const tripdate = t0 + 60 * 60_000
  const later = { bookLater: true, tripdate, bookingDate: t0, releaseAt: tripdate - 20 * 60_000 }

  test('searches for Book Now at once for searchMinutes, not with autoDispatch off [design/dispatch-8]', () => {
    expect(searchWindow(now, defaultSettings, t0)).toEqual({ searchStartedAt: t0, searchUntil: t0 + 600_000 })
    expect(searchWindow(now, { ...defaultSettings, autoDispatch: false }, t0)).toBe(null)
  })
  test('searches for Book Later from releaseMinutes before its time until searchMinutes after it [design/dispatch-23]', () => {
    const release = later.tripdate - 20 * 60_000
    expect(releaseAt(later, defaultSettings)).toBe(release)
    expect(searchWindow(later, defaultSettings, release - 1)).toBe(null)
    expect(searchWindow(later, defaultSettings, release)?.searchUntil).toBe(later.tripdate + 600_000)
  })
  test('searchState is waiting, searching, no-driver, or null after NEW [design/dispatch-13]', () => {
    expect(searchState({ status: 'NEW', searchUntil: null }, t0)?.state).toBe('waiting')
    expect(searchState({ status: 'NEW', searchUntil: t0 + 1 }, t0)?.state).toBe('searching')
    expect(searchState({ status: 'NEW', searchUntil: t0 }, t0)?.state).toBe('no-driver')
    expect(searchState({ status: 'ACCEPTED', searchUntil: null }, t0)).toBe(null)
  })
  test('an offer is live until its time, exclusive [design/dispatch-15]', () => {
    expect(isLive({ expiresAt: t0 + 1, outcome: null }, t0)).toBe(true)
    expect(isLive({ expiresAt: t0, outcome: null }, t0)).toBe(false)
    expect(isLive({ expiresAt: t0 + 1, outcome: 'closed' }, t0)).toBe(false)
  })
})

test.each([
  ['Avenida 18 de Julio 1234, Montevideo', 'Avenida 18 de Julio, Montevideo'],
  ['Terminal Tres Cruces, Bulevar Artigas 1825, Montevideo', 'Bulevar Artigas, Montevideo'],
  ['Plaza Independencia, Montevideo', 'Montevideo'],
  ['Terminal Tres Cruces, La Blanqueada, Montevideo', 'La Blanqueada, Montevideo'],
  ['Rivera 2000 bis', 'Rivera'],
  ['Calle 7 12A, Punta Gorda, Montevideo', 'Calle 7, Montevideo'],
  // one part names the place itself [design/access-7]
  ['Clinic of Doctor Perez', ''],
  ['Home', ''],
  ['Rivera 2000, Montevideo (“clinic, ring at 12B”)', 'Rivera, Montevideo'],
  ['“clinic, Rivera 2000”', ''],
  ['', ''],
])('shows %j as %j before ACCEPTED [design/access-7]', (address, area) => {
  expect(dropArea(address)).toBe(area)
})
