import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { actorOf } from '@remis/server/testing/actors'
import { trialPassword } from '@remis/server/trial/trial-people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeServerProcess, type ServerProcess } from '../server-process.ts'

/**
 * Makes an installation reachable from outside by mistake, as operators do, and calls it as a stranger
 * [design/access-70].
 */

let server: ServerProcess
beforeAll(async () => (server = await makeServerProcess()))
afterAll(() => server.remove())

const admin = 'admin.one@remis.example'
const visitor = () => actorOf(server.base, undefined)
const signIn = (email: string, password: string) => visitor().call(accountsApi.signIn, { body: { email, password } })

/** Node's fetch does not let the caller set Host. */
const send = (
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<{ status: number; text: string }> =>
  new Promise((done, fail) => {
    const call = request(`${server.base}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    })
    call.on('error', fail)
    call.on('response', (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => done({ status: answer.statusCode ?? 0, text }))
    })
    call.end(body === undefined ? undefined : JSON.stringify(body))
  })

describe('a trial for this machine', () => {
  beforeAll(() => server.start())
  afterAll(() => server.stop())

  const door = { email: admin, password: trialPassword }
  const port = () => new URL(server.base).port

  it('refuses a Host that is not loopback (DNS rebinding)', async () => {
    for (const host of ['evil.example', `evil.example:${port()}`, `127.0.0.1.evil.example:${port()}`, '192.168.1.7']) {
      const page = await send('/', { host, accept: 'text/html' })
      expect([page.status, page.text.includes('host_refused')], host).toEqual([403, true])
      expect((await send('/api/sessions', { host, origin: `http://${host}` }, door)).status).toBe(403)
    }
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect((await send('/api/settings/public', { host: `${host}:${port()}` })).status).toBe(200)
  })

  it.runIf(process.getuid?.() === 0)('is served by another user than root, who started it [design/access-81]', () => {
    const uid = /^Uid:\s+(\d+)\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))
    expect(uid?.slice(1).map(Number)).not.toContain(0)
    expect(/^Groups:\s*(.*)$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]?.split(' ')).not.toContain(
      '0',
    )
  })

  it('keeps its log, its lock and its passwords from other users of the machine [design/access-80]', () => {
    for (const name of ['server.log', 'server.lock', 'postgres-password', 'fleet-accounts.json', 'postgres.log'])
      expect([name, (statSync(join(server.dataDir, name)).mode & 0o777).toString(8)]).toEqual([name, '600'])
  })

  it('refuses an unconfigured proxy', async () => {
    for (const header of ['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])
      expect((await send('/api/settings/public', { [header]: '203.0.113.9' })).text).toContain('host_refused')
  })

  it('and a page of another site cannot write beside any Bearer header', async () => {
    for (const authorization of ['Bearer x', `Bearer ${'x'.repeat(43)}`]) {
      const headers = { origin: 'https://evil.example', authorization, 'idempotency-key': randomUUID() }
      expect((await send('/api/sessions', headers, door)).text).toContain('origin_refused')
    }
    expect((await send('/api/sessions', { authorization: 'Bearer x' }, door)).status).toBe(200)
  })
})

describe('a trial behind a proxy', () => {
  const open = { PUBLIC_URL: 'https://taxi.example', TRUST_PROXY: 'loopback' }
  afterAll(() => server.stop())

  it('gives strangers no access to the office', { timeout: 120_000 }, async () => {
    await server.start(open)
    await expect(signIn(admin, trialPassword)).rejects.toMatchObject({ status: 401 })
    await expect(signIn('fleet.one@remis.example', trialPassword)).rejects.toMatchObject({ status: 401 })
    const { trialAccounts } = await visitor().call(backofficeApi.settings, {})
    expect(new Set(trialAccounts.map(({ role }) => role))).toEqual(new Set(['rider', 'driver']))
    const own = server.ready.accounts.find(({ email }) => email === admin)
    expect(own?.password).not.toBe(trialPassword)
    const { token } = await signIn(admin, own?.password ?? '')
    const settings = await fetch(`${server.base}/api/settings`, { headers: { authorization: `Bearer ${token}` } })
    expect((await settings.text()).includes('"AllowCriticalEditsAdmin":false')).toBe(true)
  })
})

describe('production', () => {
  it('refuses a database with trial data, in one line', { timeout: 120_000 }, async () => {
    await expect(server.start({ REMIS_MODE: 'production', PUBLIC_URL: 'https://taxi.example' })).rejects.toThrow(
      /ended with 1: This database holds the data and accounts of a trial, which production refuses\. .+$/,
    )
  })

  it('refuses plain http to others, and to trust every proxy', { timeout: 120_000 }, async () => {
    await expect(server.start({ REMIS_MODE: 'production', PUBLIC_URL: 'http://taxi.example' })).rejects.toThrow(
      /Production needs https/,
    )
    await expect(server.start({ REMIS_MODE: 'production', TRUST_PROXY: 'true' })).rejects.toThrow(
      /TRUST_PROXY=true is refused/,
    )
  })
})
