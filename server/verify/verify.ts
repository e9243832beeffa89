import { sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import { bookingSurvey } from './bookings.ts'
import { eventSurveys } from './events.ts'
import { fareSurvey } from './fares.ts'
import type { Fault, Invariant, Survey } from './invariant.ts'
import { moneySurveys } from './money.ts'
import { paymentSurveys } from './payments.ts'
import { peopleSurveys } from './people.ts'
import { promoSurveys } from './promos.ts'
import { tripSurveys } from './trips.ts'
import { walletSurveys } from './wallets.ts'

/** Everything that must be true of the tables that exist (design §5), by the names of trust-and-speed §1.3. */
export const surveys: readonly Survey[] = [
  bookingSurvey,
  ...moneySurveys,
  ...walletSurveys,
  ...paymentSurveys,
  ...tripSurveys,
  fareSurvey,
  ...promoSurveys,
  ...peopleSurveys,
  ...eventSurveys,
]

export const invariants: readonly Invariant[] = surveys.flatMap(({ judges }) => judges)

export interface Broken {
  readonly invariant: string
  readonly says: string
  /** Ids of the rows at fault. */
  readonly rows: readonly string[]
}

/**
 * The surveys hash whole tables; with the usual 4 MB PostgreSQL would sort them on disk instead. Two connections keep two
 * cores busy already: workers beside them would only aggregate the same rows twice.
 */
const roomToWork = sql`select set_config('work_mem', '64MB', true),
  set_config('max_parallel_workers_per_gather', '0', true)`

const AT_ONCE = 2

/** In the caller's transaction one survey after the other, else two at once on connections of their own. */
const runSurvey = async (
  db: Kysely<Tables>,
  list: readonly Survey[],
  seen: (faults: Fault[]) => void,
): Promise<void> => {
  const queue = [...list]
  const work = async (tx: Kysely<Tables>): Promise<void> => {
    await roomToWork.execute(tx)
    for (let survey = queue.shift(); survey !== undefined; survey = queue.shift()) seen(await survey.find(tx))
  }
  if (db.isTransaction) return work(db)
  const transaction = () => db.transaction().setIsolationLevel('read committed').execute(work)
  const ends = await Promise.allSettled(Array.from({ length: Math.min(AT_ONCE, list.length) }, transaction))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Looks at the whole database and names what is broken; empty when all holds. */
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
