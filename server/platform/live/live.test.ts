import { room, type Mark } from '@remis/domain/live/live-events'
import { follow, welcome } from '@remis/domain/live/resume'
import { AppError } from '@remis/domain/messages/app-error'
import { sql } from 'kysely'
import { io, Manager } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { actorOf, waitFor, type Link } from '../../testing/actors.ts'
import { makePerson } from '../../testing/make-person.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { makePlatform } from '../../testing/test-platform.ts'
import { addToOutbox } from './outbox.ts'
import { runServer, type RunningServer } from '../runtime/running-server.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const app = makePlatform(database, {
  limits: { live: { revokedCheckMs: 100, messagesPerSecond: 5, replay: 300, replayReads: 400 } },
})

let server: RunningServer
let needsTwoFactor = false
beforeAll(async () => {
  server = await runServer({
    app,
    direct: database.connection,
    onLive: () => undefined,
    features: {
      served: [],
      sweeps: {},
      tasks: {},
      consumers: {},
      needsTwoFactor: () => Promise.resolve(needsTwoFactor),
      render: {
        thing: async ({ subject }, viewer) => {
          await new Promise((done) => setTimeout(done, Math.random() * 3))
          return subject.startsWith('secret') && viewer.role !== 'admin' ? null : { name: subject, as: viewer.role }
        },
      },
      on: {
        echo: async (who, payload) => ({ who: who.role, payload }),
        refuse: async () => {
          throw new AppError(422, 'driver_offline')
        },
      },
    },
  })
})
afterAll(() => server.stop())

const write = (subject: string, audience: string[]) =>
  db.transact((tx) => addToOutbox(tx, { kind: 'thing', subject, audience }))
const names = (link: Link) => link.events.map((event) => (event.payload as unknown as { name: string }).name)
const markOf = (link: Link): Mark => {
  const last = link.events.at(-1)
  return last ? { epoch: last.epoch, seq: last.seq } : link.hello
}

