import { defaultSettings } from '@remis/domain/backoffice/settings'
import { QueryClientProvider } from '@tanstack/react-query'
import { createInstance } from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { queryClient } from '../platform/api/plain-call.ts'
import { appInfoGroups, groupsIn, settingGroups } from './setting-groups.ts'
import { useChoices } from './use-choices.ts'

const namesOf = (groups: ReturnType<typeof groupsIn>) => groups.flatMap(({ fields }) => fields.map(({ name }) => name))

test('every setting has one field, on /settings or /appinfo [settings-3], [settings-5] [design/settings-1]', () => {
  const all = [...settingGroups, ...appInfoGroups].flatMap(({ fields }) => fields.map(({ name }) => name as string))
  expect(all.toSorted()).toEqual(Object.keys(defaultSettings).toSorted())
})

test('the emergency number is for taxis, the photos are for deliveries [settings-4] [delivery-2]', () => {
  const [taxi, delivery] = [groupsIn(settingGroups, 'taxi'), groupsIn(settingGroups, 'delivery')]
  expect(namesOf(taxi)).toContain('panic')
  expect(namesOf(taxi)).not.toContain('AllowDeliveryPickupImageCapture')
  expect(namesOf(delivery)).not.toContain('panic')
  expect(namesOf(delivery)).toContain('AllowFinalDeliveryImageCapture')
  // a group without fields here is left out; mail has a link instead of fields
  expect(taxi.map(({ id }) => id)).not.toContain('delivery')
  expect(taxi.map(({ id }) => id)).toContain('mail')
})

test('a country that is saved can be taken away again', () => {
  const Probe = () => useChoices('country', 'Uruguay')?.map(({ value }) => `${value};`)
  const i18n = createInstance()
  void i18n.init({ lng: 'en', resources: {} })
  const probe = createElement(I18nextProvider, { i18n }, createElement(Probe))
  const values = renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, probe))
  queryClient.clear()
  expect(values).toMatch(/^;.*;Uruguay;/)
})
