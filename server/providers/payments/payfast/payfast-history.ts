import { hourMs } from '@remis/domain/kit/durations'

const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y

/** The cells of a CSV text; null: not CSV. */
const readCells = (csv: string): string[][] | null => {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < csv.length;) {
    cell.lastIndex = at
    const found = cell.exec(csv)
    if (found === null) return null
    const [all, quoted, plain = '', end] = found
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    at += all.length
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return row.length === 0 ? rows : [...rows, row]
}

/** A payment that was received, of the transaction history. */
export interface ReceivedPayment {
  readonly attemptId: string
  readonly paymentId: string
  /** decimal text without separators of thousands */
  readonly gross: string
  readonly currency: string
}

const columns = ['Type', 'Sign', 'Currency', 'Gross', 'M Payment ID', 'PF Payment ID'] as const

/**
 * One page of Payfast's transaction history: the number of its rows, and the payments received among them. Its first
 * line names the columns; a day without transactions may have none. null: it is no such table.
 */
export const readHistory = (
  csv: string,
): { readonly count: number; readonly received: readonly ReceivedPayment[] } | null => {
  if (csv.trim() === '') return { count: 0, received: [] }
  const [head, ...lines] = readCells(csv.trim()) ?? []
  if (head === undefined || columns.some((column) => !head.includes(column))) return null
  const valueOf = (line: readonly string[], column: (typeof columns)[number]) =>
    line[head.indexOf(column)]?.trim() ?? ''
  const received = lines
    .filter((line) => valueOf(line, 'Type') === 'FUNDS_RECEIVED' && valueOf(line, 'Sign') === 'CREDIT')
    .map((line) => ({
      attemptId: valueOf(line, 'M Payment ID'),
      paymentId: valueOf(line, 'PF Payment ID'),
      gross: valueOf(line, 'Gross').replaceAll(',', ''),
      currency: valueOf(line, 'Currency'),
    }))
  return { count: lines.length, received }
}

/** South Africa has no summer time. */
const offsetMs = 2 * hourMs

/** A time as Payfast's API wants it: 2026-11-21T05:16:49+0200. */
export const payfastTime = (ms: number): string => `${new Date(ms + offsetMs).toISOString().slice(0, 19)}+0200`

const dayOf = (ms: number): string => payfastTime(ms).slice(0, 10)

/** The days on which an attempt may have been paid: from its start, an hour earlier for other clocks, to today. */
export const daysOf = (createdAt: number, now: number): readonly string[] => {
  const days = [dayOf(now)]
  for (let at = now - 24 * hourMs; (days[0] ?? '') > dayOf(createdAt - hourMs); at -= 24 * hourMs)
    days.unshift(dayOf(at))
  return days
}

/** How long the payments of a finished day are kept. */
const keptMs = 10 * 60_000

/**
 * The payments received on a day, read by `read`. Payments of finished days are kept for some minutes, so that the
 * look-ups of a sweep share them, and a look-up that ran out of time resumes where it stopped.
 */
export const keepFinishedDays = (
  now: () => number,
  read: (day: string, signal: AbortSignal) => Promise<readonly ReceivedPayment[]>,
): typeof read => {
  const kept = new Map<string, { readonly at: number; readonly received: readonly ReceivedPayment[] }>()
  return async (day, signal) => {
    for (const [other, { at }] of kept) if (now() - at > keptMs) kept.delete(other)
    const known = kept.get(day)
    if (known !== undefined) return known.received
    const isFinished = day < dayOf(now())
    const received = await read(day, signal)
    if (isFinished) kept.set(day, { at: now(), received })
    return received
  }
}
