const dates = new Map<string, Intl.DateTimeFormat>()
const numbers = new Map<string, Intl.NumberFormat>()

/**
 * A format by language and options. Making one takes far longer than using it, and its memory is outside the heap,
 * where the collector sees it late: a file of a million rows would hold gigabytes of them. There are as many as
 * languages, zones and forms in use.
 */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  keptIn(dates, [locale, options], () => new Intl.DateTimeFormat(locale, options))

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
