const dates = new Map<string, Intl.DateTimeFormat>()
const numbers = new Map<string, Intl.NumberFormat>()

/**
 * Returns a cached format. Dates are Gregorian in every language, like the date fields [design/web-14]. Creating a
 * format takes far longer than using it, and its memory is outside the heap, where the garbage collector frees it late:
 * a file of a million rows would hold gigabytes. The cache has one format per language and options.
 */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  keptIn(dates, [locale, options], () => new Intl.DateTimeFormat(locale, { calendar: 'gregory', ...options }))

/** As {@link dateFormat}, of numbers. */
export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  keptIn(numbers, [locale, options], () => new Intl.NumberFormat(locale, options))

const keptIn = <Format>(kept: Map<string, Format>, of: unknown, make: () => Format): Format => {
  const key = JSON.stringify(of)
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make()
  kept.set(key, made)
  return made
}
