import type { ListFilter } from './list-state.ts'

type Filters = Readonly<Record<string, string>>

/** The chosen value of a filter in the address, or several; '' if none is chosen. */
export const chosenOf = ({ name, several, implied = '' }: ListFilter, filters: Filters): string | readonly string[] => {
  const chosen = filters[name] ?? implied
  return several !== undefined && chosen.includes(',') ? chosen.split(',') : chosen
}

/** The filters of the address after a press of this choice. Toggles a choice that can be combined. */
export const filtersAfter = (filter: ListFilter, filters: Filters, id: string): Filters => {
  const { name, choices, implied, several = [] } = filter
  const { [name]: _old, ...others } = filters
  const held = [chosenOf(filter, filters)].flat().filter((one) => several.includes(one))
  const next = several.includes(id)
    ? several.filter((one) => (one === id) !== held.includes(one)).join(',')
    : choices.some((choice) => choice.id === id)
      ? id
      : ''
  return next === '' || next === implied ? others : { ...others, [name]: next }
}
