import { dayMs } from '@remis/domain/kit/durations'

/** How far the zone's clocks are ahead of UTC at this moment, ms. */
const offsetAt = (ms: number, timeZone: string): number => {
  const options = { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' } as const
  const shown = new Intl.DateTimeFormat('sv-SE', options).format(ms)
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000
}

/** The moment at which this day (YYYY-MM-DD) begins in the zone, ms; null for no valid day. */
export const startOfDay = (day: string, timeZone: string): number | null => {
  const asUtc = /^[1-9]\d{3}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return null
  // Near the change of the clocks the offsets before and after differ: the first of the two that is midnight.
  const tries = [asUtc - offsetAt(asUtc - dayMs, timeZone), asUtc - offsetAt(asUtc + dayMs, timeZone)]
  return tries.find((ms) => ms + offsetAt(ms, timeZone) === asUtc) ?? Math.max(...tries)
}
