import { useState } from 'react'

const stored = (key: string): readonly string[] | undefined => {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(read) && read.every((id) => typeof id === 'string') ? read : undefined
  } catch {
    return undefined
  }
}

const store = (key: string, ids: readonly string[]): void => {
  try {
    localStorage.setItem(key, JSON.stringify(ids))
  } catch {
    // The choice holds until the page is left.
  }
}

interface Column {
  readonly id: string
  readonly quiet?: boolean
}

/** The columns shown in their order, the hidden ones behind them. The first one always leads. */
export const columnOrder = (
  columns: readonly Column[],
  chosen: readonly string[] | undefined,
): { readonly order: readonly string[]; readonly shown: ReadonlySet<string> } => {
  const known = columns.map(({ id }) => id)
  const usual = columns.filter(({ quiet }) => !quiet).map(({ id }) => id)
  const [first] = known
  const wanted = chosen?.filter((id, at) => known.includes(id) && chosen.indexOf(id) === at) ?? usual
  const shown = first === undefined ? wanted : [first, ...wanted.filter((id) => id !== first)]
  return { order: [...shown, ...known.filter((id) => !shown.includes(id))], shown: new Set(shown) }
}

/** Which columns are shown: as the address says, else as this browser last chose. */
export const useColumns = (
  list: string,
  columns: readonly Column[],
  ofAddress: readonly string[] | undefined,
  change: (columns: readonly string[]) => void,
) => {
  const key = `remis.columns.${list}`
  const [kept, setKept] = useState(() => stored(key))
  const { order, shown } = columnOrder(columns, ofAddress ?? kept)
  const choose = (next: readonly string[]) => {
    setKept(next)
    store(key, next)
    change(next)
  }
  const visible = order.filter((id) => shown.has(id))
  return {
    order,
    shown,
    toggle: (id: string) => choose(shown.has(id) ? visible.filter((one) => one !== id) : [...visible, id]),
    /** one place towards the beginning (-1) or the end (1) of the row */
    move: (id: string, by: -1 | 1) => {
      const [from, to] = [visible.indexOf(id), visible.indexOf(id) + by]
      if (from < 1 || to < 1 || to >= visible.length) return
      const next = visible.filter((one) => one !== id)
      next.splice(to, 0, id)
      choose(next)
    },
  }
}
