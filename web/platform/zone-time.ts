import { dateFormat } from '@remis/domain/kit/kept-formats'

/** Wall clock of a zone at a moment, as `<input type="datetime-local">` writes it: `2026-03-14T09:30`. */
export const wallClock = (ms: number, timeZone: string): string => {
  const parts = dateFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(ms)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/**
 * The moment at which clocks in the zone show this; null for an invalid date and a year below 1000. A time skipped in
 * spring is read as the hour after it, of a time that occurs twice in autumn the first is taken.
 */
export const momentOf = (wall: string, timeZone: string): number | null => {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}/.test(wall)) return null
  const asUtc = Date.parse(`${wall.slice(0, 16)}Z`)
  if (Number.isNaN(asUtc)) return null
  const offsetAt = (ms: number) => Date.parse(`${wallClock(ms, timeZone)}Z`) - Math.floor(ms / 60_000) * 60_000
  const day = 86_400_000
  const tries = [asUtc - offsetAt(asUtc - day), asUtc - offsetAt(asUtc + day)]
  const fits = tries.filter((ms) => Date.parse(`${wallClock(ms, timeZone)}Z`) === asUtc)
  return fits.length > 0 ? Math.min(...fits) : Math.max(...tries)
}

/** Whether the clocks of the device's zone and of the operator's zone differ at this moment. */
export const clocksDiffer = (ms: number, operators: string, readers: string): boolean =>
  wallClock(ms, operators) !== wallClock(ms, readers)

/** The zone of this device. */
export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The zone that times are compared with: where its clocks differ, a time names the operator's zone. Undefined in the
 * office while the clocks differ now, as the note above its pages then names the zone once [design/web-145].
 */
export const comparedZone = (
  now: number,
  { inOffice, operators, readers }: { inOffice: boolean; operators: string | undefined; readers: string },
): string | undefined =>
  inOffice && operators !== undefined && clocksDiffer(now, operators, readers) ? undefined : readers

/** "Montevideo" for America/Montevideo. */
export const cityOf = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

/**
 * The zone's short name at a moment, as "GMT-3"; isolated, since its sign would change sides in right-to-left text, and
 * joined, since lines would break after the sign.
 */
export const zoneName = (ms: number, timeZone: string, locale: string): string => {
  const parts = dateFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(ms)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return `\u2068${name.replace('-', '-\u2060')}\u2069`
}
