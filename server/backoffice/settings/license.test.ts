import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { settingsApi, type SettingsPatch } from '@remis/domain/backoffice/settings-api'
import { AppError } from '@remis/domain/messages/app-error'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newForm } from '../../accounts/accounts-fixture.ts'
import { readConfig } from '../../platform/runtime/config.ts'
import { actorOf } from '../../testing/actors.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { keyOf, openCity, type City, type TestActor } from '../../testing/test-city.ts'

const database = await databaseFor(import.meta.url)
const { db } = database

/** The base-settings service as the specification describes it: it reads a payload and answers `success`. */
let service: Server
let asked: Record<string, unknown>[] = []
let answer: { status?: number; body?: string; headers?: Record<string, string>; afterMs?: number } = {}
let city: City
let admin: TestActor

beforeAll(async () => {
  service = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      asked.push(JSON.parse(body) as Record<string, unknown>)
      const { status = 200, headers = {}, afterMs = 0 } = answer
      setTimeout(() => response.writeHead(status, headers).end(answer.body ?? '{"success": true}'), afterMs)
    })
  })
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  const { port } = service.address() as AddressInfo
  city = await openCity(database, {
    env: { BASE_SETTINGS_URL: `http://127.0.0.1:${port}/baseset`, BASE_SETTINGS_PROJECT: 'taxi-one' },
    limits: { licenseMs: 300 },
  })
})
afterAll(() => void service.close())
beforeEach(async () => {
  admin = await city.person('admin')
  asked = []
  answer = {}
})

const save = (settings: SettingsPatch) => admin.call(settingsApi.change, { body: { settings } })
const refusal = (call: Promise<unknown>): Promise<AppError> =>
  call.then(
    () => expect.unreachable('it was not refused'),
    (error: unknown) => error as AppError,
  )
const stored = async () => (await city.server.app.settings.refresh()).license
const failures: [string, typeof answer, string][] = [
  ['a service that is too slow', { afterMs: 1000 }, 'base_settings_error_1'],
  ['a reply that is none', { body: '<html>' }, 'base_settings_error_1'],
  ['a reply without success', { body: '{}' }, 'base_settings_error_1'],
  ['a redirect', { status: 302, headers: { location: 'https://example.org/' }, body: '' }, 'base_settings_error_1'],
  ['a refusal', { body: '{"success": false}' }, 'base_settings_error_2'],
  ['a refusal with a status', { status: 403, body: '{"success": false}' }, 'base_settings_error_2'],
]

describe('a save with a purchase code [settings-12] [design/settings-6]', () => {
  it('asks the service with the documented payload, then saves [settings-13] [api-4]', async () => {
    await save({ license: ' CODE-1 ', panic: '911' })
    expect(asked).toEqual([
      { projectId: 'taxi-one', createTime: expect.any(String), reqType: 'settings', license: 'CODE-1' },
    ])
    expect(Math.abs(Date.parse(String(asked[0]?.['createTime'])) - Date.now())).toBeLessThan(10_000)
    expect(await stored()).toBe('CODE-1')
  })

  it.each(failures)(
    '%s: wrong_code with its alert, nothing is saved, the session ends',
    async (_name, given, alert) => {
      await city.server.app.settings.change({ license: 'CODE-1' }, null)
      answer = given
      const warn = vi.spyOn(city.server.app.log, 'warn')
      const before = await admin.call(settingsApi.read, {})
      const error = await refusal(save({ license: 'CODE-2', panic: '112' }))
      // why there was no answer, for the operator
      const causes = warn.mock.calls.map(([line]) => (line as { err: unknown }).err instanceof Error)
      warn.mockRestore()
      expect(causes).toEqual(alert === 'base_settings_error_1' ? [true] : [])
      expect(error).toMatchObject({ status: 403, key: 'wrong_code', extra: { alert } })
      expect(await keyOf(admin.call(settingsApi.read, {}))).toBe('not_logged_in')
      const other = await city.person('admin')
      expect(await other.call(settingsApi.read, {})).toEqual(before)
    },
  )

  it('clears the cookie of the browser with the refusal', async () => {
    answer = { body: '{"success": false}' }
    const reply = await fetch(`${city.server.url}/api/settings`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ settings: { license: 'CODE-2' } }),
    })
    expect(reply.status).toBe(403)
    expect(reply.headers.get('set-cookie')).toMatch(/^remis=;/)
  })

  it('is not checked while something else is wrong, or without a code', async () => {
    answer = { body: '{"success": false}' }
    expect(await keyOf(save({ license: 'CODE-2', bonus: '' }))).toBe('proper_bonus')
    expect(await keyOf(save({ panic: '113' }))).toBe('ok')
    expect(await keyOf(save({ license: '' }))).toBe('ok')
    expect(asked).toEqual([])
  })
})

