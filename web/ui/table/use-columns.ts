import { useState } from 'react'

const stored = (key: string): readonly string[] | undefined => {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(read) && read.every((id) => typeof id === 'string') ? read : undefined
  } catch {
    return undefined
  }
}

const store = (key: string, ids: readonly string[] | undefined): void => {
  try {
    if (ids === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(ids))
  } catch {
    // The choice holds until the page is left.
  }
}

interface Column {
  readonly id: string
  readonly quiet?: boolean
}

/** Columns that a person remembers on the server; each of them may lead. */
export interface KeptColumns {
  /** those shown until the person chooses others */
  readonly usual: readonly string[]
  /** the person's last choice; undefined: none */
  readonly kept: readonly string[] | undefined
  /** undefined: the usual ones again */
  readonly keep: (columns: readonly string[] | undefined) => void
}

/**
 * The columns shown in their order, the hidden ones behind them. The first one always leads, unless `usual` is given.
 */
export const columnOrder = (
  columns: readonly Column[],
  chosen: readonly string[] | undefined,
  usual?: readonly string[],
): { readonly order: readonly string[]; readonly shown: ReadonlySet<string> } => {
  const known = columns.map(({ id }) => id)
  const usualOnes =
    usual?.filter((id) => known.includes(id)) ?? columns.filter(({ quiet }) => !quiet).map(({ id }) => id)
  const [first] = known
  const wanted = chosen?.filter((id, at) => known.includes(id) && chosen.indexOf(id) === at) ?? usualOnes
  const led = first === undefined ? wanted : [first, ...wanted.filter((id) => id !== first)]
  const shown = usual === undefined ? led : wanted.length === 0 ? usualOnes : wanted
  return { order: [...shown, ...known.filter((id) => !shown.includes(id))], shown: new Set(shown) }
}

/** Which columns are shown: as the address says, else as this person or this browser last chose. */
export const useColumns = (
  list: string,
  columns: readonly Column[],
  ofAddress: readonly string[] | undefined,
  change: (columns: readonly string[] | undefined) => void,
  person?: KeptColumns,
) => {
  const key = `remis.columns.${list}`
  const [ofBrowser, setOfBrowser] = useState(() => stored(key))
  const kept = person === undefined ? ofBrowser : person.kept
  const { order, shown } = columnOrder(columns, ofAddress ?? kept, person?.usual)
  const choose = (next: readonly string[] | undefined) => {
    if (person === undefined) {
      setOfBrowser(next)
      store(key, next)
    } else person.keep(next)
    change(next)
  }
  const visible = order.filter((id) => shown.has(id))
  /** the places that can be taken begin here */
  const from = person === undefined ? 1 : 0
  return {
    order,
    shown,
    isChosen: (ofAddress ?? kept) !== undefined,
    toggle: (id: string) => {
      const next = shown.has(id) ? visible.filter((one) => one !== id) : [...visible, id]
      if (next.length > 0) choose(next)
    },
    /** one place towards the beginning (-1) or the end (1) of the row */
    move: (id: string, by: -1 | 1) => {
      const [at, to] = [visible.indexOf(id), visible.indexOf(id) + by]
      if (at < from || to < from || to >= visible.length) return
      const next = visible.filter((one) => one !== id)
      next.splice(to, 0, id)
      choose(next)
    },
    reset: () => choose(undefined),
    /** every column in the order in which the list declares them */
    showAll: (without: readonly string[]) => choose(columns.map(({ id }) => id).filter((id) => !without.includes(id))),
  }
}
