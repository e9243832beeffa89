import { fullName } from '@remis/domain/people/first-name'
import { peopleCalls, ridersCalls } from '@remis/domain/people/people-routes'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/call.ts'
import { useFound } from '../../platform/use-found.ts'
import { Picker } from '../../ui/form/Picker.tsx'

type Kind = 'driver' | 'rider' | 'fleet'

interface Choice {
  readonly id: string
  readonly name: string
}

/** The first people of this kind with the typed text in their name. */
const find = async (kind: Kind, search: string | undefined): Promise<Choice[]> => {
  const query = { limit: 12, ...(search === undefined ? {} : { search }) }
  const byName = { ...query, sort: 'name', direction: 'asc' } as const
  const { rows } =
    kind === 'rider'
      ? await call(ridersCalls.list, { query })
      : kind === 'driver'
        ? await call(peopleCalls.listDrivers, { query: byName })
        : await call(peopleCalls.list, { query: { ...byName, usertype: 'fleetadmin' } })
  return rows.map((row) => ({ id: row.id, name: fullName(row) }))
}

/** The name of a person that the address names by id; undefined until it is known. */
export const usePersonName = (id: string | undefined): string | undefined => {
  const { data } = useQuery({
    queryKey: ['people', 'name', id],
    enabled: id !== undefined,
    staleTime: 5 * 60_000,
    queryFn: async () => fullName((await call(peopleCalls.get, { params: { id: id ?? '' } })).person),
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
  const name = usePersonName(value)
  const { typed: _shown, ...found } = useFound(`people-${kind}`, (search) => find(kind, search))
  return (
    <Picker<Choice>
      {...found}
      label={label}
      placeholder={t('list_anyone')}
      clearLabel={t('list_anyone')}
      none={t('list_person_none')}
      value={value === undefined ? null : { id: value, name: name ?? '…' }}
      onChange={(person) => onChange(person?.id)}
      keyOf={({ id }) => id}
      textOf={(person) => person.name}
    >
      {(person) => <bdi>{person.name}</bdi>}
    </Picker>
  )
}
