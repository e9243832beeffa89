import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { bookingSorts } from '@remis/domain/booking/booking-routes'
import { activeStatuses, statuses, type Status } from '@remis/domain/booking/statuses'
import { AppError } from '@remis/domain/messages/app-error'
import type { UseCase } from '../../platform/http/use-case.ts'
import { isDemo } from '../../backoffice/settings-cache.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { selectPage, type PageQuery } from './bookings-page-store.ts'
import { readCursor, writeCursor } from './list-cursor.ts'
import { viewBookingsFor, type BookingViewer } from './view-booking.ts'

/** spec 1 §6: booking lists are filtered by customer, driver or fleetadmin; admin sees all. */
const scopeOf = (who: BookingViewer): PageQuery['scope'] => {
  switch (who.role) {
    case 'rider':
      return { column: 'customer', id: who.id }
    case 'driver':
      return { column: 'driver', id: who.id }
    case 'fleetadmin':
      return { column: 'fleetadmin', id: who.id }
    case 'admin':
      return null
  }
}

/** `status` is one status or several with commas; `active` narrows to those of spec 1 §4 or to the others. */
const statusesOf = (status: string | undefined, active: 'true' | 'false' | undefined): Status[] => {
  const named = status === undefined || status === '' ? [...statuses] : status.split(',')
  for (const name of named)
    if (!(statuses as readonly string[]).includes(name))
      throw new AppError(400, 'invalid_input', { fields: { status: 'not a status' } })
  return (named as Status[]).filter(
    (name) => active === undefined || activeStatuses.includes(name) === (active === 'true'),
  )
}

/** One page of the caller's bookings; the order is made by the database, the next page begins after the last row. */
export const listBookings: UseCase<BookingDeps, typeof bookingsApi.list> = async (app, { query, who }) => {
  const { most, usual } = app.config.limits.pageRows
  const limit = Math.min(query.limit ?? usual, most)
  const sort = query.sort ?? bookingSorts[0]
  const direction = query.direction ?? 'desc'
  const wanted = statusesOf(query.status, query.active)
  const after = query.cursor === undefined ? null : readCursor(query.cursor, sort, direction)
  if (wanted.length === 0) return { rows: [], next: null }
  const demo = await isDemo(app)
  const found = await selectPage(app.db.lists, {
    scope: scopeOf(who),
    sort,
    direction,
    statuses: wanted,
    search: query.search?.trim() ?? '',
    searchContacts: who.role === 'admin' && !demo,
    after,
    limit,
  })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: await viewBookingsFor(app, app.db.lists, page, who, demo),
    next: found.length > limit && last !== undefined ? writeCursor(sort, direction, last) : null,
  }
}
