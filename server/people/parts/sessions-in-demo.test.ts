import { personPartsApi } from '@remis/domain/people/person-parts-api'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openCity } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'

const database = await databaseFor(import.meta.url)

it('demo mode hides network and browser of a person’s sessions [design/accounts-145]', async () => {
  const city = await openCity(database)
  const [admin, rider] = [await city.person('admin'), await city.person('rider')]
  await sql`update sessions set net = '203.0.113.0/24', user_agent = 'curl/8.5.0' where user_id = ${rider.id}`.execute(
    database.db.request,
  )
  const session = async () => (await admin.call(personPartsApi.sessions, { params: { id: rider.id } })).rows[0]
  expect(await session()).toMatchObject({ address: '203.0.113.0/24', userAgent: 'curl/8.5.0' })
  await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
  expect(await session()).toMatchObject({ address: '', userAgent: '' })
})
