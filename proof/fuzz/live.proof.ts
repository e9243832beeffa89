import { actorOf, waitFor, type Link } from '@remis/server/testing/actors'
import { openCity, pickup, type City, type TestActor } from '@remis/server/testing/test-city'
import { databaseFor } from '@remis/server/testing/test-database'
import fc, { type Arbitrary } from 'fast-check'
import { io } from 'socket.io-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { many } from '../scale.ts'
import { bent } from './bend.ts'
import { hostileValue, strayKeys, toJson } from './hostile-values.ts'
import { isError } from './judge.ts'
import { unlimited } from './unlimited.ts'

const database = await databaseFor(import.meta.url)
let city: City
let driver: TestActor
let bystander: Link

beforeAll(async () => {
  city = await openCity(database, { limits: unlimited })
  driver = await city.driver()
  bystander = await (await city.driver()).connect()
})

let seq = 1
const batch = (fixes: object[] = [{ seq: seq++, at: Date.now(), lat: pickup.lat, lng: pickup.lng }]) => ({ fixes })

/** The link of an uninvolved person is served as before. */
const bystanderIsServed = async (): Promise<void> => {
  const since = performance.now()
  expect(await bystander.send('positions', batch([]))).toMatchObject({ dropped: 0 })
  expect(performance.now() - since).toBeLessThan(2000)
}

const isAnswer = (answer: unknown): boolean =>
  isError(answer, false) || typeof (answer as { lastSeq?: unknown } | null)?.lastSeq === 'number'

const aBatch = fc
  .array(fc.record({ seq: fc.nat(1e6), lat: fc.double({ min: -90, max: 90, noNaN: true }), accuracy: fc.double() }), {
    maxLength: 3,
  })
  .map((fixes) => ({ fixes: fixes.map((fix) => ({ ...fix, at: Date.now(), lng: pickup.lng })) }))

/** JSON text that fits into a small frame. */
const payload: Arbitrary<string> = fc
  .oneof(aBatch, bent(aBatch, strayKeys(['driver_id', 'token'])), hostileValue)
  .map((value) => toJson(value))
  .filter((json) => json !== '' && json.length < 60_000)

/** Packets as no client library sends them: `2` event, `3` ack, `5` binary event, `0` connect, `1` disconnect. */
const packet: Arbitrary<string> = fc.oneof(
  payload.map((json) => `2["positions",${json}]`),
  payload.map((json) => `27["positions",${json}]`),
  payload.map((json) => `2["typing",${json}]`),
  payload.map((json) => `2["follow",${json}]`),
  payload.map((json) => `2[${json}]`),
  payload.map((json) => `51-7["positions",${json}]`),
  payload.map((json) => `2/admin,1["positions",${json}]`),
  fc.constantFrom(
    '',
    '2',
    '2[]',
    '2{}',
    '2["connect"]',
    '2["disconnect"]',
    '2["error",1]',
    '2["__proto__"]',
    '2["newListener"]',
    '2[0]',
    '2[null]',
    '29999999999999999999["positions"]',
    '3',
    '31[]',
    '30["x"]',
    '4{"message":"x"}',
    '0',
    '0{"token":1}',
    '51-["positions",{"_placeholder":true,"num":0}]',
    '5999999-["positions"]',
    '51-1["a",{"_placeholder":true,"num":"__proto__"}]',
    '0/admin,{}',
    '0/__proto__,',
    '1/admin,',
    '9',
    'x',
    '2["event",{}]',
    '2["hello"]',
    '2["bye"]',
    '2["displaced"]',
    '2["position"]',
    `2["${'x'.repeat(50_000)}"]`,
  ),
  fc.string({ maxLength: 40 }),
)

const tokens = (): Arbitrary<unknown> =>
  fc.oneof(hostileValue, fc.constantFrom<unknown>('', 'A'.repeat(43), [driver.token], { token: driver.token }))

describe('the live link accepts any input', () => {
  it('handshakes: any token, any mark', async () => {
    const marks = fc.oneof(
      hostileValue,
      fc.record({ epoch: fc.oneof(hostileValue, fc.uuid()), seq: fc.oneof(hostileValue, fc.nat()) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(tokens(), fc.constant(driver.token)), marks, async (token, mark) => {
        if (JSON.stringify([token, mark]).length > 50_000) return
        const socket = io(city.server.url, {
          transports: ['websocket'],
          reconnection: false,
          forceNew: true,
          auth: { token, mark } as object,
        })
        let end = ''
        socket.once('hello', (hello: { reset?: unknown }) => (end = typeof hello.reset === 'boolean' ? 'hello' : 'odd'))
        socket.once('connect_error', (error) => (end = error.message))
        socket.once('disconnect', (why) => (end ||= why))
        await waitFor(() => end !== '', 3000).finally(() => socket.close())
        expect(['hello', 'not_logged_in', 'io server disconnect']).toContain(end)
        expect(end === 'hello').toBe(token === driver.token)
      }),
      { seed: 1, numRuns: many(40, 5000) },
    )
    await bystanderIsServed()
  })

  it('messages: each is answered once, in the shape of the API', async () => {
    const link = await actorOf(city.server.url, driver.token).connect()
    await fc.assert(
      fc.asyncProperty(fc.oneof(aBatch, bent(aBatch, strayKeys(['driver_id'])), hostileValue), async (value) => {
        if ((JSON.stringify(value) ?? '').length > 60_000) return
        expect(await link.send('positions', value)).toSatisfy(isAnswer)
      }),
      { seed: 1, numRuns: many(60, 10_000) },
    )
    await bystanderIsServed()
  })

  it('packets: the link holds or is cut, the others do not notice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(packet, { minLength: 1, maxLength: 4 }), async (packets) => {
        const link = await actorOf(city.server.url, driver.token).connect()
        const { engine } = link.socket.io
        for (const one of packets) engine.send(one)
        await Promise.race([
          link.send('positions', batch()).catch(() => 'cut'),
          new Promise((done) => link.socket.once('disconnect', done)),
        ])
        link.close()
      }),
      { seed: 1, numRuns: many(40, 5000) },
    )
    await bystanderIsServed()
  })

  it('bytes: frames without a meaning, and one above the size limit', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(1000, 0xff), Buffer.alloc(100 * 1024, 1)]) {
      const link = await actorOf(city.server.url, driver.token).connect()
      link.socket.io.engine.send(bytes)
      await Promise.race([
        link.send('positions', batch()).catch(() => 'cut'),
        new Promise((done) => link.socket.once('disconnect', done)),
      ])
      link.close()
    }
    await bystanderIsServed()
  })
})
