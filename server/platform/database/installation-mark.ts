import type { Kysely } from 'kysely'
import { StartError } from '../runtime/start-error.ts'
import type { Tx } from './database.ts'
import type { InstallationMarks, MarkData } from './schema/system-tables.ts'
import type { Tables } from './schema.ts'

type Mode = InstallationMarks['name']

/** What the mark of a mode remembers; undefined without the mark. */
export const findMark = async (db: Kysely<Tables>, mode: Mode): Promise<MarkData | undefined> =>
  (await db.selectFrom('installation_marks').select('data').where('name', '=', mode).executeTakeFirst())?.data

/** Marks the database as one of this mode, for good. */
export const markInstallation = async (tx: Tx, mode: Mode, data: MarkData = {}): Promise<void> => {
  await tx
    .insertInto('installation_marks')
    .values({ name: mode, data: JSON.stringify(data) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ data: JSON.stringify(data) }))
    .execute()
}

/**
 * Stops a start in the other mode than the database's: trial accounts have known passwords, and a trial fills the database
 * with people and bookings that do not exist [design/access-72].
 */
export const checkMode = async (db: Kysely<Tables>, mode: Mode): Promise<void> => {
  const other = mode === 'trial' ? 'production' : 'trial'
  if ((await findMark(db, other)) === undefined) return
  throw new StartError(
    mode === 'production'
      ? 'This database holds the data and accounts of a trial, which production refuses. Set DATA_DIR or DATABASE_URL to an empty one.'
      : 'This database belongs to a production installation, which a trial would fill with invented data. Set DATA_DIR or DATABASE_URL to another one.',
  )
}
