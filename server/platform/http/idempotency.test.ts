import { endpoint } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { makePerson, type TestPerson } from '../../testing/make-person.ts'
import { databaseFor, patientLimits } from '../../testing/test-database.ts'
import { makeTestFailpoints } from '../../testing/test-failpoints.ts'
import { makePlatform, testLog } from '../../testing/test-platform.ts'
import { connectDatabase } from '../database/database.ts'
import { createHttpServer, type HttpServer } from './http-server.ts'
import { CommittedRefusal, serve } from './use-case.ts'

const database = await databaseFor(import.meta.url)
const failpoint = makeTestFailpoints()
const app = makePlatform(database, { failpoint })
const { request } = database.db

const api = {
  pay: endpoint({
    method: 'POST',
    path: '/api/pay',
    summary: '',
    roles: ['rider'],
    relation: 'none',
    rate: 'none',
    idempotent: true,
    body: z.strictObject({ amount: z.number(), refuse: z.boolean().optional() }),
    reply: z.object({ payment: z.number() }),
  }),
}
const served = serve<typeof app, typeof api>(api, {
  pay: async (_, { body, commit }) => {
    await app.failpoint.at('read')
    const reply = await commit(async (tx) => {
      const { rows } = await sql<{
        id: number
      }>`insert into payments_made (amount) values (${body.amount}) returning id`.execute(tx)
      await app.failpoint.at('written')
      if (body.refuse) return new CommittedRefusal(new AppError(422, 'wrong_trip_code', { fields: { code: 'wrong' } }))
      return { payment: rows[0]?.id ?? 0 }
    })
    await app.failpoint.at('committed')
    return reply
  },
})

let server: HttpServer
let rider: TestPerson
beforeAll(async () => {
  server = await createHttpServer(app, served, {})
  rider = await makePerson(database.db, 'rider')
  await sql`create table payments_made (id serial primary key, amount integer not null)`.execute(request)
})
afterAll(() => server.fastify.close())
beforeEach(async () => {
  failpoint.clear()
  await sql`truncate payments_made restart identity`.execute(request)
})

const pay = async (key: string | undefined, body: object, token = rider.token, at = server) => {
  const answer = await at.fastify.inject({
    method: 'POST',
    url: '/api/pay',
    headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    payload: body,
  })
  return { status: answer.statusCode, body: answer.json(), key: answer.json().error?.key }
}
const made = async () =>
  (await sql<{ n: number }>`select count(*)::int n from payments_made`.execute(request)).rows[0]?.n

describe('an idempotency key', () => {
  it('is required and checked', async () => {
    expect(await pay(undefined, { amount: 1 })).toMatchObject({ status: 400, key: 'idempotency_key_missing' })
    for (const key of ['with space', 'x'.repeat(81), 'umlaut-\u00fc'])
      expect(await pay(key, { amount: 1 })).toMatchObject({ status: 400, key: 'invalid_input' })
    expect(await made()).toBe(0)
  })

  it('gives a repeated call the first answer, in any order of its fields', async () => {
    const first = await pay('again', { amount: 5, refuse: false })
    expect(first).toMatchObject({ status: 200, body: { payment: 1 } })
    expect(await pay('again', { refuse: false, amount: 5 })).toEqual(first)
    expect(await made()).toBe(1)
  })

  it('refuses another request under the same key', async () => {
    await pay('other', { amount: 5 })
    expect(await pay('other', { amount: 6 })).toMatchObject({ status: 422, key: 'idempotency_key_reused' })
    expect(await made()).toBe(1)
  })

  it('belongs to its caller', async () => {
    const other = await makePerson(database.db, 'rider')
    await pay('mine', { amount: 5 })
    expect(await pay('mine', { amount: 6 }, other.token)).toMatchObject({ status: 200 })
    expect(await made()).toBe(2)
  })

  it('makes the second of two concurrent calls wait and gives it the same answer', async () => {
    const stop = failpoint.pause('written')
    const first = pay('both', { amount: 5 })
    await stop.reached
    const second = pay('both', { amount: 5 })
    await waitForBlocked()
    stop.release()
    expect(await second).toEqual(await first)
    expect(await made()).toBe(1)
  })

  it('answers 409 when the first call takes too long', async () => {
    const impatient = connectDatabase({
      connection: database.connection,
      limits: { ...patientLimits, lockMs: 300 },
      log: testLog(),
    })
    const other = await createHttpServer(makePlatform({ db: impatient }), served, {})
    onTestFinished(async () => {
      await other.fastify.close()
      await impatient.close()
    })
    const stop = failpoint.pause('written')
    const first = pay('long', { amount: 5 })
    await stop.reached
    expect(await pay('long', { amount: 5 }, rider.token, other)).toMatchObject({
      status: 409,
      key: 'still_in_progress',
    })
    stop.release()
    expect((await first).status).toBe(200)
    expect(await made()).toBe(1)
  })

  it('runs the second call when the first one fails before its commit', async () => {
    failpoint.fail('written', new Error('crash between'))
    expect((await pay('crash', { amount: 5 })).status).toBe(500)
    failpoint.clear()
    expect(await pay('crash', { amount: 5 })).toMatchObject({ status: 200 })
    expect(await made()).toBe(1)
  })

  it('gives the committed answer when the first reply was lost after the commit', async () => {
    failpoint.fail('committed', new Error('crash after'))
    const first = await pay('lost', { amount: 5 })
    expect(first).toMatchObject({ status: 200, body: { payment: 1 } })
    failpoint.clear()
    expect(await pay('lost', { amount: 5 })).toEqual(first)
    expect(await made()).toBe(1)
  })

  it('stores a committed refusal and commits its writes', async () => {
    const first = await pay('refused', { amount: 5, refuse: true })
    expect(first).toMatchObject({ status: 422, key: 'wrong_trip_code', body: { error: { fields: { code: 'wrong' } } } })
    expect(await pay('refused', { amount: 5, refuse: true })).toEqual(first)
    expect(await made()).toBe(1)
  })

  it('stores the answer sealed, and reads those that an older version stored in clear', async () => {
    const stored = async () =>
      (await sql<{ reply: unknown }>`select reply from idempotency_keys where key = 'sealed'`.execute(request)).rows[0]
        ?.reply
    const first = await pay('sealed', { amount: 5 })
    expect(await stored()).toEqual({ sealed: expect.stringMatching(/^[\w+/=]{40,}$/) as string })
    expect(await pay('sealed', { amount: 5 })).toEqual(first)
    await sql`update idempotency_keys set reply = '{"reply":{"payment":77}}' where key = 'sealed'`.execute(request)
    expect(await pay('sealed', { amount: 5 })).toMatchObject({ body: { payment: 77 } })
    await sql`update idempotency_keys set reply = '{"sealed":"AAAA"}' where key = 'sealed'`.execute(request)
    expect(await pay('sealed', { amount: 5 })).toMatchObject({ status: 422, key: 'idempotency_key_reused' })
  })

  it('gives twenty calls at once one effect and one answer', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay('twenty', { amount: 5 })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1)
    expect(answers[0]).toMatchObject({ status: 200 })
    expect(await made()).toBe(1)
  })
})

const waitForBlocked = async (): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int n from pg_locks where not granted`.execute(database.db.jobs)
    if ((rows[0]?.n ?? 0) > 0) return
    await new Promise((done) => setTimeout(done, 10))
  }
  throw new Error('no call is waiting')
}
