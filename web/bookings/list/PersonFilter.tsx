import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { peopleCalls, ridersCalls } from '@remis/domain/people/people-routes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/call.ts'

type Kind = 'driver' | 'rider' | 'fleet'

const nameOf = (person: { readonly firstName: string; readonly lastName: string }) =>
  `${person.firstName} ${person.lastName}`.trim()

/** The first people of this kind with the typed text in their name. */
const find = async (kind: Kind, search: string) => {
  const query = { limit: 12, ...(search === '' ? {} : { search }) }
  const byName = { ...query, sort: 'name', direction: 'asc' } as const
  const { rows } =
    kind === 'rider'
      ? await call(ridersCalls.list, { query })
      : kind === 'driver'
        ? await call(peopleCalls.listDrivers, { query: byName })
        : await call(peopleCalls.list, { query: { ...byName, usertype: 'fleetadmin' } })
  return rows.map((row) => ({ value: row.id, label: nameOf(row) }))
}

/** The name of a person that the address names by id; undefined until it is known. */
export const usePersonName = (id: string | undefined): string | undefined => {
  const { data } = useQuery({
    queryKey: ['people', 'name', id],
    enabled: id !== undefined,
    staleTime: 5 * 60_000,
    queryFn: async () => nameOf((await call(peopleCalls.get, { params: { id: id ?? '' } })).person),
  })
  return data
}

interface Props {
  readonly kind: Kind
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (id: string | undefined) => void
}

/** Filters the list by a person, searched on the server. */
export const PersonFilter = ({ kind, label, value, onChange }: Props) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const name = usePersonName(value)
  // The field shows the chosen name; it is not a search.
  const [search] = useDebouncedValue(typed === name ? '' : typed.trim(), 200)
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['people', 'choice', kind, search],
    placeholderData: keepPreviousData,
    queryFn: () => find(kind, search),
  })
  const chosen = value === undefined || found.some((one) => one.value === value) ? [] : [{ value, label: name ?? '…' }]
  return (
    <Select
      label={label}
      placeholder={t('list_anyone')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('list_anyone') }}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={isFetching ? '…' : t('list_person_none')}
      data={[...chosen, ...found]}
      // The server has searched already.
      filter={({ options }) => options}
      value={value ?? null}
      onSearchChange={setTyped}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}
