import { bookingId, uuid } from '@remis/domain/kit/schema'
import { AppError } from '@remis/domain/messages/app-error'
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Tables } from './schema.ts'
import { folded, likePattern } from './search-words.ts'

/** An order of a list. The expression is never null; where it is a plain column an index can serve it. */
export interface SortBy {
  readonly by: RawBuilder<unknown>
  readonly kind: keyof typeof kinds
  /** its direction in a list of either direction: of a `thenBy` */
  readonly always?: Direction
  /** orders rows with equal values, before the id does */
  readonly thenBy?: SortBy
  /** of another table than the id: an index serves the value alone */
  readonly joined?: true
  /** text column that `narrowedBy` searches: search hits cluster in this order, so sort them instead of scanning */
  readonly ofWords?: true
  /** the id as a column of the sort's table, where that is another one: an index serves both */
  readonly id?: SortBy
}

/** A list as its store declares it: how it can be sorted, searched and filtered. */
export interface ListTable<Sort extends string, Filters extends object = object> {
  /** a unique column; it orders rows with equal values */
  readonly id: SortBy
  readonly sorts: Readonly<Record<Sort, SortBy>>
  /** the order of a query that names none */
  readonly usual: { readonly sort: Sort; readonly direction: Direction }
  /** columns a search looks into */
  readonly searched?: readonly RawBuilder<unknown>[]
  /** what else a search finds, for example the row with this id */
  readonly foundBy?: (search: string) => RawBuilder<SqlBool>
  /** holds for every row that a search finds, and is served by an index: of large tables [design/data-81] */
  readonly narrowedBy?: (search: string) => RawBuilder<SqlBool>
  /** the rows of words that a search finds, where `narrowedBy` looks into another table: they are counted faster */
  readonly rowsWithWords?: (search: string) => RawBuilder<unknown>
  /** `narrowedBy` is weak here: it covers columns that this reader may not search */
  readonly narrowsLittle?: boolean
  readonly filters?: { readonly [F in keyof Filters]?: (value: NonNullable<Filters[F]>) => RawBuilder<SqlBool> }
  /** count the rows of all pages, where that is cheap */
  readonly counted?: boolean
}

export type Direction = 'asc' | 'desc'

/** A query by the schemas of domain/kit/list.ts. */
export interface ListQuery<Sort extends string> {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
  readonly search?: string | undefined
  readonly sort?: Sort | undefined
  readonly direction?: Direction | undefined
}

interface PageRows {
  readonly usual: number
  readonly most: number
}

export interface ListPage<Row> {
  readonly rows: Row[]
  readonly next: string | null
  readonly total?: number
}

/** How a sort value is encoded in a cursor: as JSON, checked when it comes back, cast to the type of its column. */
const kinds = {
  text: {
    read: (column) => column,
    // a folded name: each Korean letter of two times 100 becomes three
    isValid: (value) => typeof value === 'string' && value.length <= 700 && !value.includes('\0'),
    cast: (value) => sql`${value}::text`,
  },
  bookingId: {
    read: (column) => column,
    isValid: (value) => bookingId.safeParse(value).success,
    cast: (value) => sql`${value}::text`,
  },
  uuid: {
    read: (column) => column,
    isValid: (value) => uuid.safeParse(value).success,
    cast: (value) => sql`${value}::uuid`,
  },
  integer: {
    read: (column) => column,
    isValid: (value) => Number.isSafeInteger(value),
    cast: (value) => sql`${value}::bigint`,
  },
  decimal: {
    read: (column) => column,
    isValid: (value) => typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER,
    cast: (value) => sql`${value}::numeric`,
  },
  day: {
    read: (column) => column,
    isValid: (value) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && new Date(value).toJSON()?.slice(0, 10) === value,
    cast: (value) => sql`${value}::date`,
  },
  // In microseconds, as the column holds it: rows within one millisecond would be skipped at the end of a page.
  time: {
    read: (column) => sql`(extract(epoch from ${column}) * 1000000)::bigint`,
    isValid: (value) => Number.isSafeInteger(value) && Math.abs(value as number) <= 4_102_444_800_000_000,
    cast: (value) => sql`to_timestamp(${value}::numeric / 1000000)`,
  },
} as const satisfies Record<string, Kind>

