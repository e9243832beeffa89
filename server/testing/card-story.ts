import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import { bookingMoneyApi } from '@remis/domain/payments/booking-money-api'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import { sql } from 'kysely'
import { reconcileAt } from '../payments/reconcile/reconcile-payments.ts'
import { waitFor } from './actors.ts'
import { cardPayer, type Begun } from './card-payer.ts'
import { startGatewayEmulator, type GatewayEmulator } from './gateway-emulator.ts'
import { openCity, requestOn, type City, type TestActor } from './test-city.ts'
import type { TestDatabase } from './test-database.ts'

export type Payer = ReturnType<typeof cardPayer>

/** The channels that report a payment. */
export type Way = 'webhook' | 'return' | 'query'
export const ways: readonly Way[] = ['webhook', 'return', 'query']

export interface CardCity {
  readonly city: City
  readonly emulator: GatewayEmulator
  payer(actor: TestActor): Payer
  /** A rider's delivery in PAYMENT_PENDING. */
  delivery(rider: TestActor): Promise<BookingView>
  begin(actor: TestActor, payer: Payer, orderId: string): Promise<Begun>
  /** Reports the attempt's state over this channel; resolves with the status of the answer. */
  tell(attempt: string, way: Way): Promise<number>
  /** A webhook for the test to deliver. */
  webhook(body: string | Buffer, headers: Record<string, string>): Promise<number>
  returnPath(attempt: string): Promise<string>
  /** makes the next check due */
  makeDue(table: 'payments' | 'refunds', id: string): Promise<void>
  attempts(orderId: string): Promise<{ id: string; status: string; use: string | null }[]>
  refunds(attempt: string): Promise<{ id: string; amount: number; status: string; key: string }[]>
  /** How the refund of a booking stands on the page of rider and office, and in the office's list of payments. */
  shownRefund(bookingId: string, rider: TestActor): Promise<[BookingView['refund'], string | undefined]>
  /** Waits until all refunds of the attempt are done; it has at least one. */
  refunded(attempt: string): Promise<void>
  /** account, holder and sum of all entries of an order and its payments, without zero sums */
  ledgerOf(orderId: string, user: string): Promise<Record<string, number>>
  bookingOf(id: string): Promise<{ status: string; version: number; prepaid: boolean; payable_amount: number }>
}

/** A small city with its card gateway on another origin; the test delivers its webhooks. */
export const openCardCity = async (
  database: TestDatabase,
  appCategory: 'taxi' | 'delivery',
  limits: Record<string, object> = {},
): Promise<CardCity> => {
  const emulator = await startGatewayEmulator()
  database.atEnd(emulator.stop)
  await emulator.scenario('*', 'no-webhook')
  const env = { APP_CATEGORY: appCategory }
  const adapter = emulator.adapter()
  const city = await openCity(database, { env, limits, gateways: [adapter] })
  const { db } = database
  const { server } = city
  // On a slow machine the one driver's position gets stale before the last test.
  await server.app.settings.change({ positionFreshSeconds: 3600 }, null)

  const returnPath = async (attempt: string): Promise<string> => {
    const order = await emulator.order(attempt)
    if (order === null) throw new Error(`the gateway has no order for ${attempt}`)
    const { pathname, search } = new URL(order.returnUrl)
    return pathname + search
  }
  const webhook = async (body: string | Buffer, headers: Record<string, string>): Promise<number> =>
    (
      await fetch(`${server.url}/pay/test/webhook`, {
        method: 'POST',
        headers,
        body: new Uint8Array(Buffer.from(body)),
      })
    ).status
  const refunds: CardCity['refunds'] = (attempt) =>
    db.request
      .selectFrom('refunds')
      .select(['id', 'amount', 'status', 'key', 'failure'])
      .where('payment_id', '=', attempt)
      .orderBy('created_at')
      .execute()
  const makeDue: CardCity['makeDue'] = async (table, id) => {
    const column = table === 'payments' ? sql`next_check_at` : sql`next_try_at`
    await sql`update ${sql.table(table)} set ${column} = clock_timestamp() where id = ${id}`.execute(db.request)
  }

  return {
    city,
    emulator,
    payer: (actor) => cardPayer(server.url, actor),
    delivery: async (rider) => {
      const body = {
        ...requestOn(await city.quote(rider)),
        instructionData: { deliveryPerson: 'Receiver', deliveryPersonPhone: '099 123 456' },
      }
      return (await rider.call(bookingsApi.create, { body })).booking
    },
    begin: async (actor, payer, orderId) => {
      const form = { order_id: orderId, amount: '1', currency: 'UYU' }
      return payer.begin(form, async () => {
        const newest = await db.request
          .selectFrom('payments')
          .select('id')
          .where('user_id', '=', actor.id)
          .orderBy('created_at', 'desc')
          .executeTakeFirstOrThrow()
        return newest.id
      })
    },
    tell: async (attempt, way) => {
      if (way === 'return')
        return (await fetch(server.url + (await returnPath(attempt)), { redirect: 'manual' })).status
      if (way === 'webhook') {
        const { body, headers } = await emulator.webhook(attempt)
        return webhook(body, headers)
      }
      await sql`update payments set next_check_at = clock_timestamp() where id = ${attempt} and use is null
        and status <> 'REVIEW'`.execute(db.request)
      await reconcileAt(server.app, adapter)
      return 200
    },
    webhook,
    returnPath,
    makeDue,
    attempts: async (orderId) =>
      (
        await sql<{ id: string; status: string; use: string | null }>`select id, status, use from payments
          where booking_id = ${orderId} or top_up_id::text = ${orderId} order by created_at`.execute(db.request)
      ).rows,
    refunds,
    shownRefund: async (id, rider) => {
      const [admin, params] = [await city.person('admin'), { id }]
      const [{ booking }, ofOffice] = [
        await rider.call(bookingsApi.get, { params }),
        await admin.call(bookingsApi.get, { params }),
      ]
      if (ofOffice.booking.refund !== booking.refund) throw new Error('rider and office read different states')
      const { payments } = await admin.call(bookingMoneyApi.read, { params })
      return [booking.refund, payments.flatMap((payment) => payment.refunds)[0]?.status]
    },
    refunded: (attempt) =>
      waitFor(async () => {
        const rows = await refunds(attempt)
        return rows.length > 0 && rows.every(({ status }) => status === 'done')
      }),
    ledgerOf: async (orderId, user) => {
      const { rows } = await sql<{ name: string; total: number }>`
        select e.account || case when e.account = 'wallet' then case when e.holder = ${user} then ' payer' else ' other' end else '' end as name,
          sum(e.amount)::bigint as total
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where t.booking_id = ${orderId} or t.reference in (
          select id from payments where booking_id = ${orderId} or top_up_id::text = ${orderId}
          union select r.id::text from refunds r join payments p on p.id = r.payment_id
            where p.booking_id = ${orderId} or p.top_up_id::text = ${orderId})
        group by 1 having sum(e.amount) <> 0`.execute(db.request)
      return Object.fromEntries(rows.map(({ name, total }) => [name, total]))
    },
    bookingOf: (id) =>
      db.request
        .selectFrom('bookings')
        .select(['status', 'version', 'prepaid', 'payable_amount'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
  }
}

/** A top-up of the payer's wallet, not paid yet. */
export const topUpOf = async (actor: TestActor, amount: number) =>
  (await actor.call(paymentsApi.topUp, { body: { amount } })).topUp