describe('the sign-in of an admin [design/settings-7]', () => {
  const form = newForm()
  const signIn = () =>
    actorOf(city.server.url, undefined).call(accountsApi.signIn, {
      body: { email: form.email, password: form.password },
    })
  const become = (usertype: string) =>
    sql`update users set usertype = ${usertype} where email = ${form.email}`.execute(db.request)
  beforeAll(() => actorOf(city.server.url, undefined).call(accountsApi.signUp, { body: { regData: form } }))

  it('asks with reqType auth and the stored code, and is refused with it', async () => {
    await city.server.app.settings.change({ license: 'CODE-3' }, null)
    await become('admin')
    expect(await keyOf(signIn())).toBe('ok')
    expect(asked).toMatchObject([{ projectId: 'taxi-one', reqType: 'auth', license: 'CODE-3' }])
    answer = { body: '{"success": false}' }
    const sessions = () => db.request.selectFrom('sessions').select('id').execute()
    const before = (await sessions()).length
    expect(await refusal(signIn())).toMatchObject({ key: 'wrong_code', extra: { alert: 'base_settings_error_2' } })
    expect(await sessions()).toHaveLength(before)
  })

  it('is refused before the second step, so that no right code looks wrong', async () => {
    const { id } = await db.request
      .selectFrom('users')
      .select('id')
      .where('email', '=', form.email)
      .executeTakeFirstOrThrow()
    await db.request
      .insertInto('identities')
      .values({ id: randomUUID(), user_id: id, kind: 'totp', subject: id, secret: 'x' })
      .execute()
    expect(await keyOf(signIn())).toBe('two_factor_needed')
    answer = { body: '{"success": false}' }
    expect(await refusal(signIn())).toMatchObject({ key: 'wrong_code', extra: { alert: 'base_settings_error_2' } })
    await db.request.deleteFrom('identities').where('user_id', '=', id).where('kind', '=', 'totp').execute()
  })

  it('goes on without an answer, and sends no code where none is stored', async () => {
    await city.server.app.settings.change({ license: '' }, null)
    await become('admin')
    answer = { afterMs: 1000 }
    expect(await keyOf(signIn())).toBe('ok')
    expect(asked).toEqual([{ projectId: 'taxi-one', createTime: expect.any(String), reqType: 'auth' }])
  })

  it('is not asked for anyone else', async () => {
    await become('rider')
    answer = { body: '{"success": false}' }
    expect(await keyOf(signIn())).toBe('ok')
    expect(asked).toEqual([])
  })
})

it('the code is sent by https in production; without a service nothing is checked [design/settings-8]', () => {
  const production = { REMIS_MODE: 'production', PUBLIC_URL: 'https://taxi.example' }
  const url = (BASE_SETTINGS_URL: string) => () => readConfig({ ...production, BASE_SETTINGS_URL })
  expect(url('http://licenses.example/check')).toThrow('BASE_SETTINGS_URL')
  expect(url('https://licenses.example/check')().baseSettings).toEqual({
    url: 'https://licenses.example/check',
    project: 'taxi.example',
  })
  expect(readConfig(production).baseSettings).toBeUndefined()
})