interface Kind {
  readonly read: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  readonly isValid: (value: unknown) => boolean
  readonly cast: (value: unknown) => RawBuilder<unknown>
}

/** Where a page ended: the values of the order's columns in its last row, the id last. */
type Mark = readonly unknown[]

interface Order {
  readonly name: string
  /** the sort's columns, the id last, each with its direction */
  readonly columns: readonly (SortBy & { readonly direction: Direction })[]
  readonly direction: Direction
}

const writeCursor = ({ name, direction }: Order, mark: Mark): string =>
  Buffer.from(JSON.stringify([name, direction, ...mark])).toString('base64url')

const parse = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * A cursor gives no access: the rows come from the session's scope. A forged, cut or foreign cursor is 400
 * [design/api-23].
 */
const readCursor = (cursor: string, { name, direction, columns }: Order): Mark => {
  const read = parse(cursor)
  const [ofName, ofDirection, ...mark] = Array.isArray(read) ? (read as unknown[]) : []
  const fits =
    ofName === name &&
    ofDirection === direction &&
    mark.length === columns.length &&
    columns.every(({ kind }, place) => kinds[kind].isValid(mark[place]))
  if (!fits) throw new AppError(400, 'invalid_input', { fields: { cursor: 'not of this list' } })
  return mark
}

const columnsOf = (sort: SortBy, id: SortBy): SortBy[] =>
  sort === id ? [id] : [sort, ...(sort.thenBy === undefined ? [] : [sort.thenBy]), sort.id ?? id]

const orderOf = <Sort extends string>(
  list: Pick<ListTable<Sort>, 'sorts' | 'usual' | 'id'>,
  query: ListQuery<Sort>,
): Order => {
  const name = query.sort ?? list.usual.sort
  const direction = query.direction ?? list.usual.direction
  const columns = columnsOf(list.sorts[name], list.id).map((column) => ({
    ...column,
    direction: column.always ?? direction,
  }))
  return { name, columns, direction }
}

const operatorOf = (direction: Direction) => sql.raw(direction === 'asc' ? '>' : '<')

const after = ({ columns, direction }: Order, mark: Mark): RawBuilder<SqlBool> => {
  const operator = operatorOf(direction)
  const values = columns.map(({ kind }, place) => kinds[kind].cast(mark[place]))
  const mixed = columns.some((column) => column.direction !== direction)
  const rows = mixed
    ? afterColumn(columns, values)
    : sql<SqlBool>`(${sql.join(columns.map(({ by }) => by))}) ${operator} (${sql.join(values)})`
  const [first] = columns
  // Adds the implied condition on the first column: no index serves columns of two tables or of two directions.
  return first?.joined || mixed ? sql<SqlBool>`${first!.by} ${operator}= ${values[0]} and ${rows}` : rows
}

/**
 * The rows behind the mark where columns have different directions: by the first one, or equal in it and behind by the
 * rest.
 */
const afterColumn = (
  columns: Order['columns'],
  [value, ...others]: readonly RawBuilder<unknown>[],
): RawBuilder<SqlBool> => {
  const [column, ...rest] = columns
  if (column === undefined) return sql<SqlBool>`false`
  const behind = sql<SqlBool>`${column.by} ${operatorOf(column.direction)} ${value}`
  return sql<SqlBool>`(${behind} or (${column.by} = ${value} and ${afterColumn(rest, others)}))`
}

const searchOf = (query: ListQuery<string>): string => query.search?.trim() ?? ''

