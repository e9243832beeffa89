import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { languagesApi } from '@remis/domain/backoffice/languages-api'
import { firstLanguages } from '@remis/domain/texts/built-in-languages'
import { beforeEach } from 'vitest'
import { actorOf } from '../../testing/actors.ts'
import { startTestApp } from '../../testing/app.ts'
import type { databaseFor } from '../../testing/test-database.ts'
import { seedTrialData } from '../../trial/seed-trial-data.ts'
import { readAll } from './languages-store.ts'
import { provideLanguages } from './provide-languages.ts'

/** A trial that has the first languages, unedited, before each test. */
export const languagesServer = async (database: Awaited<ReturnType<typeof databaseFor>>) => {
  const { db } = database
  const server = await startTestApp(database, { sweeps: false })
  await seedTrialData(server.app)
  const account = (await server.app.trialAccounts.list()).find(({ role }) => role === 'admin')
  if (account === undefined) throw new Error('the trial has no admin')
  const { email, password } = account
  const anyone = actorOf(server.url, undefined)
  const { token } = await anyone.call(accountsApi.signIn, { body: { email, password } })
  const admin = actorOf(server.url, token)
  /** Like the start of a new version. */
  const upgrade = () => db.transact((tx) => provideLanguages(tx, firstLanguages, 'taxi'))

  beforeEach(async () => {
    await db.request.deleteFrom('languages').execute()
    await upgrade()
  })

  return {
    server,
    anyone,
    admin,
    upgrade,
    rowOf: async (code: string) => {
      const row = (await readAll(db.request)).find(({ lang_locale }) => lang_locale === code)
      if (row === undefined) throw new Error(`no language ${code}`)
      return row
    },
    add: async (langLocale: string, langName = 'New') =>
      (await admin.call(languagesApi.create, { body: { langName, langLocale, dateLocale: 'en' } })).language,
  }
}
