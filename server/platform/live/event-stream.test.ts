import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { renewIfRestored, restoredName } from '../../backup/restored-copy.ts'
import { waitFor } from '../../testing/actors.ts'
import { makePerson } from '../../testing/make-person.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { testLog } from '../../testing/test-platform.ts'
import { readEvents, readKept, startEventStream, type EventStream, type StreamEvent } from './event-stream.ts'
import { readMissed } from './missed-events.ts'
import { noFailpoints } from '../runtime/failpoint.ts'
import { limits } from '../runtime/limits.ts'
import { addToOutbox, countWaiting, sweepOutbox } from './outbox.ts'
import { startConsumer } from './stream-consumer.ts'
import { addOneTimeCode, findOneTimeCode } from '../sessions/one-time-codes.ts'
import { liveSessionsOf } from '../sessions/sessions.ts'

const database = await databaseFor(import.meta.url)
const { db, connection } = database
const running: { stop(): Promise<void> }[] = []

const start = async (
  pollMs = 20,
  direct: typeof connection = connection,
): Promise<EventStream & { seen: StreamEvent[] }> => {
  const stream = await startEventStream({
    db,
    direct,
    limits: { ...limits.live, pollMs, batch: 50 },
    log: testLog(),
  })
  const seen: StreamEvent[] = []
  stream.subscribe((events) => void seen.push(...events))
  running.push(stream)
  return Object.defineProperties(
    { seen } as EventStream & { seen: StreamEvent[] },
    Object.getOwnPropertyDescriptors(stream),
  )
}
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop()
})

const write = (subject: string, audience: string[] = ['role:admin']) =>
  db.transact((tx) => addToOutbox(tx, { kind: 'thing', subject, audience }))
