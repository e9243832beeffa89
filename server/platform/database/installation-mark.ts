import type { AppCategory } from '@remis/domain/booking/variant'
import { sql, type Kysely } from 'kysely'
import { StartError } from '../runtime/start-error.ts'
import type { Tx } from './database.ts'
import type { InstallationMarks, MarkData } from './schema/system-tables.ts'
import type { Tables } from './schema.ts'

type Mode = InstallationMarks['name']

/** What the mark of a mode remembers; undefined without the mark. */
export const findMark = async (db: Kysely<Tables>, mode: Mode): Promise<MarkData | undefined> =>
  (await db.selectFrom('installation_marks').select('data').where('name', '=', mode).executeTakeFirst())?.data

/** Marks the database as one of this mode, permanently; keeps what an existing mark stores. */
export const markInstallation = async (tx: Tx, mode: Mode, data: MarkData = {}): Promise<void> => {
  await tx
    .insertInto('installation_marks')
    .values({ name: mode, data: JSON.stringify(data) })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ data: sql`installation_marks.data || excluded.data` }),
    )
    .execute()
}

/**
 * Stops a start in the other mode than the database's: trial accounts have known passwords, and a trial fills the
 * database with people and bookings that do not exist [design/access-72].
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

/**
 * Refuses a start in another category than the database's: a booking created as a ride would end by the rules of a
 * delivery, and a trial has the vehicles and people of one category. Until there is a booking a production installation
 * may still change [design/delivery-2].
 */
export const checkCategory = async (db: Kysely<Tables>, mode: Mode, appcat: AppCategory): Promise<void> => {
  const of = (await findMark(db, mode))?.appcat
  if (of === undefined || of === appcat) return
  const used = mode === 'trial' || (await db.selectFrom('bookings').select('id').limit(1).execute()).length > 0
  if (!used) return
  throw new StartError(
    mode === 'trial'
      ? `This data folder holds a trial city of ${of === 'taxi' ? 'taxis' : 'couriers'}. Start it with --category ${of}, or set DATA_DIR to another folder.`
      : `This database has bookings of APP_CATEGORY=${of}. Set it back, or set DATA_DIR or DATABASE_URL to another one.`,
  )
}
