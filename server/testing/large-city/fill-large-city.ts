import type pg from 'pg'
import { fillBookingWords } from '../../platform/database/migrations/081-to-100/082-folded-names.ts'
import { attentionSql, LENGTHS, tracesSql, tripSql } from './bookings-sql.ts'
import { moneySql, officeSql } from './money-sql.ts'
import { peopleSql, sizeFor, toolsSql, type CitySize } from './people-sql.ts'
import { shapesJson, shapeSql } from './trip-shapes.ts'

/** Tables that get their indexes after their rows: faster than row by row. */
const filled =
  `users bookings booking_words booking_events offers quotes ratings notices track_points ledger_transactions ledger_entries
  payments payment_events trip_reviews safety_alerts withdrawals pushes mail_queue security_events audit_log`.split(
    /\s+/,
  )

interface Index {
  readonly name: string
  readonly made: string
}

const dropIndexes = async (client: pg.Client): Promise<readonly Index[]> => {
  const { rows } = await client.query<Index>(
    `select i.indexname as name, i.indexdef as made from pg_indexes i
      where i.schemaname = 'public' and i.tablename = any($1)
        and not exists (select 1 from pg_constraint c where c.conindid = i.indexname::regclass)`,
    [filled],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows
}

export interface FillOptions {
  readonly size?: CitySize
  /** Called before each step with its first words. */
  readonly onStep?: (step: string) => void
}

/**
 * Fills an empty, migrated database with a city of two years, by set-based statements on the owner's connection, then
 * gathers its statistics as autovacuum would have. Every invariant holds for the traced bookings; the sums of earnings
 * are made by the server, from the queue's rebuild.
 */
export const fillLargeCity = async (
  client: pg.Client,
  bookings: number,
  { size = sizeFor(bookings), onStep = () => undefined }: FillOptions = {},
): Promise<void> => {
  const run = async (statement: string, values: unknown[] = []): Promise<void> => {
    onStep(statement.trim().slice(0, 60).replaceAll(/\s+/g, ' '))
    await client.query(statement, values)
  }
  await run('begin')
  // No triggers and foreign keys row by row: they would take hours.
  await run(`set local session_replication_role = replica`)
  await run(`set local work_mem = '128MB'`)
  await run(`set local maintenance_work_mem = '512MB'`)
  const indexes = await dropIndexes(client)
  for (const statement of [...toolsSql, ...peopleSql(size)]) await run(statement)
  await run(shapeSql, [shapesJson(LENGTHS)])
  const rest = [
    ...tripSql(size),
    ...attentionSql,
    ...tracesSql(size),
    ...moneySql(size),
    ...officeSql(size),
    ...fillBookingWords,
  ]
  for (const statement of rest) await run(statement)
  for (const { made } of indexes) await run(made)
  await run(`drop table trip, shape, step, line, payout`)
  await run('commit')
  await run('vacuum analyze')
}
