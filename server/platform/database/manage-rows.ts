import { faultError, type Fault } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import type { Failpoints } from '../runtime/failpoint.ts'
import { addAudit } from './audit.ts'
import type { Tx } from './database.ts'

interface ManagedRow {
  readonly id: string
  /** increases with each change, where a change names the version that it was made from */
  readonly version?: number
}

/** How the rows of a plain table are checked and written; the audit log names them `<name>.add` and `<name>:<id>`. */
export interface ManagedRows<Row extends ManagedRow, Entry extends object> {
  readonly name: string
  /** the first fault of the row as it would be; `before` is the stored one */
  readonly check: (entry: Entry, before?: Row) => Fault | null
  readonly insert: (tx: Tx, entry: Entry) => Promise<Row>
  /** the row, locked until the commit; undefined: there is none */
  readonly lock: (tx: Tx, id: string) => Promise<Row | undefined>
  readonly update: (tx: Tx, id: string, changes: Partial<Entry>) => Promise<Row>
  /** removes the row, or marks it where others point to it */
  readonly remove: (tx: Tx, id: string) => Promise<unknown>
  /** of rows that `remove` only marks */
  readonly archive?: {
    /** the row, archived or not, locked until the commit */
    readonly lock: (tx: Tx, id: string) => Promise<Row | undefined>
    readonly holds: (row: Row) => boolean
    /** removes the mark and increases the version, so that a form opened before the removal is refused */
    readonly restore: (tx: Tx, id: string) => Promise<Row>
  }
  /** by the name of a unique index: what to answer to a value that another row has */
  readonly taken?: Readonly<Record<string, Fault>>
  /** of a row with a version: the row as an admin sees it, sent when a change came too late */
  readonly view?: (row: Row) => object
}

interface Caller {
  readonly who: { readonly id: string; readonly role: string }
  readonly address: string
}

interface RowCall extends Caller {
  readonly params: { readonly id: string }
}

interface ChangeCall<Entry> extends RowCall {
  /** a field that is absent keeps its value */
  readonly body: { readonly [Field in keyof Entry]?: Entry[Field] | undefined } & {
    readonly version?: number | undefined
  }
}

interface Deps {
  readonly failpoint: Failpoints
}

/**
 * The verbs of a plain table, inside the transaction of their call: each locks, checks as the screen does, writes, and
 * adds its audit row. Throw 404 for a row that does not exist, 409 with the row for a
 * change of an older version, and 422 with the field at fault.
 */
export const manageRows = <Row extends ManagedRow, Entry extends object>(table: ManagedRows<Row, Entry>) => {
  const audit = (tx: Tx, { who, address }: Caller, verb: string, { id }: Row, data: object): Promise<void> =>
    addAudit(tx, {
      actor: who,
      address,
      action: `${table.name}.${verb}`,
      subject: `${table.name}:${id}`,
      data: { ...data },
    })
  const checked = (entry: Entry, before?: Row): Entry => {
    const fault = table.check(entry, before)
    if (fault !== null) throw faultError(fault)
    return entry
  }
  const lockExisting = async (tx: Tx, { failpoint }: Deps, id: string, lock = table.lock): Promise<Row> => {
    const row = await lock(tx, id)
    if (row === undefined) throw new AppError(404, 'not_found')
    await failpoint.at(`${table.name}.locked`)
    return row
  }
  const unlessTaken = (error: unknown): never => {
    const fault = table.taken?.[(error as { constraint?: string }).constraint ?? '']
    throw fault === undefined ? error : faultError(fault)
  }
  return {
    add: async (tx: Tx, call: Caller & { readonly body: Entry }): Promise<Row> => {
      const row = await table.insert(tx, checked(call.body)).catch(unlessTaken)
      await audit(tx, call, 'add', row, call.body)
      return row
    },
    change: async (tx: Tx, app: Deps, call: ChangeCall<Entry>): Promise<Row> => {
      const before = await lockExisting(tx, app, call.params.id)
      const { version, ...body } = call.body
      if (version !== undefined && version !== before.version)
        throw new AppError(409, 'row_changed', { extra: { row: table.view?.(before) } })
      const changes = Object.fromEntries(
        Object.entries(body).filter(([, value]) => value !== undefined),
      ) as Partial<Entry>
      checked({ ...(before as unknown as Entry), ...changes }, before)
      if (Object.keys(changes).length === 0) return before
      const row = await table.update(tx, before.id, changes).catch(unlessTaken)
      await audit(tx, call, 'update', row, { before, changes })
      return row
    },
    remove: async (tx: Tx, app: Deps, call: RowCall): Promise<Row> => {
      const before = await lockExisting(tx, app, call.params.id)
      await table.remove(tx, before.id)
      await audit(tx, call, 'delete', before, before)
      return before
    },
    /** Throws 422 `taken` when a row added since has the value that must be unique. */
    restore: async (tx: Tx, app: Deps, call: RowCall): Promise<Row> => {
      const { archive } = table
      if (archive === undefined) throw new Error(`${table.name} rows are not archived`)
      const before = await lockExisting(tx, app, call.params.id, archive.lock)
      if (!archive.holds(before)) return before
      const row = await archive.restore(tx, before.id).catch(unlessTaken)
      await audit(tx, call, 'restore', row, { before })
      return row
    },
  }
}
