import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { cancelReasonsApi } from '@remis/domain/backoffice/cancel-reasons-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { AppError } from '@remis/domain/messages/app-error'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { bookWith, emptyStreets, quoteWith } from '../testing/money.ts'
import { keyOf, cityFor } from '../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
beforeEach(async () => {
  await emptyStreets(city)
  await sql`delete from cancel_reasons`.execute(db.request)
  for (const label of ['One', 'Two', 'Three']) await add(label)
})

type Role = 'rider' | 'driver' | 'admin'
const all: Role[] = ['rider', 'driver', 'admin']
const add = async (label: string, roles: Role[] = all) =>
  (await admin.call(cancelReasonsApi.create, { body: { label, roles } })).reason
const update = (id: string, body: object) => admin.call(cancelReasonsApi.update, { params: { id }, body })
const remove = (id: string) => admin.call(cancelReasonsApi.remove, { params: { id } })
const rows = async () =>
  (await admin.call(cancelReasonsApi.listAll, { query: { sort: 'value', direction: 'asc' } })).rows
const numbered = async () => (await rows()).map(({ value, label }) => `${value} ${label}`)
const idOf = async (label: string) => (await rows()).find((row) => row.label === label)?.id ?? ''

it('gives a new reason the count, renumbers after a delete, and keeps the ids [settings-19] [settings-22] [design/catalogue-10]', async () => {
  expect(await numbered()).toEqual(['0 One', '1 Two', '2 Three'])
  const three = await idOf('Three')
  await remove(await idOf('Two'))
  expect(await numbered()).toEqual(['0 One', '1 Three'])
  expect(await idOf('Three')).toBe(three)
  expect((await add('Four')).value).toBe(2)
  expect((await rows()).map(({ value }) => value)).toEqual([0, 1, 2])
})

it('numbers from 0 without a gap when admins add and delete at once [design/catalogue-10]', async () => {
  const [one, two] = [await idOf('One'), await idOf('Two')]
  const removals = [keyOf(remove(one)), keyOf(remove(two)), keyOf(remove(one))]
  await Promise.all([add('A'), add('B'), add('C'), ...removals])
  expect((await Promise.all(removals)).sort()).toEqual(['not_found', 'ok', 'ok'])
  expect((await rows()).map(({ value }) => value)).toEqual([0, 1, 2, 3])
})

it('a booking keeps the words of its reason after a change and a delete [booking-43] [design/catalogue-11]', async () => {
  const rider = await city.person('rider')
  await city.driver()
  const reason = await idOf('Two')
  const { id } = await bookWith(rider, await quoteWith(rider, city.economy))
  await rider.call(bookingsApi.cancel, { params: { id }, body: { reason } })
  await update(reason, { label: 'Something else' })
  await remove(reason)
  const { booking } = await rider.call(bookingsApi.get, { params: { id } })
  expect(booking).toMatchObject({ status: 'CANCELLED', reason: 'Two' })
})

it('is offered to those it is for [settings-23]', async () => {
  await add('Flat tyre', ['driver'])
  await update(await idOf('One'), { roles: ['admin'] })
  const { rows: found } = await (await city.person('rider')).call(backofficeApi.cancelReasons, {})
  const labels = (role: Role) => found.filter(({ roles }) => roles.includes(role)).map(({ label }) => label)
  expect(labels('rider')).toEqual(['Two', 'Three'])
  expect(labels('driver')).toEqual(['Two', 'Three', 'Flat tyre'])
  const filtered = await admin.call(cancelReasonsApi.listAll, {
    query: { role: 'driver', sort: 'label', direction: 'asc' },
  })
  expect(filtered.rows.map(({ label }) => label)).toEqual(['Flat tyre', 'Three', 'Two'])
})

it('rejects an empty label, no roles, a duplicate and a stale version [design/catalogue-9]', async () => {
  const one = await idOf('One')
  expect(await keyOf(add(' '))).toBe('cancel_reason_invalid')
  expect(await keyOf(add('Five', []))).toBe('cancel_reason_invalid')
  expect(await keyOf(add('two'))).toBe('cancel_reason_taken')
  expect(await keyOf(update(one, { label: 'TWO' }))).toBe('cancel_reason_taken')
  expect((await update(one, { label: 'ONE', version: 0 })).reason).toMatchObject({ label: 'ONE', version: 1 })
  const late = await update(one, { label: 'Uno', version: 0 }).catch((error: unknown) => error as AppError)
  expect(late).toMatchObject({ status: 409, key: 'row_changed', extra: { row: { label: 'ONE', version: 1 } } })
  expect(await keyOf(remove(one.replace(/.$/, (end) => (end === '0' ? '1' : '0'))))).toBe('not_found')
})

it('has room for 100 reasons [design/catalogue-9]', async () => {
  await sql`insert into cancel_reasons (id, position, label)
    select gen_random_uuid(), n, 'Reason ' || n from generate_series(3, 99) n`.execute(db.request)
  expect(await keyOf(add('One more'))).toBe('list_full')
})

it('is edited by admins alone, only with critical edits on [settings-21], and each edit is audited', async () => {
  const id = await idOf('One')
  for (const role of ['rider', 'driver', 'fleetadmin'] as const) {
    const actor = await city.person(role)
    expect(await keyOf(actor.call(cancelReasonsApi.create, { body: { label: 'X', roles: all } }))).toBe('forbidden')
    expect(await keyOf(actor.call(cancelReasonsApi.listAll, { query: {} }))).toBe('forbidden')
    expect(await keyOf(actor.call(cancelReasonsApi.remove, { params: { id } }))).toBe('forbidden')
  }
  await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
  expect([await keyOf(add('X')), await keyOf(update(id, { label: 'X' })), await keyOf(remove(id))]).toEqual(
    Array.from({ length: 3 }, () => 'demo_mode'),
  )
  await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
  await update(id, { label: 'Uno' })
  await remove(id)
  const actions = db.request.selectFrom('audit_log').select('action').where('subject', '=', `cancel-reason:${id}`)
  expect((await actions.orderBy('id').execute()).map(({ action }) => action)).toEqual(
    ['add', 'update', 'delete'].map((verb) => `cancel-reason.${verb}`),
  )
})

it('sends the list as a file', async () => {
  const answer = await fetch(`${city.server.url}/api/cancel-reasons/export?format=csv`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  // text() would drop the byte order mark
  const text = Buffer.from(await answer.arrayBuffer()).toString()
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFValue,Reason,Offered to,Id',
    expect.stringMatching(/^0,One,"rider, driver, admin",/),
  ])
})
