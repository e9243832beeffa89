import { useDebouncedValue } from '@mantine/hooks'
import { fullName } from '@remis/domain/people/first-name'
import { leastSearched, officeSearchCalls } from '@remis/domain/office-search/office-search-routes'
import { IconListDetails, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { call } from '../../platform/api/call.ts'
import { useFormat } from '../../platform/use-format.ts'
import type { PaletteItem } from './palette-items.ts'

const pauseMs = 200

/** People and bookings that the server finds by what was typed, one call per pause in typing. */
export const useFound = (typed: string): { readonly items: readonly PaletteItem[]; readonly busy: boolean } => {
  const { t } = useTranslation()
  const format = useFormat()
  const [words] = useDebouncedValue(typed.trim(), pauseMs)
  const enabled = words.length >= leastSearched
  const { data, isFetching } = useQuery({
    queryKey: ['office-search', words],
    enabled,
    gcTime: 60_000,
    queryFn: () => call(officeSearchCalls.find, { query: { words } }),
  })
  const busy = isFetching || words !== typed.trim()
  // Enter would choose a result of the former text.
  if (!enabled || busy || data === undefined) return { items: [], busy }
  const people = data.people.map((row): PaletteItem => ({
    id: `person ${row.id}`,
    group: 'people',
    label: fullName(row),
    hint: [t(`role_${row.usertype}`), row.vehicleNumber, row.mobile ?? row.email].filter(Boolean).join(' · '),
    Icon: IconUser,
    target: paths.person(row.id),
  }))
  const bookings = data.bookings.map((row): PaletteItem => ({
    id: `booking ${row.id}`,
    group: 'bookings',
    label: row.id,
    hint: `${t(`status_${row.status}`)} · ${format.date(row.tripdate, 'date-time')}`,
    Icon: IconListDetails,
    target: paths.booking(row.id),
  }))
  return { items: [...people, ...bookings], busy }
}
