import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { expect, it } from 'vitest'
import { waitFor } from '../../testing/actors.ts'
import { openCity } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
const city = await openCity(database)

it('names the event from which the live link continues: only what happens later is sent [design/live-65]', async () => {
  await city.driver()
  const rider = await city.person('rider')
  const first = await rider.connect()
  const before = await city.book(rider)
  await waitFor(() => first.events.some(({ subject }) => subject === before.id))
  const { live } = await rider.call(accountsApi.current, {})
  const after = await city.book(rider)
  const link = await rider.connect(live)
  await waitFor(() => link.events.some(({ subject }) => subject === after.id))
  expect(link.hello.reset).toBe(false)
  expect(link.events.filter(({ seq }) => seq <= live!.seq)).toEqual([])
})
