const dayMs = 86_400_000

/** A calendar day, YYYY-MM-DD, in a zone at a moment (ms). */
export const dayAt = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(ms)

/** The calendar day this many days later; days have no hours here, so a change of the clocks does not matter. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** A day of an address; null: none that exists. */
export const dayIn = (value: unknown): string | null => {
  if (typeof value !== 'string' || !/^20\d\d-\d\d-\d\d$/.test(value)) return null
  const at = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value) ? value : null
}
