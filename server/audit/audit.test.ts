import { auditApi } from '@remis/domain/audit/audit-api'
import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { addAudit } from '../platform/database/audit.ts'
import { sealAudit } from '../platform/database/audit-seal.ts'
import { cityFor, inDemo, keyOf } from '../testing/test-city.ts'
import { auditEntries, auditList, findLastSeal } from './audit-list-store.ts'

const { city, db } = await cityFor(import.meta.url)
const [admin, rider] = [await city.person('admin'), await city.person('rider')]

type Query = NonNullable<Parameters<typeof admin.call<typeof auditApi.list>>[1]['query']>
const list = async (query: Query = {}) => (await admin.call(auditApi.list, { query })).rows
const suspend = () =>
  admin.call(peopleApi.suspend, { params: { id: rider.id }, body: { reason: 'Complaints', until: null } })

describe('the audit log of the office [backoffice-20]', () => {
  it('names actor, object, time and network, and of settings each value before and after', async () => {
    const { panic } = (await admin.call(settingsApi.read, {})).settings
    await admin.call(settingsApi.change, { body: { settings: { panic: '112' } } })
    await suspend()
    const [last, before] = await list({ limit: 2 })
    expect(last).toMatchObject({
      action: 'person.suspend',
      subject: `user:${rider.id}`,
      subjectName: rider.name,
      actor: admin.id,
      actorName: admin.name,
      actorRole: 'admin',
      // of 127.0.0.1
      address: '127.0.0.0/24',
    })
    expect(before).toMatchObject({
      action: 'settings.change',
      subject: 'settings',
      subjectName: null,
      data: { changed: { panic: { from: panic, to: '112' } } },
    })
    expect(Math.abs(Date.now() - (last?.at ?? 0))).toBeLessThan(10_000)
  })

  it('is filtered by person, action, object and day, and searched by name, contact and booking', async () => {
    const ids = async (query: Query) => (await list({ limit: 100, ...query })).map(({ action }) => action)
    expect(await ids({ person: rider.id })).toEqual(['person.suspend'])
    expect(await ids({ actor: rider.id })).toEqual([])
    expect(await ids({ action: 'settings.change' })).toEqual(['settings.change'])
    expect(await ids({ kind: 'user' })).toEqual(['person.suspend'])
    expect(await ids({ subject: 'settings', action: 'settings.change' })).toEqual(['settings.change'])
    expect(await ids({ search: rider.name })).toEqual(['person.suspend'])
    const { mobile } = (await admin.call(peopleApi.get, { params: { id: rider.id } })).person
    expect(await ids({ search: mobile?.slice(-6) ?? '' })).toEqual(['person.suspend'])
    await db.transact((tx) => addAudit(tx, { actor: 'system', action: 'booking.abort', subject: 'booking:7K3M9QX2AB' }))
    expect(await ids({ search: '7k3m9qx2ab' })).toEqual(['booking.abort'])
    expect(await ids({ search: 'nobody' })).toEqual([])
  })

  it('finds a payment by its object and by its id [design/access-96]', async () => {
    const subject = 'payment:RP01KBD4C5E6F7G8H9J0K1M2N3P4'
    await db.transact((tx) => addAudit(tx, { actor: 'system', action: 'payment.review', subject }))
    for (const search of [subject, subject.slice(8), subject.slice(8).toLowerCase()])
      expect((await list({ search })).map((row) => row.subject)).toEqual([subject])
  })

  it('finds archived people, and refuses a search that matches more than 20 people [design/access-96]', async () => {
    const gone = await city.person('rider')
    await admin.call(peopleApi.remove, { params: { id: gone.id } })
    expect((await list({ search: gone.name })).map(({ action }) => action)).toEqual(['person.delete'])
    await sql`insert into users (id, first_name, last_name, usertype, referral_id, approved)
      select gen_random_uuid(), 'Namesake', 'Number ' || n, 'rider', 'namesake' || n, true from generate_series(1, 21) n`.execute(
      db.jobs,
    )
    expect(await list({ search: 'Namesake Number 21' })).toEqual([])
    expect(await keyOf(list({ search: 'Namesake' }))).toBe('audit_search_wide')
    const file = await fetch(`${city.server.url}/api/audit/export?format=csv&search=Namesake`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(file.status).toBe(422)
  })

  it('finds what was done to a list as a whole by its kind of object', async () => {
    await db.transact(async (tx) => {
      await addAudit(tx, { actor: 'system', action: 'car-type.order', subject: 'car-types' })
      await addAudit(tx, { actor: 'system', action: 'car-type.add', subject: `car-type:${rider.id}` })
      await addAudit(tx, { actor: 'system', action: 'withdrawal.look', subject: 'withdrawals' })
    })
    const found = async (kind: 'car-type' | 'withdrawal' | 'promo') =>
      (await list({ kind })).map(({ action }) => action)
    expect(await found('car-type')).toEqual(['car-type.add', 'car-type.order'])
    expect(await found('withdrawal')).toEqual(['withdrawal.look'])
    expect(await found('promo')).toEqual([])
  })

  it('takes days in the operator’s zone', async () => {
    const at = async (when: string) => {
      await sql`insert into audit_log (at, actor_role, action, subject) values (${when}, 'system', 'test', 'days')`.execute(
        db.jobs,
      )
    }
    // Montevideo is three hours behind
    for (const when of ['2030-05-01T02:59:59Z', '2030-05-01T03:00:00Z', '2030-05-02T02:59:59Z', '2030-05-02T03:00:00Z'])
      await at(when)
    const found = await list({ subject: 'days', from: '2030-05-01', to: '2030-05-01' })
    expect(found.map((row) => new Date(row.at).toISOString())).toEqual([
      '2030-05-02T02:59:59.000Z',
      '2030-05-01T03:00:00.000Z',
    ])
    expect(await list({ subject: 'days', from: '2030-05-03' })).toEqual([])
  })

  it('is exported by admins, and the export is an entry itself', async () => {
    const read = await fetch(`${city.server.url}/api/audit/export?format=csv&person=${rider.id}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const file = await read.text()
    expect(file).toContain('person.suspend')
    expect(file).not.toContain('settings.change')
    expect((await list({ limit: 1 }))[0]).toMatchObject({ action: 'audit.export', subject: 'audit', actor: admin.id })
    const other = await city.person('fleetadmin')
    expect(await keyOf(other.call(auditApi.list, { query: {} }))).toBe('forbidden')
  })

  it('hides networks and contacts in demo mode, in the details too [people-16]', async () => {
    await db.transact((tx) =>
      addAudit(tx, {
        actor: { id: admin.id, role: 'admin' },
        address: '203.0.113.7',
        action: 'person.update',
        subject: `user:${rider.id}`,
        data: { before: { email: 'was@example.org' }, changes: { mobile: '+598 99 123 456' } },
      }),
    )
    await inDemo(city, async () => {
      const rows = await list({ person: rider.id, limit: 1 })
      expect(rows[0]).toMatchObject({
        address: 'Hidden',
        data: { before: { email: 'Hidden' }, changes: { mobile: 'Hidden' } },
      })
      expect(await list({ search: rider.name, limit: 1 })).toHaveLength(1)
      const { mobile } = await db.request
        .selectFrom('users')
        .select('mobile')
        .where('id', '=', rider.id)
        .executeTakeFirstOrThrow()
      expect(await list({ search: mobile ?? '' })).toEqual([])
    })
  })
})

describe('a long log is read by its indexes [design/access-96]', () => {
  const many = 60_000
  beforeAll(async () => {
    await sql`insert into audit_log (at, actor_id, actor_role, action, subject)
      select clock_timestamp() - (${many} - n) * interval '1 minute', case when n % 3 = 0 then ${admin.id}::uuid end,
        'admin', 'filler.' || n % 50, 'promo:' || n % 5000 from generate_series(1, ${many}::int) n`.execute(db.jobs)
    await sql`analyze audit_log`.execute(db.jobs)
  })

  const { filters = {}, foundBy } = auditList('America/Montevideo')
  const absent = '01a20651-0000-7000-8000-000000000000'
  it.each([
    ['no filter', sql<boolean>`true`],
    ['a kind of object', filters.kind?.('payout')],
    ['a rare kind with its list', filters.kind?.('withdrawal')],
    ['a frequent kind with its list', filters.kind?.('promo')],
    ['an action', filters.action?.('filler.7')],
    ['one object', filters.subject?.('promo:77')],
    ['who did it', filters.actor?.(absent)],
    ['a person without entries', filters.person?.(absent)],
    ['days long ago', filters.to?.('2020-01-31')],
    ['days to come', filters.from?.('2090-01-01')],
    ['an object that is searched', foundBy?.('7K3M9QX2AB')],
  ])('%s', async (_name, condition) => {
    const page = auditEntries(db.lists).where(condition!).orderBy('a.id', 'desc').limit(26)
    const plan = await page.explain('text', sql`analyze`)
    const lines = plan.map((row) => String(Object.values(row)[0]))
    expect(lines.filter((line) => line.includes('Seq Scan on audit_log'))).toEqual([])
    // rows that were read and thrown away
    const removed = lines.flatMap((line) => /Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? [])
    expect(removed.map(Number).reduce((sum, count) => sum + count, 0)).toBeLessThan(2000)
  })
})

describe('the state of the chain [design/access-98]', () => {
  it('shows the last seal and whether its entries still match', async () => {
    await db.transact((tx) => addAudit(tx, { actor: 'system', action: 'test', subject: 'a' }))
    expect((await admin.call(auditApi.seal, {})).unsealed).toBeGreaterThan(0)
    const seal = await sealAudit(db)
    await db.transact((tx) => addAudit(tx, { actor: 'system', action: 'test', subject: 'b' }))
    const { last, unsealed } = await admin.call(auditApi.seal, {})
    expect(last).toMatchObject({ hash: seal?.hash, intact: true })
    expect(unsealed).toBeGreaterThan(0)
  })

  it('is hashed once a minute however many pages ask, and again with the next seal', async () => {
    // a seal covers at most 10,000 entries: the next one covers the new entry alone
    while ((await sealAudit(db)) !== undefined);
    await db.transact((tx) => addAudit(tx, { actor: 'system', action: 'test', subject: 'c' }))
    await sealAudit(db)
    const read = async (now: number) => (await findLastSeal(db.lists, now))?.intact
    const now = performance.now()
    expect(await read(now)).toBe(true)
    const forge = (subject: string) =>
      db.request.transaction().execute(async (tx) => {
        await sql`alter table audit_log disable trigger user`.execute(tx)
        await sql`update audit_log set subject = ${subject} where subject = ${subject === 'forged' ? 'c' : 'forged'}`.execute(
          tx,
        )
        await sql`alter table audit_log enable trigger user`.execute(tx)
      })
    await forge('forged')
    try {
      expect(await read(now + 59_000)).toBe(true)
      expect(await read(now + 61_000)).toBe(false)
    } finally {
      await forge('c')
    }
    await db.transact((tx) => addAudit(tx, { actor: 'system', action: 'test', subject: 'd' }))
    await sealAudit(db)
    expect(await read(now + 62_000)).toBe(true)
  })
})