describe('the live layer', () => {
  it('refuses connections without a session and from pages of another site', async () => {
    const rider = await makePerson(db, 'rider')
    await expect(actorOf(server.url, undefined).connect()).rejects.toThrow('not_logged_in')
    await expect(actorOf(server.url, 'x'.repeat(43)).connect()).rejects.toThrow('not_logged_in')
    const opens = (extraHeaders: Record<string, string>, auth: object = {}) =>
      new Promise<boolean>((done) => {
        const socket = io(server.url, {
          transports: ['websocket'],
          reconnection: false,
          forceNew: true,
          auth,
          extraHeaders,
        })
        const end = (opened: boolean) => {
          socket.close()
          done(opened)
        }
        socket.once('hello', () => end(true))
        socket.once('connect_error', () => end(false))
      })
    const cookie = `remis=${rider.token}`
    expect(await opens({ cookie, origin: server.url })).toBe(true)
    expect(await opens({ cookie, origin: 'https://evil.example' })).toBe(false)
    expect(await opens({ cookie })).toBe(false)
    expect(await opens({ origin: 'https://evil.example' }, { token: rider.token })).toBe(false)
  })

  it('a connection signs in once: a refusal and a second try close it [design/access-79]', async () => {
    const { token } = await makePerson(db, 'rider')
    /** What the server sends after these tries, until it closes the connection. */
    const received = (...tokens: string[]) =>
      new Promise<string[]>((done) => {
        const said: string[] = []
        const manager = new Manager(server.url, { transports: ['websocket'], autoConnect: false, reconnection: false })
        manager.open(() => {
          const { engine } = manager
          engine.on('data', (data) => said.push(String(data)))
          engine.on('close', () => done(said))
          for (const each of tokens) engine.write(`0{"token":"${each}"}`)
        })
      })
    const lookUps = vi.spyOn(db.request.getExecutor(), 'executeQuery')
    const refused = await received('x'.repeat(43))
    expect(refused.filter((packet) => packet.startsWith('4'))).toEqual([expect.stringContaining('not_logged_in')])
    expect(lookUps.mock.calls.length).toBe(1)
    await received(...Array.from({ length: 20 }, () => token))
    expect(lookUps.mock.calls.length).toBe(2)
    lookUps.mockRestore()
  })

  it('derives rooms from the session and renders for each viewer', async () => {
    const [rider, other, fleet, admin] = [
      await makePerson(db, 'rider'),
      await makePerson(db, 'rider'),
      await makePerson(db, 'fleetadmin'),
      await makePerson(db, 'admin'),
    ]
    const links = await Promise.all(
      [rider, other, fleet, admin].map(({ token }) => actorOf(server.url, token).connect()),
    )
    const [asRider, asOther, asFleet, asAdmin] = links as [Link, Link, Link, Link]
    await write('one', [`user:${rider.id}`, 'role:admin'])
    await write('two', [`fleet:${fleet.id}`])
    await write('secret', [`user:${rider.id}`, 'role:admin'])
    await write('three', [`user:${rider.id}`, `user:${other.id}`, 'role:admin'])
    await waitFor(() => names(asAdmin).includes('three') && names(asOther).includes('three'))
    await waitFor(() => names(asRider).includes('three') && names(asFleet).includes('two'))
    expect([names(asRider), names(asOther), names(asFleet), names(asAdmin)]).toEqual([
      ['one', 'three'],
      ['three'],
      ['two'],
      ['one', 'secret', 'three'],
    ])
    expect(asAdmin.events[0]?.payload).toEqual({ name: 'one', as: 'admin' })
  })

  it('sends a client that reconnects every event once and in order', async () => {
    const rider = await makePerson(db, 'rider')
    const actor = actorOf(server.url, rider.token)
    const total = 150
    let mark: Mark | null = null
    const got: string[] = []
    const writing = (async () => {
      for (let n = 0; n < total; n++) {
        await write(`e${n}`, [`user:${rider.id}`])
        if (n % 7 === 0) await new Promise((done) => setTimeout(done, 5))
      }
    })()
    const started: Mark = (await actor.connect()).hello
    mark = { epoch: started.epoch, seq: 0 }
    await waitFor(async () => {
      const link = await actor.connect(mark)
      expect(welcome(mark, link.hello).next).toBe('resume')
      await new Promise((done) => setTimeout(done, Math.random() * 40))
      link.close()
      for (const event of link.events) {
        const step: ReturnType<typeof follow> = follow(mark, event)
        expect(step.apply).toBe(true)
        mark = step.mark
        got.push((event.payload as unknown as { name: string }).name)
      }
      return got.length >= total
    }, 15_000)
    await writing
    expect(got).toEqual(Array.from({ length: total }, (_, n) => `e${n}`))
  })

  it('sends many clients that come back at once exactly what each missed [design/live-72]', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, () => makePerson(db, 'rider')))
    const watcher = await actorOf(server.url, (await makePerson(db, 'admin')).token).connect()
    const marks: Mark[] = []
    for (const [n, { id }] of people.entries()) {
      await write(`m${n}`, [`user:${id}`, ...(n % 4 === 0 ? ['all'] : []), 'role:admin'])
      await waitFor(() => names(watcher).includes(`m${n}`))
      marks.push(markOf(watcher))
    }
    for (const { id } of people) await write(`of ${id}`, ['role:admin', `user:${id}`, 'all', `user:${id}`])
    await waitFor(() => names(watcher).length === 80)
    const links = await Promise.all(people.map(({ token }, n) => actorOf(server.url, token).connect(marks[n])))
    for (const [n, link] of links.entries()) {
      const later = people.flatMap((_, m) => (m > n && m % 4 === 0 ? [`m${m}`] : []))
      const missed = [...later, ...people.map(({ id }) => `of ${id}`)]
      await waitFor(() => names(link).length >= missed.length)
      expect([link.hello.reset, names(link)]).toEqual([false, missed])
    }
  })

  it('sends reset for a mark of another epoch, from the future, too old, or too far behind', async () => {
    const admin = await makePerson(db, 'admin')
    const actor = actorOf(server.url, admin.token)
    const first = await actor.connect()
    expect(first.hello.reset).toBe(true)
    const { epoch, seq } = first.hello
    expect((await actor.connect({ epoch, seq })).hello.reset).toBe(false)
    expect((await actor.connect({ epoch: 'other', seq })).hello.reset).toBe(true)
    expect((await actor.connect({ epoch, seq: seq + 1000 })).hello.reset).toBe(true)
    for (let n = 0; n < 301; n++) await write(`m${n}`, ['role:admin'])
    await waitFor(() => first.events.length === 301)
    expect((await actor.connect({ epoch, seq })).hello.reset).toBe(true)
    expect((await actor.connect({ epoch, seq: seq + 5 })).hello.reset).toBe(false)
    await sql`delete from outbox where seq < ${seq + 50}`.execute(db.jobs)
    expect((await actor.connect({ epoch, seq: seq + 10 })).hello.reset).toBe(true)
    expect((await actor.connect(markOf(first))).hello.reset).toBe(false)
  })

  it('sends reset after 401 events of other people, which would all be read [design/live-8]', async () => {
    const actor = actorOf(server.url, (await makePerson(db, 'admin')).token)
    const first = await actor.connect()
    const { epoch, seq } = first.hello
    for (let n = 0; n < 400; n++) await write(`other${n}`, ['fleet:of-others'])
    await write('last', ['role:admin'])
    await waitFor(() => first.events.length === 1)
    expect((await actor.connect({ epoch, seq })).hello.reset).toBe(true)
    const resumed = await actor.connect({ epoch, seq: seq + 1 })
    expect(resumed.hello.reset).toBe(false)
    await waitFor(() => names(resumed).join() === 'last')
  })

  it('closes the connection of an ended session within two seconds, with the reason', async () => {
    const changes = [
      [{ key: 'not_logged_in' }, sql`update sessions set revoked_at = now() where user_id = `],
      [{ key: 'not_logged_in', gone: true }, sql`update users set deleted_at = now() where id = `],
      [{ key: 'require_approval' }, sql`update users set approved = false where id = `],
    ] as const
    for (const [payload, change] of changes) {
      const driver = await makePerson(db, 'driver')
      const link = await actorOf(server.url, driver.token).connect()
      await sql`${change}${driver.id}`.execute(db.request)
      await waitFor(() => link.socket.disconnected, 2000)
      expect(link.received).toEqual([{ name: 'bye', payload }])
    }
  })

  it('closes the links of admins without a second step once the setting asks for it [design/live-68]', async () => {
    const [bare, safe, driver] = [
      await makePerson(db, 'admin'),
      await makePerson(db, 'admin'),
      await makePerson(db, 'driver'),
    ]
    const [bareLink, safeLink, driverLink] = await Promise.all(
      [bare, safe, driver].map(({ token }) => actorOf(server.url, token).connect()),
    )
    // A step that was added after the handshake counts.
    await sql`insert into identities (id, user_id, kind, subject)
      values (gen_random_uuid(), ${safe.id}, 'passkey', ${safe.id})`.execute(db.request)
    needsTwoFactor = true
    try {
      await waitFor(() => bareLink!.socket.disconnected, 2000)
      expect(bareLink!.received).toEqual([{ name: 'bye', payload: { key: 'two_factor_required' } }])
      await new Promise((done) => setTimeout(done, 300))
      expect([safeLink!.socket.connected, driverLink!.socket.connected]).toEqual([true, true])
    } finally {
      needsTwoFactor = false
    }
  })

  it('acknowledges messages, with the error shape on failure, up to the limit', async () => {
    const driver = await makePerson(db, 'driver')
    const link = await actorOf(server.url, driver.token).connect()
    expect(await link.send('echo', { n: 1 })).toEqual({ who: 'driver', payload: { n: 1 } })
    expect(await link.send('refuse', {})).toEqual({ error: { key: 'driver_offline', message: 'Go online first.' } })
    const answers = await Promise.all(Array.from({ length: 12 }, () => link.send('echo', 0)))
    expect(JSON.stringify(answers)).toContain('too_many_requests')
  })

  it('broadcasts to rooms, once per connection however many of its rooms are addressed', async () => {
    const [rider, other, admin] = [
      await makePerson(db, 'rider'),
      await makePerson(db, 'rider'),
      await makePerson(db, 'admin'),
    ]
    const links = await Promise.all([rider, other, admin].map(({ token }) => actorOf(server.url, token).connect()))
    server.live.broadcast([`user:${rider.id}`, `user:${admin.id}`, 'role:admin'], 'position', { lat: 1 })
    server.live.broadcast([], 'position', { lat: 2 })
    const sent = [{ name: 'position', payload: { lat: 1 } }]
    await waitFor(() => links[0]?.received.length === 1 && links[2]?.received.length === 1)
    expect(links.map(({ received }) => received)).toEqual([sent, [], sent])
  })

  it('a link follows bookings in the rooms of its session only, at most 20, the last ones named [design/live-73]', async () => {
    const people = [await makePerson(db, 'admin'), await makePerson(db, 'fleetadmin'), await makePerson(db, 'rider')]
    const links = await Promise.all(people.map(({ token }) => actorOf(server.url, token).connect()))
    const [one, two] = ['AAAAAAAAA1', 'AAAAAAAAA2']
    const places = [room.admins, room.fleet(people[1]!.id), room.user(people[2]!.id)]
    const tell = async (payload: string) => {
      for (const link of links) link.received.splice(0)
      server.live.broadcast(
        places.map((name) => room.following(name, one!)),
        'position',
        payload,
      )
      for (const link of links) await link.send('echo', null)
      return links.map((link) => link.received.length)
    }
    const follow = (...bookingIds: string[]) => Promise.all(links.map((link) => link.send('follow', { bookingIds })))
    expect(await tell('not followed')).toEqual([0, 0, 0])
    expect(await follow(one!)).toEqual([{}, {}, {}])
    expect(await tell('followed')).toEqual([1, 1, 0])
    await follow(two!)
    expect(await tell('no longer followed')).toEqual([0, 0, 0])
    for (const wrong of [{}, { bookingIds: 'x' }, { bookingIds: ['role:admin'] }, { bookingIds: Array(21).fill(one) }])
      await actorOf(server.url, people[0]!.token)
        .connect()
        .then(async (link) => {
          expect(await link.send('follow', wrong)).toMatchObject({ error: { key: 'invalid_input' } })
          link.close()
        })
    for (const link of links) link.close()
  })

  it('sends an event once to a connection in several of its rooms, and nothing to a closed one', async () => {
    const [fleet, admin] = [await makePerson(db, 'fleetadmin'), await makePerson(db, 'admin')]
    const office = actorOf(server.url, admin.token)
    const [asFleet, open, closed] = [
      await actorOf(server.url, fleet.token).connect(),
      await office.connect(),
      await office.connect(),
    ]
    const openBefore = server.live.count()
    closed.close()
    await waitFor(() => server.live.count() === openBefore - 1)
    await write('twice', [`user:${fleet.id}`, `fleet:${fleet.id}`, `user:${admin.id}`, 'role:admin', 'user:absent'])
    await write('next', [`fleet:${fleet.id}`, 'role:admin'])
    await waitFor(() => names(asFleet).includes('next') && names(open).includes('next'))
    expect([names(asFleet), names(open), names(closed)]).toEqual([['twice', 'next'], ['twice', 'next'], []])
  })

  it('closes the oldest connection of a person past the limit and sends `displaced` [design/live-69]', async () => {
    const rider = await makePerson(db, 'rider')
    const links: Link[] = []
    for (let n = 0; n <= app.config.limits.live.socketsPerPerson; n++)
      links.push(await actorOf(server.url, rider.token).connect())
    await waitFor(() => links[0]?.socket.disconnected === true)
    expect(links[0]?.received.map(({ name }) => name)).toEqual(['displaced'])
    expect(links.slice(1).map(({ socket }) => socket.connected)).toEqual(links.slice(1).map(() => true))
  })
})