const random = (below: number) => Math.floor(Math.random() * below)
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe('the relay', () => {
  it('numbers the commits of ten slow, shuffled, sometimes aborting writers without a gap and in order per subject', async () => {
    const [one, two] = [await start(), await start()]
    const committed: string[] = []
    const writer = async (name: number): Promise<void> => {
      for (let version = 0; version < 20; version++) {
        const aborts = random(5) === 0
        await db
          .transact(async (tx) => {
            // The subject's lock orders its events, as a booking's row lock does.
            await sql`select pg_advisory_xact_lock(${name % 5})`.execute(tx)
            await addToOutbox(tx, { kind: 'thing', subject: `s${name % 5}`, version, audience: [`user:${name}`] })
            await pause(random(8))
            if (aborts) throw new Error('aborts')
          })
          .then(
            () => committed.push(`${name}/${version}`),
            () => undefined,
          )
      }
    }
    await Promise.all(Array.from({ length: 10 }, (_, name) => writer(name)))
    await waitFor(() => one.seen.length >= committed.length && two.seen.length >= committed.length)
    expect(one.seen.map((event) => event.seq)).toEqual(committed.map((_, index) => index + 1))
    expect(two.seen).toEqual(one.seen)
    const names = one.seen.map((event) => `${event.audience[0]?.slice(5)}/${event.version}`)
    expect([...names].sort()).toEqual([...committed].sort())
    for (let name = 0; name < 10; name++) {
      const own = names.filter((entry) => entry.startsWith(`${name}/`))
      expect(own).toEqual(committed.filter((entry) => entry.startsWith(`${name}/`)))
    }
    const ids = await db.jobs.selectFrom('outbox').select('id').orderBy('seq').execute()
    const perSubject = one.seen.map((event, index) => [event.subject, ids[index]?.id ?? 0] as const)
    for (const subject of new Set(perSubject.map(([name]) => name))) {
      const order = perSubject.filter(([name]) => name === subject).map(([, id]) => id)
      expect(order).toEqual([...order].sort((a, b) => a - b))
    }
  })

  it('moves to another node when its connection is cut', async () => {
    const [one, two] = [await start(), await start()]
    await write('before')
    await waitFor(() => two.seen.length === 1)
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7000002`.execute(
      db.jobs,
    )
    await write('after')
    await waitFor(() => one.seen.length === 2 && two.seen.length === 2, 8000)
    expect(one.seen.map((event) => event.subject)).toEqual(['before', 'after'])
  })

  it('leaves events without a number while it cannot connect, and the stream is idle since then [design/live-64]', async () => {
    const stream = await start(20, { ...connection, password: 'wrong', user: 'none_of_this_database' })
    await pause(1600)
    // Nothing waits, so nothing is stale.
    expect(stream.idleMs()).toBeLessThan(1500)
    await write('waits')
    await waitFor(() => stream.idleMs() > 1500)
    expect(stream.seen).toEqual([])
    // Another node numbers it.
    await start()
    await waitFor(() => stream.seen.length === 1 && stream.idleMs() < 1000, 5000)
  })

  it('delivers what it numbered without a second read, and what another node numbered as well', async () => {
    const [one, two] = [await start(), await start()]
    for (let n = 0; n < 5; n++) await write(`a${n}`)
    await waitFor(() => one.seen.length === 5 && two.seen.length === 5)
    await one.stop()
    for (let n = 0; n < 5; n++) await write(`b${n}`)
    await waitFor(() => two.seen.length === 10, 5000)
    const three = await start()
    for (let n = 0; n < 5; n++) await write(`c${n}`)
    await waitFor(() => two.seen.length === 15 && three.seen.length === 5)
    expect(two.seen.map(({ subject }) => subject)).toEqual(
      ['a', 'b', 'c'].flatMap((name) => Array.from({ length: 5 }, (_, n) => `${name}${n}`)),
    )
    expect(two.seen.every(({ seq }, index) => index === 0 || seq === (two.seen[index - 1]?.seq ?? 0) + 1)).toBe(true)
    const stored = await readEvents(db.jobs, { after: (two.seen[0]?.seq ?? 0) - 1, limit: 50 })
    expect(two.seen).toEqual(stored)
  })

  it('is poked by a commit of the same node before the next poll', async () => {
    const stream = await start(60_000)
    // the round at the start has ended, so that what follows is of the commit
    const started = performance.now()
    await waitFor(() => performance.now() - stream.idleMs() > started)
    await pause(50)
    expect(stream.seen).toEqual([])
    await write('poked')
    await waitFor(() => stream.seen.length > 0, 1000)
  })

  it('continues its numbers after a sweep, which keeps the last event', async () => {
    const stream = await start()
    await write('old')
    await waitFor(() => stream.seen.length > 0)
    const { newest } = await readKept(db.jobs)
    await sql`update outbox set at = at - interval '25 hours'`.execute(db.jobs)
    await sweepOutbox(db.jobs, 24)
    expect(await readKept(db.jobs)).toMatchObject({ oldest: newest, newest })
    await write('new')
    await waitFor(() => stream.seen.some((event) => event.subject === 'new'))
    expect(stream.seen.at(-1)?.seq).toBe(newest + 1)
  })

  it('keeps events that a durable consumer has not handled, however old [design/data-26]', async () => {
    const stream = await start()
    await write('handled')
    await write('not handled')
    await write('last')
    await waitFor(() => stream.seen.length >= 3)
    const [handled, missed] = stream.seen.slice(-3).map(({ seq }) => seq)
    await sql`insert into stream_cursors (name, seq) values ('bonus', ${handled}), ('of an old version', 0)`.execute(
      db.jobs,
    )
    await sql`update outbox set at = at - interval '25 hours'`.execute(db.jobs)
    await sweepOutbox(db.jobs, 24, ['bonus'])
    expect(await readKept(db.jobs)).toMatchObject({ oldest: missed })
    await sql`update stream_cursors set seq = ${missed}`.execute(db.jobs)
    await sweepOutbox(db.jobs, 24, ['bonus'])
    expect((await readKept(db.jobs)).oldest).toBeGreaterThan(missed ?? 0)
    await sql`delete from stream_cursors where name in ('bonus', 'of an old version')`.execute(db.jobs)
  })

  it('reads the events of given rooms', async () => {
    const stream = await start()
    const { newest } = await readKept(db.jobs)
    await write('mine', ['user:1', 'role:admin'])
    await write('yours', ['user:2'])
    await waitFor(() => stream.seen.length >= 2)
    const found = await readEvents(db.jobs, { after: newest, limit: 10, rooms: ['user:1', 'fleet:9'] })
    expect(found.map((event) => event.subject)).toEqual(['mine'])
  })

  it('reads what many clients have missed in one statement, each in its bounds [design/live-72]', async () => {
    const stream = await start()
    const { newest } = await readKept(db.jobs)
    for (const n of [1, 2, 3, 4]) await write(`e${n}`, [`user:${n % 2}`, 'all', `user:${n % 2}`])
    await waitFor(() => stream.seen.length >= 4)
    const asked = [
      { after: newest, until: newest + 4, limit: 9, rooms: ['user:0', 'all'] },
      { after: newest + 1, until: newest + 4, limit: 9, rooms: ['user:0'] },
      { after: newest, until: newest + 3, limit: 9, rooms: ['user:1'] },
      { after: newest, until: newest + 4, limit: 3, rooms: ['all'] },
      { after: newest + 4, until: newest + 4, limit: 9, rooms: ['all'] },
    ]
    const reads = vi.spyOn(db.jobs, 'selectFrom')
    const missed = await Promise.all(asked.map((one) => readMissed(db.jobs, one)))
    expect(reads).toHaveBeenCalledOnce()
    reads.mockRestore()
    expect(missed.map((events) => events.map(({ subject }) => subject).join())).toEqual([
      'e1,e2,e3,e4',
      'e2,e4',
      'e1,e3',
      'e1,e2,e3',
      '',
    ])
    for (const [n, one] of asked.entries()) expect(await readMissed(db.jobs, one)).toEqual(missed[n])
  })
})

describe('a durable consumer', () => {
  it('handles every event once across failures and restarts', async () => {
    const stream = await start()
    const handled: string[] = []
    let fails = 2
    const options = {
      name: 'test',
      db,
      stream,
      limits: { batch: 3, restMs: { usual: 0, soon: 0 } },
      log: testLog(),
      failpoint: noFailpoints,
      handle: async (_tx: unknown, events: readonly StreamEvent[]) => {
        if (fails-- > 0) throw new Error('not now')
        handled.push(...events.map((event) => event.subject))
      },
    }
    const first = await startConsumer(options)
    for (let n = 0; n < 5; n++) await write(`a${n}`)
    await waitFor(() => handled.length === 5, 8000)
    await first.stop()
    for (let n = 0; n < 5; n++) await write(`b${n}`)
    running.push(await startConsumer(options))
    await waitFor(() => handled.length === 10, 8000)
    expect(handled).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'b0', 'b1', 'b2', 'b3', 'b4'])
  })

  it('handles the events before one that fails, names that one in the log, and handles the rest when it succeeds', async () => {
    const stream = await start()
    const handled: string[] = []
    let fails = true
    const log = testLog()
    const failures: unknown[] = []
    log.error = (details: unknown) => void failures.push(details)
    running.push(
      await startConsumer({
        name: 'fails-once',
        db,
        log,
        stream,
        limits: { batch: 500, restMs: { usual: 5, soon: 5 } },
        failpoint: noFailpoints,
        handle: async (_tx, events) => {
          if (fails && events.some(({ subject }) => subject === 'c2')) throw new Error('refused')
          handled.push(...events.map(({ subject }) => subject))
        },
      }),
    )
    await db.transact(async (tx) => {
      for (let n = 0; n < 5; n++) await addToOutbox(tx, { kind: 'thing', subject: `c${n}`, audience: ['role:admin'] })
    })
    await waitFor(() => failures.some((one) => (one as { event?: object }).event !== undefined), 8000)
    expect(handled).toEqual(['c0', 'c1'])
    expect(await countWaiting(db.lists)).toContainEqual({ name: 'fails-once', waiting: 3 })
    expect(failures.at(-1)).toMatchObject({ event: { kind: 'thing', subject: 'c2' }, events: 1 })
    fails = false
    await waitFor(() => handled.length === 5, 8000)
    expect(handled).toEqual(['c0', 'c1', 'c2', 'c3', 'c4'])
  })
})

it('has another epoch after a pause, as after a restore, and the same one after a restart [design/data-26]', async () => {
  await write('fresh')
  const [first, again] = [await start(), await start()]
  expect(again.epoch).toBe(first.epoch)
  await sql`update outbox set at = at - interval '10 minutes'`.execute(db.jobs)
  const restored = await start()
  expect(restored.epoch).not.toBe(first.epoch)
  await write('newer')
  expect((await start()).epoch).toBe(restored.epoch)
})

it('has another epoch at the first start of a backup, also right after its last event [design/data-26]', async () => {
  await write('just before the backup')
  const { epoch } = await start()
  const dataDir = mkdtempSync(join(tmpdir(), 'remis-restored-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  writeFileSync(join(dataDir, restoredName), '')
  await renewIfRestored(db, dataDir)
  const restored = await start()
  expect(restored.epoch).not.toBe(epoch)
  await renewIfRestored(db, dataDir)
  expect((await start()).epoch).toBe(restored.epoch)
})

it.each(['a backup', 'a dump'])(
  'ends all sessions and codes at the first start of %s [design/data-117]',
  async (what) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'remis-restored-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    await start()
    const { id } = await makePerson(db, 'rider')
    const codeHash = randomBytes(32)
    const code = { purpose: 'reset-password', subject: id, userId: id, codeHash, validMinutes: 60 } as const
    await db.transact((tx) => addOneTimeCode(tx, code))
    const open = async () => [
      (await liveSessionsOf(db.jobs, id)).length,
      (await findOneTimeCode(db.jobs, 'reset-password', { codeHash })) !== undefined,
    ]
    const restores = async () =>
      (await db.jobs.selectFrom('audit_log').select('id').where('action', '=', 'installation.restored').execute())
        .length
    const before = await restores()
    await renewIfRestored(db, dataDir)
    expect([await open(), await restores()]).toEqual([[1, true], before])
    if (what === 'a backup') writeFileSync(join(dataDir, restoredName), '')
    else await sql`delete from live_epoch`.execute(db.jobs)
    await renewIfRestored(db, dataDir)
    expect([await open(), await restores()]).toEqual([[0, false], before + 1])
  },
)
