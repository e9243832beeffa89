/** What a list needs to know to keep its state in the address. */
export interface ListDeclaration {
  /** the orders the server knows */
  readonly sorts: readonly string[]
  readonly usual: { readonly sort: string; readonly desc: boolean }
  /** by their name in the address, each with the values it takes, or with the rule that judges them */
  readonly filters?: Readonly<Record<string, readonly string[] | ((value: string) => boolean)>>
  /** what its address always has, such as the tab of a page with several lists */
  readonly always?: Readonly<Record<string, string>>
  /** rows of a page; 25 without it */
  readonly pageRows?: number
}

/** What the address says of a list: deep links and the back button work. */
export interface ListAddress {
  readonly filters: Readonly<Record<string, string>>
  readonly q: string
  readonly sort: string
  readonly desc: boolean
  /** from 1; `cursor` is where it begins, undefined for the first */
  readonly page: number
  readonly cursor: string | undefined
  /** the columns shown, in their order; undefined: as this browser last chose */
  readonly columns: readonly string[] | undefined
  /** the row opened beside the list */
  readonly id: string | undefined
}

export const pageSize = 25

type Search = Readonly<Record<string, unknown>>

/** The router reads digits in the address as a number. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** Reads the address; what it does not understand counts as absent. */
export const readAddress = (search: Search, { sorts, usual, filters = {} }: ListDeclaration): ListAddress => {
  const cursor = textOf(search['at'])
  const page = Number(search['page'])
  return {
    filters: Object.fromEntries(
      Object.entries(filters).flatMap(([name, values]) => {
        const value = textOf(search[name])
        const taken = (one: string) => (typeof values === 'function' ? values(one) : values.includes(one))
        return value !== undefined && taken(value) ? [[name, value]] : []
      }),
    ),
    q: (textOf(search['q']) ?? '').slice(0, 120),
    sort: sorts.find((sort) => sort === search['sort']) ?? usual.sort,
    desc: search['dir'] === 'asc' ? false : search['dir'] === 'desc' ? true : usual.desc,
    page: cursor !== undefined && Number.isSafeInteger(page) && page > 1 ? page : cursor === undefined ? 1 : 2,
    cursor,
    columns: textOf(search['cols'])?.split(','),
    id: textOf(search['id']),
  }
}

/** Writes it; what is usual is left out. */
export const writeAddress = (
  address: ListAddress,
  { usual, always = {} }: ListDeclaration,
): Record<string, string | number | undefined> => ({
  ...always,
  ...address.filters,
  q: address.q === '' ? undefined : address.q,
  sort: address.sort === usual.sort ? undefined : address.sort,
  dir: address.desc === usual.desc ? undefined : address.desc ? 'desc' : 'asc',
  page: address.cursor === undefined ? undefined : address.page,
  at: address.cursor,
  cols: address.columns?.join(','),
  id: address.id,
})

/** A change of the list itself goes back to its first page. */
export const changeAddress = (address: ListAddress, part: Partial<ListAddress>): ListAddress => {
  const narrows = ['filters', 'q', 'sort', 'desc'].some((name) => name in part)
  return { ...address, ...(narrows ? { page: 1, cursor: undefined } : {}), ...part }
}

/** The part of the query that every list has. */
export const listQueryOf = ({ q, sort, desc, cursor }: ListAddress, pageRows = pageSize) => ({
  limit: pageRows,
  sort,
  direction: desc ? ('desc' as const) : ('asc' as const),
  ...(q === '' ? {} : { search: q }),
  ...(cursor === undefined ? {} : { cursor }),
})
