import { bookingSorts } from '@remis/domain/booking/booking-routes'
import { statuses, type Status } from '@remis/domain/booking/statuses'

type Sort = (typeof bookingSorts)[number]

/** What the address says of the list: deep links and the back button work. */
export interface ListQuery {
  /** `all`, `open`, or a status */
  readonly show: 'all' | 'open' | Status
  readonly q: string
  readonly sort: Sort
  readonly desc: boolean
  /** the booking opened beside the list */
  readonly id: string | undefined
}

export const pageSize = 25

/** Reads the address; what it does not understand is as if it were not there. */
export const readAsk = (search: Readonly<Record<string, unknown>>): ListQuery => ({
  show: ['open', ...statuses].includes(String(search['show'])) ? (search['show'] as ListQuery['show']) : 'all',
  // The router reads numbers in the address as numbers.
  q: typeof search['q'] === 'string' || typeof search['q'] === 'number' ? String(search['q']).slice(0, 120) : '',
  sort: bookingSorts.find((sort) => sort === search['sort']) ?? 'tripdate',
  desc: search['dir'] !== 'asc',
  id: typeof search['id'] === 'string' || typeof search['id'] === 'number' ? String(search['id']) : undefined,
})

/** Writes it; what is usual is left out. */
export const writeAsk = (ask: ListQuery): Record<string, string | undefined> => ({
  show: ask.show === 'all' ? undefined : ask.show,
  q: ask.q === '' ? undefined : ask.q,
  sort: ask.sort === 'tripdate' ? undefined : ask.sort,
  dir: ask.desc ? undefined : 'asc',
  id: ask.id,
})

/** The query of `GET /api/bookings`. */
export const apiQuery = (ask: ListQuery, cursor: string | null) => ({
  limit: pageSize,
  sort: ask.sort,
  direction: ask.desc ? ('desc' as const) : ('asc' as const),
  ...(ask.show === 'open' ? { active: 'true' as const } : ask.show === 'all' ? {} : { status: ask.show }),
  ...(ask.q === '' ? {} : { search: ask.q }),
  ...(cursor === null ? {} : { cursor }),
})
