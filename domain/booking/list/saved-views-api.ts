import { z } from 'zod'
import { endpoint } from '../../kit/endpoint.ts'
import { lineText, nothing, text, uuid } from '../../kit/schema.ts'
import { savedViewsRoutes } from '../booking-routes.ts'

/** The names of columns in their order; a screen ignores those it does not have. */
const columns = z.array(z.string().regex(/^[A-Za-z_]{1,40}$/)).max(60)

const word = text(200).optional()
/** Filters, search and order by their names in the address of the screen, which ignores values it does not know. */
const address = z.strictObject({
  show: word,
  period: word,
  from: word,
  to: word,
  driver: word,
  rider: word,
  fleet: word,
  mode: word,
  payment: word,
  q: word,
  sort: word,
  dir: word,
})

const savedView = z.object({
  id: z.string(),
  name: z.string(),
  address: z.record(z.string(), z.string()),
  /** null: the columns that the person last chose */
  columns: z.array(z.string()).nullable(),
})
export type SavedView = z.output<typeof savedView>

const name = lineText(60)
const own = { relation: 'self', rate: 'write', refusedInDemo: true } as const

/** What a person keeps of the booking list: views with a name, and the chosen columns [design/web-83]. */
export const savedViewsApi = {
  list: endpoint(savedViewsRoutes.list, {
    summary: 'The caller’s saved views of the booking list, and the columns the caller last chose in this role',
    relation: 'self',
    rate: 'read',
    reply: z.object({ rows: z.array(savedView), columns: z.array(z.string()).nullable() }),
  }),
  save: endpoint(savedViewsRoutes.save, {
    summary: 'Saves a view; one with the same name is replaced',
    ...own,
    body: z.strictObject({ name, address, columns: columns.nullable() }),
    reply: z.object({ view: savedView }),
  }),
  rename: endpoint(savedViewsRoutes.rename, {
    summary: 'Renames a saved view',
    ...own,
    body: z.strictObject({ id: uuid, name }),
    reply: z.object({ view: savedView }),
  }),
  remove: endpoint(savedViewsRoutes.remove, {
    summary: 'Deletes a saved view',
    ...own,
    body: z.strictObject({ id: uuid }),
    reply: nothing,
  }),
  keepColumns: endpoint(savedViewsRoutes.keepColumns, {
    summary: 'Remembers the columns of the booking list; null resets to the default',
    ...own,
    body: z.strictObject({ columns: columns.nullable() }),
    reply: nothing,
  }),
}
