import { expect, it } from 'vitest'
import { settingsQuery } from './settings.ts'

it('settings that could not be read are asked for again until they are there, and then not [design/web-153]', () => {
  const intervalIn = settingsQuery.refetchInterval as (query: object) => number | false
  const settings = { appName: 'Taxi' }
  expect(intervalIn({ state: { data: undefined, status: 'error' } })).toBe(15_000)
  expect(intervalIn({ state: { data: undefined, status: 'pending' } })).toBe(false)
  expect(intervalIn({ state: { data: settings, status: 'success' } })).toBe(false)
  // a later reading failed, and the settings are there
  expect(intervalIn({ state: { data: settings, status: 'error' } })).toBe(false)
})
