import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { actorOf } from '../../testing/actors.ts'
import { startTestApp } from '../../testing/app.ts'
import { makePerson } from '../../testing/make-person.ts'
import { keyOf } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
const { db } = database

const adminAt = async (env: Record<string, string>) => {
  const server = await startTestApp(database, { env, sweeps: false })
  const { token } = await makePerson(db, 'admin')
  const admin = actorOf(server.url, token)
  const save = (MobileLoginEnabled: boolean) =>
    keyOf(admin.call(settingsApi.change, { body: { settings: { MobileLoginEnabled } } }))
  const sms = async () => (await admin.call(settingsApi.checklist, {})).rows.find(({ item }) => item === 'sms')?.done
  return { save, sms }
}

it('sign-in by phone cannot be switched on without an SMS gateway [accounts-63] [design/accounts-127]', async () => {
  const { save, sms } = await adminAt({ REMIS_MODE: 'production', PUBLIC_URL: 'https://remis.example' })
  expect(await save(true)).toBe('mobile_login_no_sms')
  const boss = await makePerson(db, 'admin')
  await sql`insert into mail_providers (channel, config, updated_by) values ('sms', '{}', ${boss.id})`.execute(
    db.request,
  )
  expect(await save(true)).toBe('ok')
  expect(await sms()).toBe(true)
  // a gateway that is removed later leaves the setting; the checklist says so
  await sql`delete from mail_providers`.execute(db.request)
  expect(await sms()).toBe(false)
  expect(await save(false)).toBe('ok')
  expect(await save(true)).toBe('mobile_login_no_sms')
})

it('the mailbox of a trial counts', async () => {
  const { save } = await adminAt({ REMIS_MODE: 'trial' })
  expect(await save(true)).toBe('ok')
  expect(await save(false)).toBe('ok')
})
