import type { Database } from '../../../platform/database/database.ts'
import type { GatewayBook, GatewayOrder } from './gateway-order.ts'

type Rest = Omit<GatewayOrder, 'id' | 'attemptId' | 'minor' | 'currency' | 'status'>

interface Row {
  id: string
  attempt_id: string
  amount: number
  currency: string
  status: GatewayOrder['status']
  data: unknown
}

const toOrder = (row: Row): GatewayOrder => ({
  id: row.id,
  attemptId: row.attempt_id,
  minor: row.amount,
  currency: row.currency,
  status: row.status,
  ...(row.data as Rest),
})

const restOf = ({ id: _id, attemptId: _a, minor: _m, currency: _c, status: _s, ...rest }: GatewayOrder): string =>
  JSON.stringify(rest satisfies Rest)

/** The trial's gateway stores its orders like a real one: what it captured survives a crash of the server. */
export const tableStorage = (db: Database): GatewayBook => ({
  insert: async (order) => {
    await db.request
      .insertInto('test_gateway_orders')
      .values({
        id: order.id,
        attempt_id: order.attemptId,
        amount: order.minor,
        currency: order.currency,
        status: order.status,
        data: restOf(order),
      })
      .execute()
  },
  find: async (id) => {
    const row = await db.request.selectFrom('test_gateway_orders').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : toOrder(row)
  },
  findByAttempt: async (attemptId) => {
    const row = await db.request
      .selectFrom('test_gateway_orders')
      .selectAll()
      .where('attempt_id', '=', attemptId)
      .executeTakeFirst()
    return row === undefined ? null : toOrder(row)
  },
  change: (id, to) =>
    db.request.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('test_gateway_orders')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (row === undefined) return null
      const after = to(toOrder(row))
      await tx
        .updateTable('test_gateway_orders')
        .set({ status: after.status, data: restOf(after) })
        .where('id', '=', id)
        .execute()
      return after
    }),
})