const matches = (
  list: Pick<ListTable<string>, 'searched' | 'foundBy' | 'narrowedBy' | 'narrowsLittle'>,
  search: string,
): RawBuilder<SqlBool> => {
  const pattern = likePattern(search)
  const found = [
    ...(list.searched ?? []).map((column) => sql<SqlBool>`${folded(column)} like ${folded(sql.val(pattern))}`),
    ...(list.foundBy === undefined ? [] : [list.foundBy(search)]),
  ]
  // a list without searched columns finds nothing
  if (found.length === 0) return sql<SqlBool>`false`
  const any = sql<SqlBool>`(${sql.join(found, sql` or `)})`
  if (list.narrowedBy === undefined) return any
  if (list.narrowsLittle) return sql<SqlBool>`${list.narrowedBy(search)} and ${any}`
  // Nearly every row meets the second condition. The planner expects few to; with `coalesce` it expects half.
  return sql<SqlBool>`${list.narrowedBy(search)} and coalesce(${any}, false)`
}

type Base<DB, TB extends keyof DB, Row> = SelectQueryBuilder<DB, TB, Row>

type FiltersOf<Filters extends object> = NonNullable<ListTable<string, Filters>['filters']>

/** The condition of each filter that the query sets. */
export const conditionsOf = <Filters extends object>(
  filters: FiltersOf<Filters>,
  query: Filters,
): RawBuilder<SqlBool>[] =>
  (Object.keys(filters) as (keyof Filters)[]).flatMap((name) => {
    const value = query[name]
    return value === undefined ? [] : (filters[name]?.(value as NonNullable<Filters[typeof name]>) ?? [])
  })

/** The rows that match search and filters, in no order. */
export const narrowed = <DB, TB extends keyof DB, Row, Sort extends string, Filters extends object>(
  base: Base<DB, TB, Row>,
  list: ListTable<Sort, Filters>,
  query: ListQuery<Sort> & Filters,
): Base<DB, TB, Row> => {
  const search = searchOf(query)
  const found = search === '' ? base : base.where(matches(list, search))
  return conditionsOf<Filters>(list.filters ?? {}, query).reduce((rows, condition) => rows.where(condition), found)
}

/** Sorting this many hits takes tens of milliseconds. */
const mostSorted = 10_000

/**
 * Whether to sort the hits of this search. PostgreSQL expects them to be spread evenly over the order, and reads all
 * rows in that order until a page is full. Names in one alphabet are neighbours in the order. If they come last, nearly
 * all rows are read.
 */
const sortsHits = async <DB, TB extends keyof DB, Row, Sort extends string, Filters extends object>(
  list: ListTable<Sort, Filters>,
  base: Base<DB, TB, Row>,
  query: ListQuery<Sort> & Filters,
  { columns: [first] }: Order,
): Promise<boolean> => {
  const search = searchOf(query)
  if (!first?.ofWords || list.narrowedBy === undefined || search === '') return false
  if (list.rowsWithWords === undefined) return !(await hasMoreThan(mostSorted, list, base, query))
  const more = sql<boolean>`exists (${list.rowsWithWords(search)} offset ${sql.lit(mostSorted)})`
  const found = (await base.clearSelect().select(more.as('more')).limit(1).executeTakeFirst()) as
    { more: boolean } | undefined
  return found?.more === false
}

/** The next rows behind the mark, at most `limit`, with the mark of each. `sorted`: not by an index of the order. */
const fetchAfter = async <DB, TB extends keyof DB, Row>(
  base: Base<DB, TB, Row>,
  order: Order,
  mark: Mark | null,
  limit: number,
  sorted = false,
): Promise<{ row: Row; mark: Mark }[]> => {
  const { columns } = order
  const marked = base.select(
    sql<Mark>`json_build_array(${sql.join(columns.map(({ by, kind }) => kinds[kind].read(by)))})`.as('list_mark'),
  ) as unknown as Base<DB, TB, Row & { readonly list_mark: Mark }>
  let rows = mark === null ? marked : marked.where(after(order, mark))
  // No index has this expression.
  for (const { by, direction, ofWords } of columns)
    rows = rows.orderBy(sorted && ofWords ? sql`${by} || ''` : by, direction)
  const found = await rows.limit(limit).execute()
  return found.map(({ list_mark, ...row }) => ({ row: row as unknown as Row, mark: list_mark }))
}

