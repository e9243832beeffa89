import type { AppCategory } from '@remis/domain/booking/variant'
import { sql, type Kysely } from 'kysely'
import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { openDirect } from './migrate.ts'
import { StartError } from '../runtime/start-error.ts'
import type { Tx } from './database.ts'
import type { InstallationMarks, MarkData } from './schema/system-tables.ts'
import type { Tables } from './schema.ts'

type Mode = 'trial' | 'production'

/** Returns the data of a mark, undefined without the mark. */
export const findMark = async (db: Kysely<Tables>, name: InstallationMarks['name']): Promise<MarkData | undefined> =>
  (await db.selectFrom('installation_marks').select('data').where('name', '=', name).executeTakeFirst())?.data

/** Marks the database as one of this mode, permanently; keeps what an existing mark stores. */
export const markInstallation = async (tx: Tx, mode: Mode, data: MarkData): Promise<void> => {
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
  if ((await findMark(db, otherThan(mode))) !== undefined) throw wrongMode(mode)
}

/** The same before the migrations, as the owner, so that a wrong start leaves the database as it is. */
export const checkModeFirst = async (owner: pg.ClientConfig, mode: Mode): Promise<void> => {
  const client = await openDirect(owner, 'mode')
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('installation_marks') is not null as there`,
    )
    if (rows[0]?.there !== true) return
    const { rowCount } = await client.query('select from installation_marks where name = $1', [otherThan(mode)])
    if (rowCount !== 0) throw wrongMode(mode)
  } finally {
    await client.end()
  }
}

const otherThan = (mode: Mode): Mode => (mode === 'trial' ? 'production' : 'trial')

const wrongMode = (mode: Mode): StartError =>
  new StartError(
    mode === 'production'
      ? 'This database holds the data and accounts of a trial, which production refuses. Set DATA_DIR or DATABASE_URL to an empty one.'
      : 'This database belongs to a production installation, which a trial would fill with invented data. Set DATA_DIR or DATABASE_URL to another one.',
  )

/** The mark with the id; two servers that start at once share one. */
const markWithId = async (db: Kysely<Tables>): Promise<MarkData | undefined> => {
  await db
    .insertInto('installation_marks')
    .values({ name: 'installation', data: JSON.stringify({ id: randomUUID() }) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return findMark(db, 'installation')
}

export const renewInstallationId = async (tx: Tx): Promise<void> => {
  const data = JSON.stringify({ id: randomUUID() })
  await tx
    .insertInto('installation_marks')
    .values({ name: 'installation', data })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ data }))
    .execute()
}

/**
 * Identifies the installation: a stored id and the place of the database. A dump that is restored into the same
 * database has the same id; a copy in another database or cluster has another one [design/files-11].
 */
export const findInstallationId = async (db: Kysely<Tables>): Promise<string> => {
  const id = ((await findMark(db, 'installation')) ?? (await markWithId(db)))?.id ?? ''
  const { rows } = await sql<{ place: string }>`select concat_ws(' ',
    case when has_function_privilege('pg_control_system()', 'execute')
      then (select system_identifier from pg_control_system()) end,
    (select oid from pg_database where datname = current_database())) as place`.execute(db)
  return createHash('sha256').update(`${id} ${rows[0]?.place}`).digest('hex')
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
