import { randomUUID } from 'node:crypto'
import type { Endpoint, Input, Reply } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import type { TestActor } from '@remis/server/testing/test-city'
import { aim } from './aim.ts'
import { takeUnsent, type Car } from './car.ts'
import type { Command } from './command.ts'
import type { World } from './world.ts'

/** The failpoints where a command of the server or the gateway may be cut. */
const innerPoints = [
  'settle.begin',
  'settle.locked',
  'settle.before_commit',
  'settle.committed',
  'card-payment.locked',
  'start-payment.before_commit',
  'start-payment.stored',
  'start-payment.answered',
  'refund.begin',
  'refund.answered',
  'refund.before_commit',
  'release.before_commit',
  'take-up.before_commit',
  'expire.before_commit',
  'complete.before_commit',
  'sweep.before_commit',
]

/** A refusal is an answer; an unexpected error, or a crash that was not ordered, is not. */
const isRefused = (error: unknown): boolean =>
  (error instanceof AppError && error.key !== 'server_error' && error.key !== 'busy_try_again') ||
  (error instanceof Error && /^no redirect: (4\d\d|503 .*payment_provider_unavailable)/.test(error.message))

const powerCut = new Error('power cut')

export const at = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length]

/** The kind of an answer, in one word. */
const wordOf = (error: unknown): string =>
  error instanceof AppError ? error.key : (/^no redirect: 4\d\d/.exec((error as Error).message)?.[0] ?? 'refused')

/** One command being executed: the actor, the booking, and how calls are made. */
export interface Turn {
  readonly world: World
  readonly command: Command
  readonly id: string | undefined
  readonly rider: TestActor
  readonly driver: TestActor
  /** A call that is cut is repeated with its key, as a client does; null: refused. */
  readonly call: <E extends Endpoint>(actor: TestActor, endpoint: E, input: Input<E>) => Promise<Reply<E> | null>
  /** Without a key: cut, it fails or not; then it runs undisturbed. */
  readonly inner: (work: () => Promise<unknown>) => Promise<void>
  /** A call about the booking, if there is one. */
  readonly move: (actor: TestActor, endpoint: Endpoint, body?: object) => Promise<void>
  /** The driver of the booking, for most; any driver now and then. */
  readonly whoseTurn: () => Promise<TestActor>
  readonly whoseBooking: () => Promise<TestActor>
  readonly carOf: (driver: TestActor) => Car
  /** Sends what the phone has recorded, unless it sleeps. */
  readonly send: (driver: TestActor) => Promise<void>
}

export const openTurn = async (world: World, command: Command): Promise<Turn> => {
  const { city } = world
  const { failpoint } = city.server
  const { kind, who, how, fault } = command
  const rider = at(world.riders, who)
  const driver = at(world.drivers, who)
  if (rider === undefined || driver === undefined) throw new Error('an empty city')
  const id = await aim(world, command)
  const partyOf = async (column: 'driver' | 'customer'): Promise<string | null | undefined> => {
    if (id === undefined || how % 10 === 0) return undefined
    const row = city.database.db.request.selectFrom('bookings').select([column]).where('id', '=', id)
    return (await row.executeTakeFirst())?.[column]
  }

  const call: Turn['call'] = async (actor, endpoint, input) => {
    const key = randomUUID()
    if (fault !== null) {
      const step = ['begun', 'written', 'committed'][fault % 3]
      failpoint.fail(`${endpoint.method} ${endpoint.path}.${step}`, powerCut)
      await actor.call(endpoint, input, { key }).catch(() => null)
      await world.settle()
      failpoint.clear()
    }
    const reply = await actor.call(endpoint, input, { key }).catch((error: unknown) => {
      if (!isRefused(error)) throw error
      world.answers.push(`${endpoint.method} ${endpoint.path} ${wordOf(error)}`)
      return null
    })
    if (reply !== null) world.answers.push(`${endpoint.method} ${endpoint.path}`)
    return reply
  }
  const inner: Turn['inner'] = async (work) => {
    if (fault !== null) {
      failpoint.fail(innerPoints[fault % innerPoints.length] ?? '', powerCut)
      await work().catch(() => undefined)
      await world.settle()
      failpoint.clear()
    }
    await work().catch((error: unknown) => {
      if (!isRefused(error)) throw error
      world.answers.push(`${kind} ${wordOf(error)}`)
    })
    await world.settle()
  }
  const carOf: Turn['carOf'] = (one) => {
    const car = world.cars[world.drivers.indexOf(one)]
    if (car === undefined) throw new Error('a driver without a car')
    return car
  }
  return {
    world,
    command,
    id,
    rider,
    driver,
    call,
    inner,
    move: async (actor, endpoint, body = {}) => {
      if (id !== undefined) await call(actor, endpoint, { params: { id }, body } as never)
    },
    whoseTurn: async () => {
      const found = await partyOf('driver')
      return world.drivers.find((one) => one.id === found) ?? driver
    },
    whoseBooking: async () => {
      const found = await partyOf('customer')
      return world.riders.find((one) => one.id === found) ?? rider
    },
    carOf,
    send: async (one) => {
      const fixes = takeUnsent(carOf(one))
      if (fixes.length > 0) await call(one, trackingApi.send, { body: { fixes } })
    },
  }
}
