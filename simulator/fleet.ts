import { randomUUID } from 'node:crypto'
import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { makeCall } from '@remis/domain/kit/call'
import { homeOf, type City } from './city.ts'
import { makeConductor } from './conductor.ts'
import { startDriver, type Driver } from './driver.ts'
import { openOfferDesk } from './offer-desk.ts'
import type { Options } from './options.ts'
import { retry } from './retry.ts'
import { makeRest } from './rest.ts'
import { openSession } from './session.ts'

interface FleetSetUp {
  readonly options: Options
  readonly stopped: AbortSignal
  readonly onError: (who: string, error: unknown) => void
}

const findCity = async ({ options, stopped }: FleetSetUp): Promise<City> => {
  const call = makeCall({ fetch, base: options.base, token: () => undefined, newKey: () => randomUUID() })
  const { map } = await retry(() => call(backofficeApi.settings, {}), makeRest(stopped), stopped)
  return { center: map.center, bbox: map.bbox }
}

/** Starts the fleet; resolves with the number of drivers that started. `done` resolves after `stopped`. */
export const startFleet = async (setUp: FleetSetUp): Promise<{ drivers: number; done: Promise<unknown> }> => {
  const { options, stopped } = setUp
  const office = openSession(options.base, options.conductor, stopped)
  await office.enter()
  const riders = options.riders.map((account) => openSession(options.base, account, stopped))
  const conductor = makeConductor(office, riders)
  const drivers = new Map<string, Driver>()
  const desk = openOfferDesk({
    conductor,
    isFleet: (id) => drivers.has(id),
    accept: (id, bookingId) => drivers.get(id)?.accept(bookingId) ?? Promise.resolve(false),
    now: () => Date.now(),
    onError: (error) => setUp.onError(options.conductor.email, error),
  })

  const count = options.drivers.length
  const starts = options.drivers.map(async (account, index) => {
    const onError = (error: unknown) => setUp.onError(account.email, error)
    const session = openSession(options.base, account, stopped)
    try {
      const findArea = async () => {
        const city = await findCity(setUp)
        return { city, home: homeOf(city, index, count) }
      }
      const driver = await startDriver({
        base: options.base,
        session,
        findArea,
        speed: options.speed,
        conductor,
        desk,
        stopped,
        onError,
      })
      drivers.set(await session.enter(), driver)
    } catch (error) {
      if (!stopped.aborted) onError(error)
    }
  })
  await Promise.all(starts)
  const done = Promise.all([...drivers.values()].map((driver) => driver.done)).then(() => {
    desk.close()
    return Promise.all([office, ...riders].map((session) => session.leave()))
  })
  return { drivers: drivers.size, done }
}
