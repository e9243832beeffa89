import { dateFormat } from '../kit/kept-formats.ts'

/**
 * Classes of roads with a factor of traffic each: motorways and trunk roads, primary and secondary roads, all others
 * [design/maps-110].
 */
export const roadClasses = ['motorway', 'main', 'street'] as const
export type RoadClass = (typeof roadClasses)[number]

/**
 * Seconds of a drive without traffic, not rounded. `mixed`: on roads whose class is not known. No traffic delays a
 * ferry.
 */
export type FreeSeconds = Readonly<Record<RoadClass | 'mixed' | 'ferry', number>>

export const hoursOfWeek = 168

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/**
 * The hour of the week on the wall clock of a zone: 0 is Monday 00:00 to 00:59, 167 Sunday 23:00. The hour that a
 * change to winter time repeats has one number. `at` in ms.
 */
export const hourOfWeek = (at: number, timeZone: string): number => {
  const parts = dateFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' })
    .formatToParts(at)
    .reduce<Record<string, string>>((all, { type, value }) => ({ ...all, [type]: value }), {})
  return weekdays.indexOf(parts['weekday'] ?? '') * 24 + Number(parts['hour'])
}
