import { driverDocumentsApi as api } from '@remis/domain/driver-documents/driver-documents-api'
import { expect, it } from 'vitest'
import { cityFor, keyOf } from '../testing/test-city.ts'
import { papersOf } from './documents-fixture.ts'

const { city } = await cityFor(import.meta.url)
const admin = await city.person('admin')
const { read, decideAll, acceptAll, approve, ofPerson, sent } = papersOf(city, admin)

it('an application is open again once the approval is taken back [design/documents-11]', async () => {
  const driver = await sent()
  await acceptAll(driver.id, driver)
  await decideAll(driver.id, { approve: true })
  await approve(driver.id, false)
  expect(await read(driver)).toMatchObject({ state: 'open', approved: false })
  expect(await keyOf(driver.call(api.send, { body: {} }))).toBe('ok')
  expect(await ofPerson(driver.id)).toMatchObject({ state: 'sent', approved: false })
})

it('an application is approved by the plain approval, also after a refusal [design/documents-11]', async () => {
  const driver = await sent()
  await approve(driver.id, true)
  expect(await ofPerson(driver.id)).toMatchObject({ state: 'approved', decidedAt: expect.any(Number) as number })
  await approve(driver.id, false)
  await driver.call(api.send, { body: {} })
  await decideAll(driver.id, { approve: false, reason: 'The picture is dark.' })
  await approve(driver.id, true)
  expect(await ofPerson(driver.id)).toMatchObject({ state: 'approved', reason: '' })
})
