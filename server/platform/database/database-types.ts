import pg from 'pg'

const INT8 = 20
const NUMERIC = 1700
const TIMESTAMPTZ = 1184
const DATE = 1082
const ARRAYS: Record<number, number> = { 1016: INT8, 1231: NUMERIC, 1185: TIMESTAMPTZ, 1182: DATE }

const safeInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`the database returned ${text}, which is not a safe integer`)
  return value
}

const safeNumeric = (text: string): number => {
  const value = Number(text)
  if (Number.isNaN(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Error(`the database returned ${text}, which is not a safe number`)
  return value
}

const parseDate = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date | number
/** ms since 1970, rounded down to a whole millisecond. */
const milliseconds = (text: string): number => Number(parseDate(text))

const scalars: Record<number, (text: string) => unknown> = {
  [INT8]: safeInteger,
  [NUMERIC]: safeNumeric,
  [TIMESTAMPTZ]: milliseconds,
  [DATE]: (text) => text,
}

/** Arrays of these types hold no quotes, commas or nested arrays within their elements except timestamps' quotes. */
const arrayOf =
  (element: (text: string) => unknown) =>
  (text: string): unknown[] =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((item) => (item === 'NULL' ? null : element(item.replaceAll('"', ''))))

/** Reads int8 and numeric as safe numbers and timestamptz as ms, for our pools only, not for the whole process. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      const scalar = scalars[oid] ?? undefined
      if (scalar) return scalar
      const element = scalars[ARRAYS[oid] ?? 0]
      if (element) return arrayOf(element)
    }
    return pg.types.getTypeParser(oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}
