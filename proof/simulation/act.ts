import { randomUUID } from 'node:crypto'
import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { endingsApi } from '@remis/domain/booking/endings-api'
import { payByCardApi } from '@remis/domain/booking/pay-by-card-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { assignApi } from '@remis/domain/dispatch/assign-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import type { Endpoint, Input, Reply } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { drop, pickup, requestOn, type TestActor } from '@remis/server/testing/test-city'
import { aim } from './aim.ts'
import type { Command, Kind } from './command.ts'
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

const at = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length]

/** The kind of an answer, in one word. */
const wordOf = (error: unknown): string =>
  error instanceof AppError ? error.key : (/^no redirect: 4\d\d/.exec((error as Error).message)?.[0] ?? 'refused')

/** Executes commands one at a time. Throws for anything that must not happen. */
export const act = async (world: World, command: Command): Promise<void> => {
  const { city, gateway, bookings, attempts, withdrawals } = world
  const { failpoint } = city.server
  const { kind, who, what, how, fault } = command
  await world.clock.pass(1 + (how % 1000))
  const rider = at(world.riders, who)
  const driver = at(world.drivers, who)
  const id = await aim(world, command)
  if (rider === undefined || driver === undefined) throw new Error('an empty city')

  /** A call that is cut is repeated with its key, as a client does. */
  const call = async <E extends Endpoint>(actor: TestActor, endpoint: E, input: Input<E>): Promise<Reply<E> | null> => {
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
    await world.settle()
    return reply
  }
  /** Without a key: cut, it fails or not; then it runs undisturbed. */
  const inner = async (work: () => Promise<unknown>): Promise<void> => {
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
  const move = async (actor: TestActor, endpoint: Endpoint, body: object = {}): Promise<void> => {
    if (id !== undefined) await call(actor, endpoint, { params: { id }, body } as never)
  }
  /** The driver of the booking or one with an offer, for most; any driver now and then. */
  const whoseTurn = async (): Promise<TestActor> => {
    if (id === undefined || how % 10 === 0) return driver
    const row = await city.database.db.request
      .selectFrom('bookings')
      .select('driver')
      .where('id', '=', id)
      .executeTakeFirst()
    return world.drivers.find((one) => one.id === row?.driver) ?? driver
  }
  const whoseBooking = async (): Promise<TestActor> => {
    if (id === undefined || how % 10 === 0) return rider
    const row = await city.database.db.request
      .selectFrom('bookings')
      .select('customer')
      .where('id', '=', id)
      .executeTakeFirst()
    return world.riders.find((one) => one.id === row?.customer) ?? rider
  }
  /** The driver sends a position at the pickup, for most; fees and no-shows need it [design/moves-73]. */
  const comeToPickup = async (): Promise<void> => {
    const at = world.clock.now()
    const fix = { seq: at, at, lat: pickup.lat, lng: pickup.lng, accuracy: 8 }
    if (how % 4 !== 0) await call(await whoseTurn(), trackingApi.send, { body: { fixes: [fix] } })
  }
  const book = async (later: boolean): Promise<void> => {
    const tripdate = later ? { bookLater: true, tripdate: world.clock.now() + (16 + (how % 90)) * 60_000 } : {}
    const carType = how % 7 === 0 ? city.comfort : city.economy
    const quoted = await call(rider, quotesApi.create, { body: { pickup, drop, carType, ...tripdate } })
    if (quoted === null) return
    const payment_mode = (['cash', 'cash', 'wallet', 'card'] as const)[what % 4] ?? 'cash'
    const body = { ...requestOn(quoted.quote), ...tripdate, paymentPacket: { payment_mode } }
    const made = await call(rider, bookingsApi.create, { body })
    if (made !== null) bookings.push(made.booking.id)
  }
  /** A driver's cancel creates a successor booking; later commands address it too. */
  const meetSuccessor = async (): Promise<void> => {
    if (id === undefined) return
    const row = await city.database.db.request
      .selectFrom('bookings')
      .select('successor')
      .where('id', '=', id)
      .executeTakeFirst()
    if (row?.successor && !bookings.includes(row.successor)) bookings.push(row.successor)
  }
  const sayAtGateway = async (): Promise<void> => {
    const attempt = at(attempts, what)
    if (attempt === undefined || gateway.down) return
    await gateway.decide(attempt, (['approve', 'approve', 'decline', 'close'] as const)[how % 4] ?? 'approve')
    // The webhook is lost, so that only a look-up finds the payment.
    if (how % 5 === 0) return
    const { body, headers } = await gateway.webhook(attempt)
    const deliver = () => fetch(`${city.server.url}/pay/test/webhook`, { method: 'POST', headers, body })
    await inner(async () => {
      const { status } = await deliver()
      if (status >= 500) throw new Error(`the webhook was answered ${status}`)
    })
  }
  const pay = async (actor: TestActor, orderId: string): Promise<void> =>
    inner(async () => {
      const begun = await world.payer(actor).begin({ order_id: orderId, amount: '1', currency: 'UYU' }, async () => {
        const { id: newest } = await city.database.db.request
          .selectFrom('payments')
          .select('id')
          .where('user_id', '=', actor.id)
          .orderBy('created_at', 'desc')
          .executeTakeFirstOrThrow()
        return newest
      })
      attempts.push(begun.attempt)
    })

  const kinds: Record<Kind, () => Promise<unknown>> = {
    book: () => book(false),
    bookLater: () => book(true),
    quoteTwice: () => call(rider, quotesApi.create, { body: { pickup, drop, carType: city.economy } }),
    accept: () => move(driver, bookingsApi.accept),
    decline: () => move(driver, bookingsApi.decline),
    arrive: async () => {
      await comeToPickup()
      await move(await whoseTurn(), bookingsApi.arrive)
    },
    start: async () => {
      const code = id === undefined ? null : await call(await whoseBooking(), bookingsApi.get, { params: { id } })
      await move(await whoseTurn(), bookingsApi.start, { otp: how % 5 === 0 ? '000000' : (code?.booking.otp ?? '') })
    },
    reach: async () => move(await whoseTurn(), bookingsApi.reach),
    pay: async () =>
      how % 3 === 0
        ? move(await whoseBooking(), bookingsApi.pay, { payment_mode: 'wallet' })
        : how % 5 === 4
          ? move(world.admin, bookingsApi.pay, { payment_mode: 'cash', cash_taken_by: 'office' })
          : move(await whoseTurn(), bookingsApi.pay, { payment_mode: 'cash' }),
    notPaid: async () => move(await whoseTurn(), bookingsApi.notPaid),
    rate: async () => move(await whoseBooking(), bookingsApi.rate, { rating: (how % 5) + 1 }),
    cancel: async () => {
      await comeToPickup()
      await move([await whoseBooking(), await whoseTurn(), world.admin][how % 3] ?? rider, bookingsApi.cancel, {
        reason: city.reason,
        ...(how % 6 === 1 ? { noShow: true } : {}),
      })
      await meetSuccessor()
    },
    abort: () => move(world.admin, endingsApi.abort, { reason: 'The car broke down', fare: how % 2 === 0 ? null : 60 }),
    writeOff: () => move(world.admin, endingsApi.writeOff, { reason: 'Nobody pays this' }),
    correct: () =>
      move(world.admin, correctionsApi.correct, {
        direction: how % 3 === 0 ? 'charge' : 'back',
        amount: 1 + (how % 60),
        reason: 'A detour',
        withDriver: how % 2 === 0,
      }),
    searchAgain: async () => move(await whoseBooking(), bookingsApi.searchAgain),
    renewCode: async () => move(await whoseBooking(), bookingsApi.renewTripCode),
    goOffline: () => call(driver, dispatchApi.goOnline, { body: { online: false } }),
    goOnline: () => call(driver, dispatchApi.goOnline, { body: { online: true } }),
    assign: () => move(world.admin, assignApi.assign, { driver: driver.id }),
    dispatchByHand: () => call(world.admin, settingsApi.change, { body: { settings: { autoDispatch: false } } }),
    dispatchByItself: () => call(world.admin, settingsApi.change, { body: { settings: { autoDispatch: true } } }),
    topUp: async () => {
      const made = await call(rider, paymentsApi.topUp, { body: { amount: 50 + (how % 500) } })
      if (made !== null) await pay(rider, made.topUp.id)
    },
    payByCard: async () => {
      if (id === undefined) return
      const payer = await whoseBooking()
      await call(payer, payByCardApi.choose, { params: { id }, body: {} })
      await pay(payer, id)
    },
    gatewaySpeaks: sayAtGateway,
    gatewayFails: () => Promise.resolve((gateway.down = true)),
    gatewayRecovers: () => Promise.resolve((gateway.down = false)),
    withdraw: async () => {
      const made = await call(driver, withdrawalsApi.request, { body: { amount: 1 + (how % 400) } })
      if (made !== null) withdrawals.push(made.withdrawal.id)
    },
    endWithdrawal: async () => {
      const asked = at(withdrawals, what)
      if (asked === undefined) return
      if (how % 2 === 0) await call(world.admin, withdrawalsApi.process, { params: { id: asked }, body: {} })
      else
        await call(world.admin, withdrawalsApi.reject, { params: { id: asked }, body: { reason: 'No such account' } })
    },
    sweep: () => inner(() => world.sweep()),
    timePasses: () => world.clock.pass(([20, 90, 600, 2400, 90_000][how % 5] ?? 20) * 1000),
  }
  // Positions are fresh for a minute: all online drivers send theirs.
  for (const one of world.drivers)
    city.server.app.drivers.put({ id: one.id, lat: pickup.lat + 0.004, lng: pickup.lng, at: world.clock.now() })
  await kinds[kind]()
}
