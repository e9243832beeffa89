import type { AssignableDriver } from '@remis/domain/dispatch/assign-api'

type Row = Pick<AssignableDriver, 'id' | 'name' | 'requested' | 'declined' | 'busy'>

/** The chosen driver, and the search that offered it. */
export interface Choice {
  readonly search: string
  readonly id: string
  readonly name: string
}

/** The answer that is shown; `settled`: it answers what is typed now. */
export interface Offered<R extends Row = Row> {
  readonly rows: readonly R[] | undefined
  readonly search: string
  readonly settled: boolean
}

/**
 * The choice after an answer. Each search chooses its first free driver once, unless the chosen one is in it: the list
 * moves as cars do, and a driver that has left it is not replaced by another [design/web-94].
 */
export const choiceAfter = (chosen: Choice | null, { rows, search, settled }: Offered): Choice | null => {
  if (!settled || rows === undefined || chosen?.search === search) return chosen
  const free = rows.find(({ requested, declined, busy }) => !requested && !declined && !busy)
  const next = rows.find(({ id }) => id === chosen?.id) ?? free ?? rows[0]
  return next === undefined ? chosen : { search, id: next.id, name: next.name }
}

/**
 * The driver that a press or Enter assigns; undefined: none while the list answers an earlier text [design/web-100].
 */
export const assignableChoice = <R extends Row>(
  chosen: Choice | null,
  { rows, settled }: Offered<R>,
): R | undefined => {
  const row = settled ? rows?.find(({ id }) => id === chosen?.id) : undefined
  return row?.requested === true ? undefined : row
}
