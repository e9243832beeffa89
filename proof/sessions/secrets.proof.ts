import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { trialPassword } from '@remis/server/trial/trial-people'
import { variables } from '@remis/server/platform/runtime/config-variables'
import { createLogger } from '@remis/server/platform/runtime/logger'
import { actorOf } from '@remis/server/testing/actors'
import { databaseFor } from '@remis/server/testing/test-database'
import { drives, openCity, tripCodeOf, type City } from '@remis/server/testing/test-city'
import { beforeAll, describe, expect, it } from 'vitest'
import { policy } from '../access/policy/policy.ts'
import { sendTo } from './doors.ts'

const database = await databaseFor(import.meta.url)
const canary = (name: string): string => `canary-${name}-0123456789abcdef0123456789`
const env = { SECRET: canary('server-secret'), METRICS_TOKEN: canary('metrics-token'), LOG_LEVEL: 'trace' }
const password = 'Canary*4711'

let city: City
let log = ''
const answers: string[] = []
const secrets: Record<string, string> = { ...env, password }
delete secrets['LOG_LEVEL']

const send = async (method: string, url: string, body?: unknown, token?: string): Promise<string> => {
  const { headers, text } = await sendTo(city.server)(method, url, body, token === undefined ? {} : { token })
  return JSON.stringify(headers) + text
}

beforeAll(async () => {
  city = await openCity(database, { env, log: createLogger('trace', { write: (line: string) => void (log += line) }) })
})

describe('secrets do not leak [design/access-17]', () => {
  it("collects a day's traffic: people register, sign in rightly and wrongly, drive, fail and break", async () => {
    const account = { email: 'canary.person@example.org', password }
    await send('POST', '/user_signup', {
      regData: { ...account, firstName: 'A', lastName: 'B', mobile: '+59891234567' },
    })
    const signedIn = await city.server.fastify.inject({ method: 'POST', url: '/api/sessions', payload: account })
    secrets['session'] = signedIn.json<{ token: string }>().token
    await send('POST', '/api/sessions', { ...account, password: `${password}x` })
    await send('GET', '/api/sessions/current', undefined, secrets['session'])
    ;(await actorOf(city.server.url, secrets['session']).connect()).close()
    await actorOf(city.server.url, `${secrets['session']}`.replace(/.$/, '_'))
      .connect()
      .catch(() => undefined)

    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    const drive = drives(driver, id)
    await drive.accept()
    await drive.arrive()
    secrets['trip code'] = `"${await tripCodeOf(rider, id)}"`
    await drive.start('00000').catch(() => undefined)
    secrets['rider’s session'] = rider.token ?? ''
    secrets['driver’s session'] = driver.token ?? ''
    secrets['wrong code'] = '"00000"'
    await drive.start(secrets['trip code'].replaceAll('"', ''))
    await driver.call(bookingsApi.reach, { params: { id }, body: {} })
    const { token } = await driver.call(trackingApi.makeTracker, { body: {} })
    secrets['driver’s tracker'] = token
    for (const id of [token, `${token}x`]) await send('POST', `/tracker?id=${id}&lat=-34.9&lon=-56.1`)

    // An internal error is logged whole: it must not contain its inputs.
    const { passwords } = city.server.app
    const whole = { ...passwords }
    Object.assign(passwords, { matches: () => Promise.reject(new Error('the inside broke')) })
    secrets['query'] = canary('query')
    answers.push(await send('POST', `/api/sessions?token=${secrets['query']}`, account))
    Object.assign(passwords, whole)
    expect(log).toContain('the inside broke')
    expect(answers.at(-1)).not.toContain('inside')
  })

  it('every route, called with every role, returns none of them', async () => {
    const people = [
      undefined,
      (await city.person('rider')).token,
      (await city.driver()).token,
      (await city.person('fleetadmin')).token,
    ]
    const admin = (await city.person('admin')).token
    for (const token of [...people, admin])
      for (const name of [
        ...Object.keys(policy),
        'GET /metrics',
        'GET /ready',
        'GET /api/openapi.json',
        'GET /api/docs',
      ]) {
        const [method = '', path = ''] = name.split(' ')
        if (method !== 'DELETE')
          answers.push(await send(method, path.replace(':id', 'ZZZZZZZZZZ'), method === 'GET' ? undefined : {}, token))
      }
    const leaked = Object.entries(secrets).filter(([, text]) => answers.some((bytes) => bytes.includes(text)))
    expect(leaked.map(([name]) => name)).toEqual([])
    expect(answers.join('')).not.toMatch(/\$argon2|at \S+ \(.*\.ts:\d+|select .* from /i)
  })

  it('the log at its most verbose level contains none of them', () => {
    expect(log.split('\n').length).toBeGreaterThan(100)
    expect(
      Object.entries(secrets)
        .filter(([, text]) => log.includes(text))
        .map(([name]) => name),
    ).toEqual([])
    expect(log).not.toContain('$argon2')
    expect(log).not.toContain('canary.person@example.org')
  })
})

const bundle = join(import.meta.dirname, '..', '..', 'web', 'dist')
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  )

describe.skipIf(!existsSync(bundle))('the built web app', () => {
  it('contains no secret of the trial and no code of the server', () => {
    const files = filesBelow(bundle).filter((file) => /\.(js|css|html|json|webmanifest|map)$/.test(file))
    expect(files.length).toBeGreaterThan(5)
    const names = Object.keys(variables).filter((name) => /SECRET|TOKEN|DATABASE/.test(name))
    const never = [trialPassword, '$argon2', 'token_hash', 'postgres://', 'BEGIN PRIVATE KEY', ...names]
    const found = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return never.filter((word) => text.includes(word)).map((word) => `${file.slice(bundle.length)}: ${word}`)
    })
    expect(found).toEqual([])
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  })
})
