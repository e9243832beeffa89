import { bookingsApi } from '@remis/domain/booking/booking-api'
import { exportTypes } from '@remis/domain/kit/list'
import { promosApi, type ManagedPromo } from '@remis/domain/promos/promos-api'
import { firstLanguages } from '@remis/domain/texts/built-in-languages'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { Worker } from 'node:worker_threads'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { provideLanguages } from '../backoffice/languages/provide-languages.ts'
import { builtInTextsOf } from '../platform/texts/built-in-texts.ts'
import { bookWith, emptyStreets, quoteWith } from '../testing/money.ts'
import { cityFor, inDemo, keyOf, type TestActor } from '../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
beforeEach(() => emptyStreets(city))

let count = 0
const entry = (more: object = {}) => ({
  promo_name: `MANAGED${++count}`,
  promo_discount_type: 'percentage' as const,
  promo_discount_value: 10,
  max_promo_discount_value: 500,
  min_order: 0,
  promo_validity: '2099-12-31',
  promo_usage_limit: 100,
  ...more,
})
const add = async (more: object = {}) => (await admin.call(promosApi.create, { body: entry(more) })).promo
const update = (id: string, body: object) => admin.call(promosApi.update, { params: { id }, body })
const remove = (id: string) => admin.call(promosApi.remove, { params: { id } })

type Query = Record<string, string | number>
const list = (query: Query = {}) => admin.call(promosApi.listAll, { query: query as never })
const names = (rows: readonly ManagedPromo[]) => rows.map(({ promo_name }) => promo_name)

const allPages = async (query: Query): Promise<ManagedPromo[]> => {
  const rows: ManagedPromo[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { rows: ManagedPromo[]; next: string | null } = await list({
      ...query,
      ...(cursor === '' ? {} : { cursor }),
    })
    rows.push(...page.rows)
    cursor = page.next
  }
  return rows
}

const audited = (id: string) =>
  db.request.selectFrom('audit_log').select(['action', 'actor_id']).where('subject', '=', `promo:${id}`).execute()

