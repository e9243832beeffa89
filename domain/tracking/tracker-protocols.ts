import { toHundredth, type Fix } from './tracking-api.ts'

/** A position from a companion app; the server numbers it. */
export type Reading = Omit<Fix, 'seq'>

/** What a companion app sent: its token as it claims it, and its readable positions, the oldest first. */
export interface TrackerReport {
  readonly token: string
  readonly readings: readonly Reading[]
}

type Fields = Readonly<Record<string, unknown>>

/** The names of the OsmAnd protocol that are read [design/tracking-32]. */
export const trackerFields = [
  'id',
  'deviceid',
  'lat',
  'lon',
  'timestamp',
  'accuracy',
  'hdop',
  'bearing',
  'heading',
  'valid',
] as const

type TrackerFields = Readonly<Partial<Record<(typeof trackerFields)[number], string>>>

/** Where the driver's companion app posts [design/tracking-31]. */
export const trackerPath = '/tracker'

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** A finite number, also as text; an empty text is not a number. */
const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const within = (value: unknown, least: number, most: number): number | undefined => {
  const number = numberOf(value)
  return number !== undefined && number >= least && number <= most ? number : undefined
}

/** Numbers below this are seconds since 1970, others milliseconds. */
const secondsBelow = 2 ** 31
/** The year 2100, ms. */
const latestMs = 4_102_444_800_000

/** Seconds or milliseconds since 1970, or a date and time in ISO 8601, in UTC where it names no zone. Milliseconds. */
const timeOf = (value: unknown): number | undefined => {
  const number = numberOf(value)
  const zoned = (text: string) => (/(z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`)
  const ms =
    number !== undefined
      ? number < secondsBelow
        ? number * 1000
        : number
      : typeof value === 'string' && /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(value)
        ? // oxlint-disable-next-line no-restricted-globals -- reads the given time, not the clock
          Date.parse(zoned(value.replace(' ', 'T')))
        : Number.NaN
  return Number.isFinite(ms) && ms >= 0 && ms <= latestMs ? Math.round(ms) : undefined
}

interface Claim {
  readonly lat: unknown
  readonly lng: unknown
  /** absent: now */
  readonly at: unknown
  /** metres */
  readonly accuracy: unknown
  readonly heading: unknown
  /** m/s */
  readonly speed?: unknown
}

/** Absent for what is no position. A phone without one reports 0, 0; unknown values are -1. */
const readingOf = (claim: Claim, now: number): Reading[] => {
  const [lat, lng] = [within(claim.lat, -90, 90), within(claim.lng, -180, 180)]
  const at = claim.at === undefined || claim.at === '' ? now : timeOf(claim.at)
  if (lat === undefined || lng === undefined || at === undefined || (lat === 0 && lng === 0)) return []
  const accuracy = within(claim.accuracy, 0, Number.MAX_VALUE)
  const heading = within(claim.heading, 0, 360)
  const speed = within(claim.speed, 0, 1000)
  return [
    {
      at,
      lat,
      lng,
      ...(accuracy === undefined ? {} : { accuracy: toHundredth(Math.min(accuracy, 100_000)) }),
      ...(heading === undefined ? {} : { heading: toHundredth(heading) }),
      ...(speed === undefined ? {} : { speed: toHundredth(speed) }),
    },
  ]
}

/**
 * One position in the fields of the OsmAnd protocol. Its speed is not read: apps send it in knots, km/h or m/s. OsmAnd
 * sends its accuracy in metres as `hdop`.
 */
const ofFields = (fields: TrackerFields, now: number): Reading[] =>
  fields.valid === 'false' || fields.valid === '0'
    ? []
    : readingOf(
        {
          lat: fields.lat,
          lng: fields.lon,
          at: fields.timestamp,
          accuracy: fields.accuracy ?? fields.hdop,
          heading: fields.bearing ?? fields.heading,
        },
        now,
      )

/** One position, or a list of them, in the JSON of the Traccar client. */
const ofJson = (body: Fields, now: number): Reading[] => {
  const { location } = body
  return (Array.isArray(location) ? (location as unknown[]) : [location]).flatMap((one) => {
    const { coords, timestamp } = fieldsOf(one)
    const { latitude, longitude, accuracy, heading, speed } = fieldsOf(coords)
    return readingOf({ lat: latitude, lng: longitude, at: timestamp, accuracy, heading, speed }, now)
  })
}

/**
 * Reads a call of the OsmAnd protocol, in the query or in a form, or the JSON of the Traccar client. The formats belong
 * to those apps, so unknown fields are ignored [design/tracking-32]. `now` in ms.
 */
export const readTrackerReport = (fields: TrackerFields, json: unknown, now: number): TrackerReport => {
  const body = fieldsOf(json)
  const token = fields.id ?? fields.deviceid ?? body['device_id']
  const readings = body['location'] === undefined ? ofFields(fields, now) : ofJson(body, now)
  return {
    token: typeof token === 'string' ? token.trim() : '',
    readings: readings.sort((a, b) => a.at - b.at),
  }
}
