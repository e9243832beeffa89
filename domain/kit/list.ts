import { z } from 'zod'
import { text } from './schema.ts'

/** One page of a list by keyset: pass `next` back as `cursor`. `total` counts all pages, where counting is cheap. */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.string().nullable(), total: z.int().optional() })

/** A cursor holds up to three texts of the row, of which one has up to 700 characters, as base64url. */
const mostCursor = 8000

/** Rows per page: 25 without a limit. [design/api-22] */
const paging = { cursor: text(mostCursor).optional(), limit: z.coerce.number().int().min(1).max(100).optional() }

/** The query of a list that has one order and no search. */
export const pageQuery = z.strictObject(paging)

const chosen = <const Sorts extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  sorts: Sorts,
  filters: Filters,
) => ({
  search: text(120).optional(),
  sort: z.enum(sorts).optional(),
  direction: z.enum(['asc', 'desc']).optional(),
  ...filters,
})

/** The query of a table: a page of the rows that match search and filters, in the chosen order. */
export const listQuery = <const Sorts extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  sorts: Sorts,
  filters: Filters,
) => z.strictObject({ ...paging, ...chosen(sorts, filters) })

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const exportTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const

/** The query of a table's export: the same rows in the same order, all of them; the titles in `language` (BCP 47). */
export const exportQuery = <const Sorts extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  sorts: Sorts,
  filters: Filters,
) => z.strictObject({ format: z.enum(exportFormats), language: text(35).optional(), ...chosen(sorts, filters) })
