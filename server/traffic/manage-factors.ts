import type { FactorTable } from '@remis/domain/traffic/expected-time'
import { roadClasses } from '@remis/domain/traffic/road-classes'
import { suggestFactors } from '@remis/domain/traffic/suggest-factors'
import type { Traffic, trafficApi } from '@remis/domain/traffic/traffic-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { Kysely } from 'kysely'
import { addAudit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Call, UseCase } from '../platform/http/use-case.ts'
import { reportWaiting } from '../platform/live/office-waiting.ts'
import type { TrafficDeps } from './learn-from-trips.ts'
import { countQueued, lockState, readCells, readState, writeFactors } from './traffic-store.ts'

const readTrafficIn = async (db: Kysely<Tables>): Promise<Traffic> => {
  const state = await readState(db)
  const cells = await readCells(db)
  const waiting = await countQueued(db)
  const suggested = suggestFactors(cells, state.timezone)
  return {
    timezone: state.timezone,
    classes: roadClasses.map((roadClass) => ({
      roadClass,
      hours: suggested[roadClass].map(({ factor }, hour) => ({
        suggested: factor,
        current: state.factors?.[roadClass][hour]?.factor ?? null,
        trips: cells[roadClass][hour]?.trips ?? 0,
        drivers: cells[roadClass][hour]?.drivers ?? 0,
      })),
    })),
    waiting,
    inUse: state.factors === null ? null : { acceptedAt: state.changed_at, timezone: state.factors.timezone },
    version: state.version,
  }
}

export const readTraffic: UseCase<TrafficDeps, typeof trafficApi.read> = ({ db }) => readTrafficIn(db.request)

/**
 * Uses the suggestions of this moment. 409 when another admin has changed the factors in use since the caller read
 * them. Quotes that were made keep their duration [design/maps-112].
 */
export const acceptFactors: UseCase<TrafficDeps, typeof trafficApi.accept> = (app, call) =>
  change(app, call, 'traffic.accept', async (tx, timezone) => suggestFactors(await readCells(tx), timezone))

export const clearFactors: UseCase<TrafficDeps, typeof trafficApi.clear> = (app, call) =>
  change(app, call, 'traffic.clear', async () => null)

const change = async (
  app: TrafficDeps,
  call: Call<typeof trafficApi.accept> | Call<typeof trafficApi.clear>,
  action: 'traffic.accept' | 'traffic.clear',
  factorsOf: (tx: Tx, timezone: string) => Promise<FactorTable | null>,
): Promise<Traffic> => {
  const done = await call.commit(async (tx) => {
    const state = await lockState(tx)
    if (state.version !== call.body.version) throw new AppError(409, 'settings_changed')
    const factors = await factorsOf(tx, state.timezone)
    await writeFactors(tx, factors)
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action,
      subject: 'traffic',
      data: { version: state.version + 1, ...(factors === null ? {} : summaryOf(factors)) },
    })
    await reportWaiting(tx, 'traffic')
    return readTrafficIn(tx)
  })
  await app.traffic.refresh()
  return done
}

/** The least and the largest factor of each class: 504 numbers are too many for a row of the log. */
const summaryOf = (factors: FactorTable) =>
  Object.fromEntries(
    roadClasses.map((roadClass) => {
      const values = factors[roadClass].map(({ factor }) => factor)
      return [roadClass, `${Math.min(...values)} – ${Math.max(...values)}`]
    }),
  )
