import type { Booking } from '@remis/domain/booking/booking'
import type { bookingSorts } from '@remis/domain/booking/booking-routes'
import { AppError } from '@remis/domain/messages/app-error'

export type Sort = (typeof bookingSorts)[number]

/** Where a page ended: the sorted value and the id of its last row. */
export interface Mark {
  readonly value: string | number
  readonly id: string
}

const refuse = () => new AppError(400, 'invalid_input', { fields: { cursor: 'not of this list' } })

const numeric = (sort: Sort) => sort === 'bookingDate' || sort === 'tripdate' || sort === 'trip_cost'

const isValue = (sort: Sort, value: unknown): value is string | number =>
  numeric(sort)
    ? Number.isSafeInteger(value) &&
      Math.abs(value as number) <= (sort === 'trip_cost' ? Number.MAX_SAFE_INTEGER : 4_102_444_800_000)
    : typeof value === 'string' && value.length <= 200 && !value.includes('\0')

export const writeCursor = (sort: Sort, direction: 'asc' | 'desc', last: Booking): string =>
  Buffer.from(JSON.stringify([sort, direction, last[sort], last.id])).toString('base64url')

/**
 * Reads a cursor back. It grants nothing, since the scope comes from the session; but one that is forged, cut or of
 * another order is refused, for it would show a page that is not the next one.
 */
export const readCursor = (cursor: string, sort: Sort, direction: 'asc' | 'desc'): Mark => {
  let read: unknown
  try {
    read = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw refuse()
  }
  if (!Array.isArray(read) || read.length !== 4) throw refuse()
  const [ofSort, ofDirection, value, id] = read as unknown[]
  if (ofSort !== sort || ofDirection !== direction || !isValue(sort, value)) throw refuse()
  if (typeof id !== 'string' || !/^[0-9A-HJKMNP-TV-Z]{10}$/.test(id)) throw refuse()
  return { value, id }
}
