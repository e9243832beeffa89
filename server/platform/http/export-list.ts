import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { exportTypes, type ExportFormat } from '@remis/domain/kit/list'
import type { FileReply } from '@remis/domain/kit/schema'
import { AppError } from '@remis/domain/messages/app-error'
import { english } from '@remis/domain/texts/english'
import { fallbackLanguage } from '@remis/domain/texts/languages'
import { stringify } from 'csv-stringify/sync'
import { sql, type SelectQueryBuilder } from 'kysely'
import { addAudit } from '../database/audit.ts'
import { hasMoreThan, readAllPages, readPage, type Direction, type ListTable } from '../database/list-page.ts'
import { csvCell, sheetCell, type Cell } from './exports/file-cell.ts'
import { oneExport } from './exports/one-export.ts'
import { inTurn } from '../runtime/in-turn.ts'
import type { Person, Platform } from './use-case.ts'

/** The texts of a file's language. */
type FileTexts = Readonly<Record<string, string>>

/** The columns of an exported file by their names. */
export type ExportColumns<Row> = Readonly<Record<string, (row: Row, texts: FileTexts) => Cell>>

/** Columns that are fields of the row. */
export const columnsNamed = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, (row: Readonly<Record<Name, Cell>>) => row[name]]))

/** A sheet is made in memory; one of 50,000 bookings takes 700 MB. */
const mostSheetRows = 50_000
const sheetMemory = { maxOldGenerationSizeMb: 1024 }
const rowsAtOnce = 1000

interface FileColumns<Row> {
  /** titles in the reader's language */
  readonly heads: readonly string[]
  readonly cells: readonly ((row: Row) => Cell)[]
}

interface FileLanguage {
  readonly texts: FileTexts
  /** of dates and names of months */
  readonly locale: string
}

/** All texts of a language that the installation has, else of its default one [design/web-19]. */
const readLanguage = async ({ db }: Pick<Platform, 'db'>, language = ''): Promise<FileLanguage> => {
  const found = await db.lists
    .selectFrom('languages')
    .select(['key_value_pairs', 'date_locale'])
    .where((eb) => eb.or([eb('lang_locale', '=', language), eb('is_default', '=', true)]))
    .orderBy(sql`lang_locale = ${language}`, 'desc')
    .executeTakeFirst()
  return {
    texts: { ...english, ...found?.key_value_pairs },
    locale: found?.date_locale ?? fallbackLanguage.dateLocale,
  }
}

/** RFC 4180, with a byte order mark: without it Excel reads UTF-8 as Latin-1. */
async function* csv<Row>(
  { heads, cells }: FileColumns<Row>,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const lines = (cells: readonly string[][]) => stringify(cells as string[][], { record_delimiter: 'windows' })
  let head = `\uFEFF${lines([heads.map(csvCell)])}`
  for await (const rows of pages) {
    yield head + lines(rows.map((row) => cells.map((cell) => csvCell(cell(row)))))
    head = ''
  }
}

/** A thread with nothing to do ends after this. */
const idleMs = 60_000
let idle: { readonly thread: Worker; readonly end: NodeJS.Timeout } | undefined

const forget = (thread: Worker): void => {
  if (idle?.thread !== thread) return
  clearTimeout(idle.end)
  idle = undefined
}

/** The thread of an earlier sheet, or a new one, which takes longer to start than a usual sheet to make. */
const takeThread = (): Worker => {
  if (idle !== undefined) {
    const { thread } = idle
    forget(thread)
    return thread
  }
  const thread = new Worker(new URL('./sheet-worker.mjs', import.meta.url), { resourceLimits: sheetMemory })
  // A failure during a sheet is that sheet's; an idle thread that ends is replaced by the next sheet.
  thread.on('error', () => forget(thread)).on('exit', () => forget(thread))
  return thread
}

/** Only after a complete sheet: the thread holds no rows. */
const keepThread = (thread: Worker): void => {
  if (idle !== undefined) {
    void thread.terminate()
    return
  }
  thread.unref()
  const end = setTimeout(() => {
    forget(thread)
    void thread.terminate()
  }, idleMs)
  idle = { thread, end: end.unref() }
}

/**
 * Made in a separate thread: 50,000 bookings take 18 s. The file is complete before its first byte is sent, so what
 * goes wrong can still be answered as an error.
 */
const makeSheet = async <Row>(
  { heads, cells }: FileColumns<Row>,
  pages: AsyncIterable<readonly Row[]>,
): Promise<Uint8Array> => {
  const thread = takeThread()
  thread.ref()
  let complete = false
  const made = once(thread, 'message') as Promise<[Uint8Array]>
  // Awaited at the end; until then a failed thread is no unhandled rejection.
  made.catch(() => undefined)
  try {
    thread.postMessage([heads])
    for await (const rows of pages) thread.postMessage(rows.map((row) => cells.map((cell) => sheetCell(cell(row)))))
    thread.postMessage(null)
    const [bytes] = await made
    complete = true
    return bytes
  } finally {
    if (complete) keepThread(thread)
    else await thread.terminate()
  }
}

/** A thread may take 1 GB, so one sheet is made at a time; a further one waits, and the ninth that would is refused. */
const sheetTurn = inTurn({ atOnce: 1, waiting: 8, retryAfter: 20 })

