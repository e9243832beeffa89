import { NativeSelect } from '@mantine/core'
import type { ListFilter, ListState } from '../../ui/table/list-state.ts'
import { FilterButton } from './FilterButton.tsx'

interface Props {
  readonly list: Pick<ListState<never>, 'address' | 'change'>
  readonly filters: readonly ListFilter[]
}

/** Label of a choice that is still loading or no longer exists. */
const unlisted = '…'

/** The choices of a select. A filter that is on is among them, so that the select does not say that it is off. */
export const optionsOf = (choices: ListFilter['choices'], all: string, value: string | undefined) => [
  { value: '', label: all },
  ...choices.map(({ id, label }) => ({ value: id, label })),
  ...(value === undefined || choices.some(({ id }) => id === value) ? [] : [{ value, label: unlisted }]),
]

/** Filters with one choice each, as selects behind the button. */
export const SelectFilters = ({ list, filters }: Props) => {
  const { filters: values } = list.address
  const set = (name: string, value: string) => {
    const { [name]: _old, ...others } = values
    list.change({ filters: value === '' ? others : { ...others, [name]: value } })
  }
  const chosen = filters.flatMap(({ name, label, choices }) => {
    const value = values[name]
    // A filter counts also while its choices are being loaded, or when its choice is gone.
    const text = choices.find(({ id }) => id === value)?.label ?? unlisted
    return value === undefined ? [] : [{ off: [name], text: `${label}: ${text}` }]
  })
  return (
    <FilterButton chosen={chosen} onRemove={([name = '']) => set(name, '')}>
      {filters.map(({ name, label, all = '', choices }) => (
        <NativeSelect
          key={name}
          label={label}
          value={values[name] ?? ''}
          onChange={(event) => set(name, event.currentTarget.value)}
          data={optionsOf(choices, all, values[name])}
        />
      ))}
    </FilterButton>
  )
}
