import fc, { type Arbitrary } from 'fast-check'

/** A token in a value for text that JSON.stringify cannot write; `toJson` replaces it. */
interface Token {
  readonly place: string
  readonly json: string
}

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

const tokens: readonly Token[] = [
  'NaN',
  'Infinity',
  '-Infinity',
  'undefined',
  '1e308',
  '1e999',
  '-1e999',
  '-0',
  '0x10',
  '01',
  '1.00001',
  '12345.67891',
  '9007199254740993',
  '123456789012345678901234567890',
  '1e-400',
  nested('[', ']', 1000),
  nested('{"a":', '}', 1000).replace('}', '1}'),
  nested('[', ']', 60_000),
  `{"a":1,"a":2,"lat":1,"lat":2,"id":"x","id":"y"}`,
  '{"__proto__":{"usertype":"admin"}}',
  '{"constructor":{"prototype":{"usertype":"admin"}}}',
  '{"toString":null,"valueOf":null,"toJSON":1}',
].map((json, at) => ({ place: `\uE000${at}\uE000`, json }))

const longText = 'A'.repeat(1024 * 1024)
const ofLength = (length: number) => 'ñ'.repeat(length)

const values: readonly unknown[] = [
  ...tokens.map(({ place }) => place),
  null,
  true,
  false,
  '',
  0,
  -1,
  1.5,
  91,
  -91,
  181,
  1e15,
  Number.MAX_SAFE_INTEGER,
  // the last day of Date and the one after it, the year 275760
  8_640_000_000_000_000,
  8_640_000_000_000_001,
  4_102_444_800_001,
  [],
  {},
  [null],
  [[]],
  ['a', 'b'],
  [1, 2, 3],
  { $ne: null },
  { length: 1e9 },
  '\0',
  'a\0b',
  '\ud800',
  '\udfff tail',
  'head \udbff',
  '\u202Eevil',
  '1',
  'true',
  'null',
  'NaN',
  '0x1f',
  '1,2',
  '-34.9,-56.1,1',
  '91,0',
  '1e3,1e3',
  '275760-09-13',
  '2026-02-30',
  '+1e6',
  '٣',
  '𝟙',
  ofLength(41),
  ofLength(301),
  ofLength(4001),
  longText,
]

export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...values) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.double() },
)

/** JSON of a value, with the tokens replaced. */
export const toJson = (value: unknown): string =>
  tokens.reduce((json, token) => json.replaceAll(JSON.stringify(token.place), token.json), JSON.stringify(value) ?? '')

/** Keys that a body must not smuggle in: columns of tables, fields of views, and what every object inherits. */
export const strayKeys = (columns: readonly string[]): Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...columns),
    fc.constantFrom('usertype', 'approved', 'walletBalance', 'fleetadmin', 'driver_share', 'status', 'otp', 'customer'),
    fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'prototype', 'then', 'toJSON', '$where', ''),
    fc.string({ maxLength: 8 }),
  )
