import { isUuid } from '@remis/domain/kit/uuid'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls, bookingSorts } from '@remis/domain/booking/booking-routes'
import { paymentModes, paymentStates, periods } from '@remis/domain/booking/list/list-filters'
import { isDay } from '@remis/domain/kit/calendar-day'
import { statuses } from '@remis/domain/booking/statuses'
import { bookingKeys } from '../../booking-parts/booking-cache.ts'
import type { ListState } from '../../ui/table/list-state.ts'

type Filters = Readonly<Record<string, string>>

/** What riders and drivers choose from: rides that go on or are not paid, and the others. */
const simple = {
  current: 'PAYMENT_PENDING,NEW,ACCEPTED,ARRIVED,STARTED,REACHED,PENDING',
  past: 'PAID,COMPLETE,CANCELLED',
} as const

const isStatus = (one: string) => statuses.some((status) => status === one)

/** The filters of `show` in the words of the endpoint: one group, or statuses separated by commas. */
const queryOfShow = (show: string | undefined): Filters =>
  show === undefined
    ? {}
    : show === 'open'
      ? { active: 'true' }
      : show === 'now'
        ? { when: 'now' }
        : show === 'later'
          ? { when: 'later', active: 'true' }
          : show === 'all'
            ? {}
            : show === 'review' || show === 'fare'
              ? { [show]: 'open' }
              : show === 'current' || show === 'past'
                ? { status: simple[show] }
                : { status: show }

/** What the office's list shows while its address does not say: all where something narrows it [design/web-86]. */
export const impliedShow = ({ show: _show, ...others }: Filters, q: string): 'now' | 'all' =>
  Object.keys(others).length === 0 && q === '' ? 'now' : 'all'

/** Later bookings begin with the next one, all other lists with the newest [design/web-86]. */
export const inUsualOrder = (before: Filters, part: Parameters<BookingListState['change']>[0]): typeof part => {
  if (part.filters === undefined || 'sort' in part || 'desc' in part) return part
  const isLater = part.filters['show'] === 'later'
  return isLater === (before['show'] === 'later') ? part : { ...part, sort: 'tripdate', desc: !isLater }
}

/** The booking list as its screen declares it [design/web-80]. */
export const bookingList = {
  key: bookingKeys.lists,
  endpoint: bookingsCalls.list,
  file: bookingsCalls.export,
  live: true,
  sorts: bookingSorts,
  usual: { sort: 'tripdate', desc: true },
  filters: {
    show: (value: string) =>
      ['now', 'later', 'all', 'open', 'review', 'fare', 'current', 'past'].includes(value) ||
      value.split(',').every(isStatus),
    period: periods,
    from: isDay,
    to: isDay,
    driver: isUuid,
    rider: isUuid,
    fleet: isUuid,
    mode: paymentModes,
    payment: paymentStates,
  },
  queryOf: ({ show, ...others }: Filters): Filters => ({ ...queryOfShow(show), ...others }),
} as const

/** The office's; a booking stops being later by the clock alone. */
export const officeBookingList = {
  ...bookingList,
  renewMs: 60_000,
  queryOf: (filters: Filters, q: string): Filters =>
    bookingList.queryOf({ ...filters, show: filters['show'] ?? impliedShow(filters, q) }),
} as const

/** The filters that the counts have too. */
export const narrowingOf = ({ show: _show, ...others }: Filters): Filters => others

/** The columns shown until a person chooses others; they fit 1440 px beside the drawer. */
export const usualColumns = {
  rider: ['tripdate', 'status', 'route', 'carType', 'driver', 'trip_cost'],
  driver: ['tripdate', 'status', 'customer_name', 'route', 'driver_share', 'trip_cost'],
  fleetadmin: ['status', 'tripdate', 'customer_name', 'route', 'driver', 'trip_cost'],
  admin: ['status', 'tripdate', 'customer_name', 'route', 'driver', 'trip_cost'],
} as const

/** Of the office on a tablet: without the trip cost, so that addresses can be read. */
export const tabletColumns = usualColumns.admin.filter((id) => id !== 'trip_cost')

/** Columns that put others together; the specification's columns are those without them. */
export const composedColumns = ['route'] as const

export type BookingListState = Pick<ListState<BookingView>, 'address' | 'change'>