/** The file as it arrives. */
const download = async (actor: TestActor, query: Query) => {
  const address = `${city.server.url}/api/promos/export?${new URLSearchParams(query as Record<string, string>).toString()}`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${actor.token}` } })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('the table of promos', () => {
  it('gives each row once in every order, with equal values and equal creation times', async () => {
    for (let n = 0; n < 7; n++) await add({ promo_description: 'tied' })
    // as an import writes them: one moment, with microseconds
    await sql`update promos set created_at = timestamptz '2026-11-20 10:00:00.123456+00'
      where promo_description = 'tied'`.execute(db.request)
    const sorts = ['createdAt', 'promo_name', 'promo_discount_value', 'min_order', 'promo_validity'] as const
    for (const sort of [...sorts, 'promo_usage_limit', 'user_avail'] as const)
      for (const direction of ['asc', 'desc'] as const) {
        const rows = await allPages({ sort, direction, limit: 2, search: 'tied' })
        expect([sort, direction, new Set(names(rows)).size, rows.length]).toEqual([sort, direction, 7, 7])
        const values = rows.map((row) => row[sort])
        const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(values).toEqual(direction === 'asc' ? sorted : sorted.toReversed())
      }
  })

  it('searches name and description, filters by the day of the operator, counts all pages', async () => {
    const ended = await add({ promo_description: 'Winter_sale 50%' })
    await sql`update promos set promo_validity = '2020-01-01' where id = ${ended.id}`.execute(db.request)
    const valid = await add({ promo_description: 'Winter_sale', promo_name: `w${count}` })
    expect(names((await list({ search: 'winter_SALE' })).rows)).toEqual([valid.promo_name, ended.promo_name])
    expect(names((await list({ search: '50%' })).rows)).toEqual([ended.promo_name])
    expect((await list({ search: 'winter%sale' })).rows).toEqual([])
    expect(names((await list({ search: 'winter', show: 'ended' })).rows)).toEqual([ended.promo_name])
    expect(await list({ search: 'winter', show: 'valid', limit: 1 })).toMatchObject({ total: 1, next: null })
    expect(await list({ search: 'winter', limit: 1 })).toMatchObject({ total: 2 })
  })

  it('answers 400 to a cursor that is forged, cut or of another list or order', async () => {
    const { next } = await list({ limit: 1 })
    const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const id = (await list({ limit: 1 })).rows[0]!.id
    const bad: Query[] = [
      { cursor: 'x' },
      { cursor: next!.slice(0, -4) },
      { cursor: next!, sort: 'promo_name' },
      { cursor: next!, direction: 'asc' },
      { cursor: forge(['createdAt', 'desc', 1.5, id]) },
      { cursor: forge(['createdAt', 'desc', 1, 'no-id']) },
      { cursor: forge(['createdAt', 'desc', 1, id, 'more']) },
      { cursor: forge(['promo_validity', 'asc', '2026-02-30', id]), sort: 'promo_validity', direction: 'asc' },
      { cursor: forge(['promo_name', 'asc', 'a\0', id]), sort: 'promo_name', direction: 'asc' },
      { cursor: forge(['user_avail', 'asc', 1e300, id]), sort: 'user_avail', direction: 'asc' },
      { cursor: (await admin.call(bookingsApi.list, { query: {} })).next ?? forge(['bookingDate', 'desc', 1, id]) },
    ]
    for (const query of bad) expect([query, await keyOf(list(query))]).toEqual([query, 'invalid_input'])
    // beyond the range of the column, but a number: the last page
    expect(
      (await list({ cursor: forge(['user_avail', 'asc', 2 ** 40, id]), sort: 'user_avail', direction: 'asc' })).rows,
    ).toEqual([])
  })

  it('is for admins only', async () => {
    const { id } = await add()
    for (const role of ['rider', 'driver', 'fleetadmin'] as const) {
      const actor = await city.person(role)
      expect(await keyOf(actor.call(promosApi.listAll, { query: {} }))).toBe('forbidden')
      expect(await keyOf(actor.call(promosApi.update, { params: { id }, body: {} }))).toBe('forbidden')
      expect(await keyOf(actor.call(promosApi.remove, { params: { id } }))).toBe('forbidden')
      expect((await download(actor, { format: 'csv' })).answer.status).toBe(403)
    }
  })
})

describe('editing a promo', () => {
  it('changes the fields that are sent, once per key, and logs the admin [backoffice-11]', async () => {
    const promo = await add()
    const key = 'update-once'
    const send = () =>
      admin.call(
        promosApi.update,
        { params: { id: promo.id }, body: { promo_name: ' Spring ', min_order: 5 } },
        { key },
      )
    const { promo: after } = await send()
    expect(after).toEqual({ ...promo, promo_name: 'Spring', min_order: 5, version: 1 })
    expect((await send()).promo).toEqual(after)
    expect(await update(promo.id, {})).toEqual({ promo: after })
    expect(await audited(promo.id)).toEqual(
      ['promo.add', 'promo.update'].map((action) => ({ action, actor_id: admin.id })),
    )
  })

  it('user_avail counts the uses and is read-only [promos-3]', async () => {
    const promo = await add()
    expect(await keyOf(update(promo.id, { user_avail: 99 }))).toBe('invalid_input')
    expect(await keyOf(admin.call(promosApi.create, { body: { ...entry(), user_avail: 99 } as never }))).toBe(
      'invalid_input',
    )
    await city.driver()
    const rider = await city.person('rider')
    await bookWith(rider, await quoteWith(rider, city.economy, promo.promo_name))
    const { rows } = await list({ search: promo.promo_name })
    expect(rows.map(({ user_avail }) => user_avail)).toEqual([1])
  })

  it('refuses a change of an older version with the stored promo; uses do not count as changes', async () => {
    await city.driver()
    const promo = await add()
    const rider = await city.person('rider')
    await bookWith(rider, await quoteWith(rider, city.economy, promo.promo_name))
    await update(promo.id, { min_order: 5, version: promo.version })
    const late = update(promo.id, { min_order: 6, version: promo.version })
    await expect(late).rejects.toMatchObject({ status: 409, key: 'row_changed', extra: { row: { min_order: 5 } } })
  })

  it('judges the promo as it would be: the same check as for a new one', async () => {
    const flat = await add({ promo_discount_type: 'flat', promo_discount_value: 300 })
    expect(await keyOf(update(flat.id, { promo_discount_type: 'percentage' }))).toBe('promo_invalid')
    expect(await keyOf(update(flat.id, { promo_name: ' ' }))).toBe('promo_invalid')
    expect(await keyOf(update(flat.id, { user_avail: 0 }))).toBe('invalid_input')
    const other = await add()
    expect(await keyOf(update(flat.id, { promo_name: other.promo_name.toLowerCase() }))).toBe('promo_name_taken')
    expect((await update(other.id, { promo_name: other.promo_name.toLowerCase() })).promo.id).toBe(other.id)
  })

  it('refuses a limit below the uses', async () => {
    await city.driver()
    const promo = await add()
    for (let n = 0; n < 2; n++) {
      const rider = await city.person('rider')
      await bookWith(rider, await quoteWith(rider, city.economy, promo.promo_name))
    }
    expect(await keyOf(update(promo.id, { promo_usage_limit: 1 }))).toBe('promo_invalid')
    expect((await update(promo.id, { promo_usage_limit: 2 })).promo).toMatchObject({ user_avail: 2 })
  })

  it('is refused in demo mode, as is deleting; adding is not [promos-5]', async () => {
    const promo = await add()
    await inDemo(city, async () => {
      expect(await keyOf(update(promo.id, { min_order: 1 }))).toBe('demo_mode')
      expect(await keyOf(remove(promo.id))).toBe('demo_mode')
      expect((await add()).user_avail).toBe(0)
    })
  })
})

describe('deleting a promo', () => {
  it('hides it and frees its name; a booking that uses it keeps its discount and can be cancelled', async () => {
    await city.driver()
    const promo = await add()
    const rider = await city.person('rider')
    const booking = await bookWith(rider, await quoteWith(rider, city.economy, promo.promo_name))
    const waiting = await city.person('rider')
    const quote = await quoteWith(waiting, city.economy, promo.promo_name)
    await remove(promo.id)
    expect(await keyOf(remove(promo.id))).toBe('not_found')
    expect(await keyOf(update(promo.id, { min_order: 1 }))).toBe('not_found')
    expect((await list({ search: promo.promo_name })).rows).toEqual([])
    expect((await waiting.call(promosApi.list, {})).rows.map(({ id }) => id)).not.toContain(promo.id)
    expect(await keyOf(quoteWith(rider, city.economy, promo.promo_name))).toBe('promo_not_found')
    expect(await keyOf(bookWith(waiting, quote))).toBe('quote_expired')
    const again = await add({ promo_name: promo.promo_name })
    expect(again.id).not.toBe(promo.id)

    const shown = await rider.call(bookingsApi.get, { params: { id: booking.id } })
    expect(shown.booking).toMatchObject({ promo_applied: true, promo_details: { id: promo.id } })
    await rider.call(bookingsApi.cancel, { params: { id: booking.id }, body: { reason: city.reason } })
    const { user_avail } = await db.request
      .selectFrom('promos')
      .select('user_avail')
      .where('id', '=', promo.id)
      .executeTakeFirstOrThrow()
    expect(user_avail).toBe(0)
    expect((await audited(promo.id)).map(({ action }) => action)).toEqual(['promo.add', 'promo.delete'])
  })

  it('of two at once one deletes, the other finds nothing', async () => {
    const { id } = await add()
    expect((await Promise.all([keyOf(remove(id)), keyOf(remove(id))])).toSorted()).toEqual(['not_found', 'ok'])
  })
})

describe('restoring a deleted promo [design/catalogue-13] [promos-9]', () => {
  const restore = (id: string) => admin.call(promosApi.restore, { params: { id } })

  it('gives it back to riders with its uses, once', async () => {
    const promo = await add()
    await city.driver()
    const rider = await city.person('rider')
    await bookWith(rider, await quoteWith(rider, city.economy, promo.promo_name))
    await remove(promo.id)
    expect(names((await list({ search: promo.promo_name })).rows)).toEqual([])
    const [row] = (await list({ show: 'deleted', search: promo.promo_name })).rows
    expect(row).toMatchObject({ ...promo, user_avail: 1, deletedAt: expect.any(Number) })
    const restored = (await restore(promo.id)).promo
    expect(restored).toEqual({ ...promo, user_avail: 1, version: promo.version + 1 })
    expect((await restore(promo.id)).promo).toEqual(restored)
    expect(names((await list({ show: 'deleted', search: promo.promo_name })).rows)).toEqual([])
    expect(await keyOf(quoteWith(rider, city.economy, promo.promo_name))).toBe('promo_used_before')
    expect((await audited(promo.id)).map(({ action }) => action)).toEqual([
      'promo.add',
      'promo.delete',
      'promo.restore',
    ])
    // a form that was open before is stale
    expect(await keyOf(update(promo.id, { min_order: 5, version: promo.version }))).toBe('row_changed')
  })

  it('is refused while another promo has its name, and in demo mode', async () => {
    const promo = await add()
    await remove(promo.id)
    const second = await add({ promo_name: promo.promo_name.toLowerCase() })
    await expect(restore(promo.id)).rejects.toMatchObject({
      key: 'promo_name_taken',
      fields: { promo_name: 'promo_name_taken' },
    })
    await remove(second.id)
    await inDemo(city, async () => expect(await keyOf(restore(promo.id))).toBe('demo_mode'))
    const fleet = await city.person('fleetadmin')
    expect(await keyOf(fleet.call(promosApi.restore, { params: { id: promo.id } }))).toBe('forbidden')
    expect(await Promise.all([keyOf(restore(promo.id)), keyOf(restore(promo.id))])).toEqual(['ok', 'ok'])
    expect((await audited(promo.id)).filter(({ action }) => action === 'promo.restore')).toHaveLength(1)
  })
})

describe('exporting a list', () => {
  it('sends CSV with the same filter and order; text that looks like a formula is quoted; it is audited', async () => {
    await add({ promo_name: 'EXPORT B', promo_description: '=HYPERLINK("http://x")' })
    await add({ promo_name: 'EXPORT A', promo_description: '-1+1, "quoted"' })
    const { answer, bytes } = await download(admin, {
      format: 'csv',
      search: 'export',
      sort: 'promo_name',
      direction: 'asc',
    })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="promos.csv"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const [head, a, b, ...rest] = bytes.toString('utf8').split('\r\n')
    expect(head).toMatch(/^\uFEFFName,Description,Discount type,/)
    expect(a).toMatch(/^EXPORT A,"'-1\+1, ""quoted""",percentage,10,500,0,2099-12-31,100,0,\d{4}-\d\d-\d\d \d\d:\d\d$/)
    expect(b).toMatch(/^EXPORT B,"'=HYPERLINK\(""http:\/\/x""\)",/)
    expect(rest).toEqual([''])
    const rows = await db.request.selectFrom('audit_log').selectAll().where('action', '=', 'promos.export').execute()
    expect(rows).toMatchObject([{ actor_id: admin.id, data: { format: 'csv', search: true } }])
  })

  it('heads the columns with their titles in the reader’s language, as the operator changed them', async () => {
    await db.transact((tx) => provideLanguages(tx, firstLanguages, 'taxi'))
    const headIn = async (language: string) => {
      const { bytes } = await download(admin, { format: 'csv', search: 'export', language })
      return bytes.toString('utf8').slice(1).split('\r\n')[0]?.split(',')
    }
    expect(await headIn('ar')).toEqual(
      expect.arrayContaining([builtInTextsOf('ar')?.['promo_name'], builtInTextsOf('ar')?.['promo_created']]),
    )
    await sql`update languages set key_value_pairs = key_value_pairs || '{"promo_created": "=Entered"}'
      where lang_locale = 'en'`.execute(db.request)
    expect((await headIn('en'))?.at(-1)).toBe("'=Entered")
    expect(await headIn('xx')).toEqual(await headIn('en'))
    expect((await download(admin, { format: 'csv', language: 'x'.repeat(36) })).answer.status).toBe(400)
  })

  it('sends all pages, and a spreadsheet', async () => {
    await sql`insert into promos (id, promo_name, promo_discount_type, promo_discount_value, max_promo_discount_value,
        promo_validity, promo_usage_limit)
      select gen_random_uuid(), 'BULK ' || n, 'flat', 1, 1, '2099-12-31', 1 from generate_series(1, 2500) n`.execute(
      db.request,
    )
    const { bytes } = await download(admin, { format: 'csv', search: 'bulk' })
    const lines = bytes.toString('utf8').trimEnd().split('\r\n')
    expect(lines).toHaveLength(2501)
    expect(new Set(lines).size).toBe(2501)
    const sheet = await download(admin, { format: 'xlsx', search: 'bulk' })
    expect(sheet.answer.headers.get('content-type')).toBe(exportTypes[1])
    expect(sheet.bytes.subarray(0, 2).toString()).toBe('PK')
  })

  it('makes one spreadsheet after the other in the same thread, also those that are asked for at once', async () => {
    const posted = vi.spyOn(Worker.prototype, 'postMessage')
    const threads = () => new Set<unknown>(posted.mock.contexts)
    // a person has one export at a time
    const [second, third] = [await city.person('admin'), await city.person('admin')]
    const sheet = async (actor = admin) => {
      const { bytes } = await download(actor, { format: 'xlsx', search: 'export' })
      expect(bytes.subarray(0, 2).toString()).toBe('PK')
      // the file holds the time it was made; its rows do not change
      return strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    }
    try {
      const first = await sheet()
      expect(first).toContain('<row')
      // columns as wide as their texts
      expect(first).toMatch(/<col [^>]*width="1[0-9]/)
      // the rows of the first are not in the second
      expect(await sheet()).toBe(first)
      expect(threads().size).toBe(1)
      expect(await Promise.all([sheet(), sheet(second), sheet(third)])).toEqual([first, first, first])
      expect(threads().size).toBe(1)
    } finally {
      posted.mockRestore()
    }
  })

  it('refuses a sheet of more than 50,000 rows, not the CSV', async () => {
    await sql`insert into promos (id, promo_name, promo_discount_type, promo_discount_value, max_promo_discount_value,
        promo_validity, promo_usage_limit)
      select gen_random_uuid(), 'HUGE ' || n, 'flat', 1, 1, '2099-12-31', 1 from generate_series(1, 50001) n`.execute(
      db.request,
    )
    const { answer, bytes } = await download(admin, { format: 'xlsx', search: 'huge' })
    expect([answer.status, JSON.parse(bytes.toString())]).toMatchObject([422, { error: { key: 'export_too_large' } }])
    expect((await download(admin, { format: 'csv', search: 'huge 5000' })).answer.status).toBe(200)
  })

  it('is refused in demo mode and for a format that does not exist', async () => {
    expect((await download(admin, { format: 'pdf' })).answer.status).toBe(400)
    await inDemo(city, async () => {
      const { answer, bytes } = await download(admin, { format: 'csv' })
      expect([answer.status, JSON.parse(bytes.toString())]).toMatchObject([403, { error: { key: 'demo_mode' } }])
    })
  })
})
