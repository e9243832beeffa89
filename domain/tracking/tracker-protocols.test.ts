import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fix } from './tracking-api.ts'
import { readTrackerReport } from './tracker-protocols.ts'

const now = 1_790_000_000_000
const read = (fields: Record<string, string>, json?: unknown) => readTrackerReport(fields, json, now)
const readings = (fields: Record<string, string>, json?: unknown) => read(fields, json).readings
const here = { id: 'token', lat: '-34.9', lon: '-56.1' }

describe('the OsmAnd protocol [design/tracking-32]', () => {
  it('reads what OsmAnd and older Traccar clients send', () => {
    const sent = {
      ...here,
      timestamp: '1789999990',
      hdop: '6.5',
      altitude: '43',
      speed: '12',
      bearing: '90',
      batt: '80',
    }
    expect(read(sent)).toEqual({
      token: 'token',
      readings: [{ at: 1_789_999_990_000, lat: -34.9, lng: -56.1, accuracy: 6.5, heading: 90 }],
    })
    expect(readings({ ...sent, accuracy: '4' })).toMatchObject([{ accuracy: 4 }])
    expect(read({ deviceid: ' other ', lat: '1', lon: '2' }).token).toBe('other')
  })

  it.each([
    ['seconds', '1789999990', 1_789_999_990_000],
    ['milliseconds', '1789999990123', 1_789_999_990_123],
    ['ISO 8601 with a zone', '2026-09-21T10:13:10+02:00', Date.UTC(2026, 8, 21, 8, 13, 10)],
    ['ISO 8601 without one', '2026-09-21T10:13:10', Date.UTC(2026, 8, 21, 10, 13, 10)],
    ['a date and a time', '2026-09-21 10:13:10', Date.UTC(2026, 8, 21, 10, 13, 10)],
  ])('reads a time in %s', (_, timestamp, at) => {
    expect(readings({ ...here, timestamp })).toMatchObject([{ at }])
  })

  it('takes the server’s time for a position without one', () => {
    expect(readings(here)).toMatchObject([{ at: now }])
    expect(readings({ ...here, timestamp: '' })).toMatchObject([{ at: now }])
  })

  it.each<[string, Record<string, string>]>([
    ['no place', { id: 'token', batt: '80' }],
    ['an empty place', { ...here, lat: '' }],
    ['no number', { ...here, lon: '1e999' }],
    ['a place outside the world', { ...here, lat: '91' }],
    ['a phone without a fix', { ...here, lat: '0', lon: '0' }],
    ['a fix that the app calls invalid', { ...here, valid: 'false' }],
    ['a time that is none', { ...here, timestamp: 'yesterday' }],
    ['a time after 2100', { ...here, timestamp: '99999999999999' }],
  ])('reads no position from %s', (_, fields) => {
    expect(readings(fields)).toEqual([])
  })

  it('leaves out what is unknown, and gives fixes that the judgement takes', () => {
    const [odd] = readings({ ...here, accuracy: '-1', bearing: '-1', speed: '-1' })
    expect(odd).toEqual({ at: now, lat: -34.9, lng: -56.1 })
    const [coarse] = readings({ ...here, accuracy: '5000000', heading: '360' })
    expect(fix.safeParse({ ...coarse, seq: 1 }).success).toBe(true)
  })

  it('rounds to hundredths what the database stores as real, as for the driver app [design/tracking-41]', () => {
    const tiny = { accuracy: 1e-300, heading: 89.996, speed: 1e-46 }
    const rounded = { accuracy: 0, heading: 90, speed: 0 }
    const coords = { latitude: 1, longitude: 2, ...tiny }
    expect(readings({}, { location: { timestamp: now, coords }, device_id: 'token' })).toMatchObject([rounded])
    expect(fix.parse({ seq: 1, at: now, lat: 1, lng: 2, ...tiny })).toMatchObject(rounded)
  })
})

describe('the JSON of the Traccar client [design/tracking-32]', () => {
  const location = (timestamp: string, more: object = {}) => ({
    timestamp,
    coords: { latitude: -34.9, longitude: -56.1, accuracy: 7.2, speed: 8.5, heading: 270, altitude: 43, ...more },
    is_moving: true,
    battery: { level: 0.8, is_charging: false },
  })

  it('reads one position, with its speed in m/s', () => {
    expect(read({}, { location: location('2026-09-21T10:13:10.250Z'), device_id: 'token' })).toEqual({
      token: 'token',
      readings: [
        { at: Date.UTC(2026, 8, 21, 10, 13, 10, 250), lat: -34.9, lng: -56.1, accuracy: 7.2, heading: 270, speed: 8.5 },
      ],
    })
  })

  it('reads a batch in the order of its times, without what is no position', () => {
    const batch = [location('2026-09-21T10:13:12Z'), location('2026-09-21T10:13:10Z', { speed: -1 }), null, 7, {}]
    const [first, second, ...rest] = readings({ id: 'token' }, { location: batch })
    expect([second!.at - first!.at, first!.speed, rest]).toEqual([2000, undefined, []])
  })

  it.each([[null], [7], ['text'], [[]], [{ location: 'text' }], [{ location: { coords: [] } }], [{ device_id: 7 }]])(
    'reads nothing from %j',
    (json) => {
      expect(read({}, json)).toEqual({ token: '', readings: [] })
    },
  )
})

it('reads anything without a fault, and only what the judgement takes', () => {
  const text = fc.oneof(fc.string(), fc.double().map(String), fc.constantFrom('1e400', '-0', 'NaN', '0x10', ' 7 '))
  const names = fc.constantFrom('id', 'lat', 'lon', 'timestamp', 'accuracy', 'hdop', 'bearing', 'valid', '__proto__')
  const coords = fc.dictionary(fc.constantFrom('latitude', 'longitude', 'accuracy', 'speed', 'heading'), fc.anything())
  const location = fc.oneof(fc.anything(), fc.record({ timestamp: fc.anything(), coords }))
  fc.assert(
    fc.property(
      fc.dictionary(names, text),
      fc.oneof(fc.anything(), fc.record({ location: fc.oneof(location, fc.array(location)), device_id: text })),
      (fields, json) => {
        const { token, readings: found } = readTrackerReport(fields, json, now)
        expect(typeof token).toBe('string')
        for (const [seq, reading] of found.entries()) expect(fix.safeParse({ seq, ...reading }).success).toBe(true)
      },
    ),
  )
})