/**
 * One page of a list: searched, filtered and sorted by the database. Pages by keyset, so a row that is added or removed
 * between two pages neither repeats nor hides another one [design/api-22].
 */
export const readPage = async <DB, TB extends keyof DB, Row, Sort extends string, Filters extends object>(
  list: ListTable<Sort, Filters>,
  base: SelectQueryBuilder<DB, TB, Row>,
  query: ListQuery<Sort> & Filters,
  pageRows: PageRows,
): Promise<ListPage<Row>> => {
  const limit = Math.min(query.limit ?? pageRows.usual, pageRows.most)
  const order = orderOf(list, query)
  const mark = query.cursor === undefined ? null : readCursor(query.cursor, order)
  const rows = narrowed(base, list, query)
  // Reads one more row than the page shows, to know whether another page follows.
  const [found, total] = await Promise.all([
    sortsHits(list, base, query, order).then((sorted) => fetchAfter(rows, order, mark, limit + 1, sorted)),
    list.counted ? countRows(list, base, query) : undefined,
  ])
  const last = found[limit - 1]
  return {
    rows: found.slice(0, limit).map(({ row }) => row),
    next: found.length > limit && last !== undefined ? writeCursor(order, last.mark) : null,
    ...(total === undefined ? {} : { total }),
  }
}

/** All rows of a list in pages of `size`, each fetched when it is asked for. An empty list is one empty page. */
export async function* readAllPages<DB, TB extends keyof DB, Row, Sort extends string, Filters extends object>(
  list: ListTable<Sort, Filters>,
  base: SelectQueryBuilder<DB, TB, Row>,
  query: ListQuery<Sort> & Filters,
  size: number,
): AsyncGenerator<Row[]> {
  const order = orderOf(list, query)
  const rows = narrowed(base, list, query)
  const sorted = await sortsHits(list, base, query, order)
  let mark: Mark | null = null
  for (;;) {
    const found: { row: Row; mark: Mark }[] = await fetchAfter(rows, order, mark, size, sorted)
    yield found.map(({ row }) => row)
    mark = found.at(-1)?.mark ?? null
    if (found.length < size) return
  }
}

const countRows = async <DB, TB extends keyof DB, Row, Sort extends string, Filters extends object>(
  list: ListTable<Sort, Filters>,
  base: SelectQueryBuilder<DB, TB, Row>,
  query: ListQuery<Sort> & Filters,
): Promise<number> => {
  const rows = narrowed(base.clearSelect(), list, query)
  const { count } = (await rows.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()) as {
    count: number
  }
  return count
}

/** Do more rows match than this? Reads at most one row more. */
export const hasMoreThan = async <DB, TB extends keyof DB, Row, Sort extends string, Filters extends object>(
  most: number,
  list: ListTable<Sort, Filters>,
  base: SelectQueryBuilder<DB, TB, Row>,
  query: ListQuery<Sort> & Filters,
): Promise<boolean> => {
  const rows = narrowed(base.clearSelect(), list, query).select(sql<number>`1`.as('one'))
  return (await rows.offset(most).limit(1).execute()).length > 0
}

/** How many rows the query `rows` has, counted up to `most`. */
export const countUpTo = async (db: Kysely<Tables>, rows: RawBuilder<unknown>, most: number): Promise<number> => {
  const counted = await sql<{ count: number }>`select count(*)::int as count from (${rows} limit ${most}) c`.execute(db)
  return counted.rows[0]?.count ?? 0
}