async function* xlsx<Row>(columns: FileColumns<Row>, pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Uint8Array> {
  yield await sheetTurn(() => makeSheet(columns, pages))
}

/** A table of the office: its pages and its file show the same rows. */
export interface OfficeTable<DB, TB extends keyof DB, Row, Sort extends string, Filters extends object, Shown> {
  /** of the file and of the audit row */
  readonly name: string
  readonly list: ListTable<Sort, Filters>
  readonly base: SelectQueryBuilder<DB, TB, Row>
  /** the rows of a page as this caller sees them; `locale` of a file's language, for words in its cells */
  readonly view: (rows: Row[], locale?: string) => Promise<readonly Shown[]> | readonly Shown[]
  readonly columns: ExportColumns<Shown>
  /** the key of the title of a column, where it is not the column's name */
  readonly titles?: Readonly<Record<string, keyof typeof english>>
  /** what was exported, beside the query, for the audit row of a file */
  readonly audited?: Readonly<Record<string, string | undefined>>
}

interface RowsQuery {
  readonly format: ExportFormat
  readonly language?: string | undefined
  readonly search?: string | undefined
}

interface ExportCall<Query> {
  readonly query: Query
  readonly who: Person
  readonly address: string
}

/** One page of a table as its readers see it. */
export const readViews = async <DB, TB extends keyof DB, Row, Sort extends string, Filters extends object, Shown>(
  { config }: Pick<Platform, 'config'>,
  query: Parameters<typeof readPage<DB, TB, Row, Sort, Filters>>[2],
  { list, base, view }: Pick<OfficeTable<DB, TB, Row, Sort, Filters, Shown>, 'list' | 'base' | 'view'>,
) => {
  const { rows, ...page } = await readPage(list, base, query, config.limits.pageRows)
  return { ...page, rows: [...(await view(rows))] }
}

/**
 * All rows of a list as a file, by the same search, filters and order as its pages. Written to the audit log before the
 * first row is read [design/access-14]. CSV is sent page by page; a sheet has at most 50,000 rows. One file per person
 * at a time [design/access-14].
 */
export const exportList = async <DB, TB extends keyof DB, Row, Sort extends string, Filters extends object, Shown>(
  app: Platform,
  call: ExportCall<
    Filters &
      RowsQuery & {
        readonly sort?: Sort | undefined
        readonly direction?: Direction | undefined
      }
  >,
  { name, list, base, view, columns, titles = {}, audited = {} }: OfficeTable<DB, TB, Row, Sort, Filters, Shown>,
): Promise<FileReply> => {
  if (call.query.format === 'xlsx' && (await hasMoreThan(mostSheetRows, list, base, call.query)))
    throw new AppError(422, 'export_too_large', { extra: { most: mostSheetRows } })
  return exportRows(app, call, {
    name,
    columns,
    titles,
    audited,
    async *pages(_texts, locale) {
      for await (const rows of readAllPages(list, base, call.query, rowsAtOnce)) yield await view(rows, locale)
    },
  })
}

type RowsFile<Shown> = Pick<
  OfficeTable<never, never, never, never, never, Shown>,
  'name' | 'columns' | 'titles' | 'audited'
> & {
  /** gets the texts and the date locale of the file's language */
  readonly pages: (texts: FileTexts, locale: string) => AsyncIterable<readonly Shown[]>
}

async function* atMost<Row>(most: number, pages: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  let count = 0
  for await (const rows of pages) {
    count += rows.length
    if (count > most) throw new AppError(422, 'export_too_large', { extra: { most } })
    yield rows
  }
}

/** Rows that are no list as a file; also written to the audit log first. At most 50,000 as a spreadsheet. */
export const exportRows = <Shown>(
  app: Platform,
  call: ExportCall<RowsQuery>,
  file: RowsFile<Shown>,
): Promise<FileReply> => oneExport(app.db, call.who.id, () => startExport(app, call, file))

/** Records only that there was a search: its words may name a person [design/access-110]. */
const withoutWords = (query: { readonly search?: string | undefined }): Readonly<Record<string, unknown>> =>
  query.search === undefined ? { ...query } : { ...query, search: true }

const startExport = async <Shown>(
  app: Platform,
  call: ExportCall<RowsQuery>,
  { name, columns, titles = {}, audited = {}, pages }: RowsFile<Shown>,
): Promise<FileReply> => {
  const { format } = call.query
  await app.db.transact((tx) =>
    addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: `${name}.export`,
      subject: name,
      data: { ...withoutWords(call.query), ...audited },
    }),
  )
  const { texts, locale } = await readLanguage(app, call.query.language)
  const heads = Object.keys(columns).map((column) => texts[titles[column] ?? column] ?? column)
  const cells = Object.values(columns).map((cell) => (row: Shown) => cell(row, texts))
  const file = { heads, cells }
  return {
    name: `${name}.${format}`,
    type: format === 'csv' ? `${exportTypes[0]}; charset=utf-8` : exportTypes[1],
    content:
      format === 'csv' ? csv(file, pages(texts, locale)) : xlsx(file, atMost(mostSheetRows, pages(texts, locale))),
  }
}
