import { sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import { auditSurveys } from './audit.ts'
import { bookingSurvey } from './bookings.ts'
import { chatSurvey } from './chats.ts'
import { dayCloseSurvey } from './day-closes.ts'
import { eventSurveys } from './events.ts'
import { fareSurvey } from './fares.ts'
import { fileSurvey } from './files.ts'
import type { Fault, Invariant, Survey } from './invariant.ts'
import { moneySurveys } from './money.ts'
import { paymentSurveys } from './payments.ts'
import { peopleSurveys } from './people.ts'
import { promoSurveys } from './promos.ts'
import { safetySurvey } from './safety.ts'
import { trackSurveys } from './tracks.ts'
import { tripSurveys } from './trips.ts'
import { walletSurveys } from './wallets.ts'

/** All invariants that the tables can show, with the ids of docs/design/invariants.md. */
export const surveys: readonly Survey[] = [
  bookingSurvey,
  ...moneySurveys,
  ...walletSurveys,
  dayCloseSurvey,
  ...paymentSurveys,
  ...tripSurveys,
  chatSurvey,
  fareSurvey,
  ...trackSurveys,
  ...promoSurveys,
  ...peopleSurveys,
  fileSurvey,
  ...eventSurveys,
  safetySurvey,
  ...auditSurveys,
]

export const invariants: readonly Invariant[] = surveys.flatMap(({ judges }) => judges)

export interface Broken {
  readonly invariant: string
  readonly says: string
  /** Ids of the rows that break it. */
  readonly rows: readonly string[]
}

/**
 * The surveys hash whole tables; with the default 4 MB PostgreSQL would sort them on disk. Two connections keep two
 * cores busy, so parallel workers would only aggregate the same rows twice. A survey of a large database takes longer
 * than a list may.
 */
const sessionSettings = sql`select set_config('work_mem', '64MB', true), set_config('statement_timeout', '0', true),
  set_config('max_parallel_workers_per_gather', '0', true)`

const AT_ONCE = 2

/** Runs surveys one after the other in the caller's transaction, else two at a time on separate connections. */
const runSurvey = async (
  db: Kysely<Tables>,
  list: readonly Survey[],
  report: (faults: Fault[]) => void,
): Promise<void> => {
  const queue = [...list]
  const work = async (tx: Kysely<Tables>): Promise<void> => {
    await sessionSettings.execute(tx)
    for (let survey = queue.shift(); survey !== undefined; survey = queue.shift()) report(await survey.find(tx))
  }
  if (db.isTransaction) return work(db)
  const transaction = () => db.transaction().setIsolationLevel('read committed').execute(work)
  const ends = await Promise.allSettled(Array.from({ length: Math.min(AT_ONCE, list.length) }, transaction))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** The broken invariants with their rows; empty when the database is sound. */
export const findBroken = async (db: Kysely<Tables>, list: readonly Survey[] = surveys): Promise<Broken[]> => {
  const rows = new Map<string, Set<string>>()
  await runSurvey(db, list, (faults) => {
    for (const { invariant, row } of faults) rows.set(invariant, (rows.get(invariant) ?? new Set()).add(row))
  })
  return invariants.flatMap(({ id, says }) => {
    const found = rows.get(id)
    return found === undefined ? [] : [{ invariant: id, says, rows: [...found] }]
  })
}
