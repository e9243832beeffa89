import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountsServer } from '../accounts/accounts-fixture.ts'
import { checkMode, findMark, markInstallation } from '../platform/database/installation-mark.ts'
import { readConfig } from '../platform/runtime/config.ts'
import { databaseFor } from '../testing/test-database.ts'
import { seedTrialData } from './seed-trial-data.ts'
import { accountsForConsole, offerTrialAccounts } from './trial-accounts.ts'
import { trialPassword } from './trial-people.ts'
import { officePasswordOf, setOfficePassword } from './trial-passwords.ts'

const database = await databaseFor(import.meta.url)
const accounts = await accountsServer(database)
const folder = mkdtempSync(join(tmpdir(), 'remis-trial-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeAll(() => seedTrialData(accounts.app))

const exposed = [
  { HOST: '0.0.0.0' },
  { PUBLIC_URL: 'https://taxi.example' },
  { PUBLIC_URL: 'http://192.168.1.5:4000' },
  { TRUST_PROXY: 'loopback' },
  { TRUST_PROXY: 'true' },
]
const status = async (email: string, password: string) => (await accounts.signIn(email, password)).status
const admin = 'admin.one@remis.example'
const fleetAdmin = 'fleet.one@remis.example'

it('a trial that others can reach gets a random office password, kept in a private file', () => {
  expect(officePasswordOf(readConfig({}), folder)).toBe(trialPassword)
  const passwords = exposed.map((env) => officePasswordOf(readConfig(env), folder))
  expect(new Set(passwords).size).toBe(1)
  expect(passwords[0]).toMatch(/^[\w-]{16}$/)
  const file = join(folder, 'trial-password')
  expect(readFileSync(file, 'utf8')).toBe(passwords[0])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('and does not list the office on its login page', async () => {
  const roles = async (env: Record<string, string>) =>
    new Set((await offerTrialAccounts(readConfig(env), database.db).list()).map(({ role }) => role))
  expect(await roles({})).toEqual(new Set(['rider', 'driver', 'fleetadmin', 'admin']))
  for (const env of exposed) expect(await roles(env)).toEqual(new Set(['rider', 'driver']))
  expect(accountsForConsole(readConfig({}), 'secret').find(({ email }) => email === admin)?.password).toBe('secret')
})

it('the known password of the office stops working, its sessions end, and other accounts keep theirs', async () => {
  const { body } = await accounts.signIn(admin, trialPassword)
  await setOfficePassword(accounts.app, 'a-random-password')
  expect(
    (await accounts.send('GET', '/api/sessions/current', undefined, { authorization: `Bearer ${body.token}` })).status,
  ).toBe(401)
  for (const email of [admin, fleetAdmin]) {
    expect(await status(email, trialPassword)).toBe(401)
    expect(await status(email, 'a-random-password')).toBe(200)
  }
  expect(await status('rider.one@remis.example', trialPassword)).toBe(200)
  await setOfficePassword(accounts.app, 'a-random-password')
  await setOfficePassword(accounts.app, trialPassword)
  expect(await status(admin, trialPassword)).toBe(200)
})

it('a database is used in one mode only, whichever came first [design/access-72]', async () => {
  const { db } = database
  await checkMode(db.request, 'trial')
  await expect(checkMode(db.request, 'production')).rejects.toThrow('holds the data and accounts of a trial')
  await db.transact(async (tx) => {
    await tx.deleteFrom('installation_marks').execute()
    await markInstallation(tx, 'production', {})
  })
  await checkMode(db.request, 'production')
  await expect(checkMode(db.request, 'trial')).rejects.toThrow('belongs to a production installation')
  expect(await findMark(db.request, 'trial')).toBeUndefined()
})
