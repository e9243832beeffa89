import { defaultSettings } from '@remis/domain/backoffice/settings'
import { expect, test } from 'vitest'
import { appInfoGroups, groupsIn, settingGroups } from './setting-groups.ts'

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
