import { bookingsApi } from '@remis/domain/booking/booking-api'
import { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { endingsApi } from '@remis/domain/booking/endings-api'
import { payByCardApi } from '@remis/domain/booking/pay-by-card-api'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import { creditsApi } from '@remis/domain/wallet/credits-api'
import { debtsApi } from '@remis/domain/wallet/debts-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import type { TestActor } from '@remis/server/testing/test-city'
import { at, type Turn } from './turn.ts'

const minute = 60_000

/** The buyer decides at the gateway; its notice arrives or is lost, so that only a look-up finds the payment. */
const sayAtGateway = async ({ world, command: { what, how }, inner }: Turn): Promise<void> => {
  const { gateway, attempts, city, town } = world
  const attempt = at(attempts, what)
  if (attempt === undefined || gateway.down) return
  await gateway.decide(attempt, (['approve', 'approve', 'decline', 'close'] as const)[how % 4] ?? 'approve')
  if (town.losesNotices || how % 5 === 0) return world.note('notices of the gateway lost')
  world.note('notices of the gateway delivered')
  const { body, headers } = await gateway.webhook(attempt)
  const deliver = () => fetch(`${city.server.url}/pay/test/webhook`, { method: 'POST', headers, body })
  await inner(async () => {
    const { status } = await deliver()
    if (status >= 500) throw new Error(`the webhook was answered ${status}`)
  })
}

/** Two hours without the gateway, in which the server goes on asking it. */
const outage = async ({ world, inner }: Turn): Promise<void> => {
  world.note('outages of the gateway of two hours')
  world.gateway.down = true
  for (let half = 0; half < 4; half++) {
    await world.clock.pass(30 * minute)
    await inner(() => world.sweep())
  }
  world.gateway.down = false
}

const payByForm = async ({ world, inner }: Turn, actor: TestActor, orderId: string): Promise<void> =>
  inner(async () => {
    const begun = await world.payer(actor).begin({ order_id: orderId, amount: '1', currency: 'UYU' }, async () => {
      const { id: newest } = await world.city.database.db.request
        .selectFrom('payments')
        .select('id')
        .where('user_id', '=', actor.id)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
      return newest
    })
    world.attempts.push(begun.attempt)
  })

const pay = async (turn: Turn): Promise<void> => {
  const {
    world,
    command: { how },
    move,
    whoseBooking,
    whoseTurn,
  } = turn
  return how % 3 === 0
    ? move(await whoseBooking(), bookingsApi.pay, { payment_mode: 'wallet' })
    : how % 5 === 4
      ? move(world.admin, bookingsApi.pay, { payment_mode: 'cash', cash_taken_by: 'office' })
      : move(await whoseTurn(), bookingsApi.pay, {
          payment_mode: 'cash',
          with_debt: how % 2 === 0 && (await hasDebt(turn)),
        })
}

/** Whether the driver of the booking is to collect debts of the rider. */
const hasDebt = async ({ world, id }: Turn): Promise<boolean> =>
  id !== undefined &&
  ((
    await world.city.database.db.request
      .selectFrom('bookings')
      .select('debt_due')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.debt_due ?? 0) > 0

/** Gives a debt up, or says that the driver of the newest trip took it in cash. */
const endDebt = async ({ world, command: { what, how }, call }: Turn): Promise<void> => {
  const open = await world.city.database.db.request
    .selectFrom('debts')
    .select(['id', 'rest'])
    .where('rest', '>', 0)
    .orderBy('at')
    .execute()
  const debt = at(open, what)
  if (debt === undefined) return
  const params = { id: debt.id }
  const trip = how % 2 === 0 ? (await call(world.admin, debtsApi.trips, { params }))?.rows[0] : undefined
  if (trip === undefined) await call(world.admin, debtsApi.writeOff, { params, body: { reason: 'Does not answer' } })
  else {
    const body = { bookingId: trip.bookingId, amount: debt.rest / 100, reason: 'The driver says so' }
    await call(world.admin, debtsApi.driverCash, { params, body })
  }
}

/** All that moves money, beside the trips. */
export const moneyActs = {
  pay,
  notPaid: async ({ move, whoseTurn }: Turn) => move(await whoseTurn(), bookingsApi.notPaid),
  abort: ({ world, command: { how }, move }: Turn) =>
    move(world.admin, endingsApi.abort, { reason: 'The car broke down', fare: how % 2 === 0 ? null : 60 }),
  writeOff: ({ world, move }: Turn) => move(world.admin, endingsApi.writeOff, { reason: 'Nobody pays this' }),
  endDebt,
  correct: ({ world, command: { how }, move }: Turn) =>
    move(world.admin, correctionsApi.correct, {
      direction: how % 3 === 0 ? 'charge' : 'back',
      amount: 1 + (how % 60),
      reason: 'A detour',
      withDriver: how % 2 === 0,
    }),
  creditRider: ({ world, command: { how }, rider, call }: Turn) =>
    call(world.admin, creditsApi.create, {
      params: { id: rider.id },
      body: { amount: 20 + (how % 200), reason: 'Cash at the desk' },
    }),
  topUp: async (turn: Turn) => {
    const made = await turn.call(turn.rider, paymentsApi.topUp, { body: { amount: 50 + (turn.command.how % 500) } })
    if (made !== null) await payByForm(turn, turn.rider, made.topUp.id)
  },
  payByCard: async (turn: Turn) => {
    const { id, call } = turn
    if (id === undefined) return
    const payer = await turn.whoseBooking()
    await call(payer, payByCardApi.choose, { params: { id }, body: {} })
    await payByForm(turn, payer, id)
  },
  gatewaySpeaks: sayAtGateway,
  gatewayFails: async ({ world }: Turn) => void (world.gateway.down = true),
  gatewayRecovers: async ({ world }: Turn) => void (world.gateway.down = false),
  outage,
  withdraw: async ({ world, command: { how }, driver, call }: Turn) => {
    const made = await call(driver, withdrawalsApi.request, { body: { amount: 1 + (how % 400) } })
    if (made !== null) world.withdrawals.push(made.withdrawal.id)
  },
  endWithdrawal: async ({ world, command: { what, how }, call }: Turn) => {
    const id = at(world.withdrawals, what)
    if (id === undefined) return
    if (how % 2 === 0) await call(world.admin, withdrawalsApi.process, { params: { id }, body: {} })
    else await call(world.admin, withdrawalsApi.reject, { params: { id }, body: { reason: 'No such account' } })
  },
}
