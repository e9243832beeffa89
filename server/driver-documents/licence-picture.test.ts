import { profileApi } from '@remis/domain/accounts/profile-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { cityFor, keyOf, type TestActor } from '../testing/test-city.ts'
import { findBroken } from '../verify/verify.ts'
import { far, papersOf } from './documents-fixture.ts'
import { deleteOldDocuments } from './remind-of-documents.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
const { upload, handIn, latestOf, decide, read } = papersOf(city, admin)

const pictureOf = async ({ id }: TestActor) =>
  (await admin.call(peopleApi.get, { params: { id } })).person.licenseImage ?? null
/** Hands in a licence and returns its address. */
const handInLicence = async (driver: TestActor, day = far) =>
  (await handIn(driver, 'drivingLicence', day)).documents.find(({ kind }) => kind === 'drivingLicence')?.latest?.url
const decideLast = async (driver: TestActor, accept: boolean) =>
  decide(driver.id, await latestOf(driver, 'drivingLicence'), accept ? { accept } : { accept, reason: 'It is dark.' })
const onProfile = (driver: TestActor, licenseImage: string) =>
  driver.call(profileApi.change, { body: { licenseImage } })
const usedFiles = async ({ id }: TestActor) =>
  (
    await sql<{ url: string }>`select '/api/files/' || id as url from files where owner_id = ${id}
      and loose_since is null order by created_at`.execute(db.request)
  ).rows.map(({ url }) => url)

it('is the picture of the accepted licence, not of a refused one [design/documents-12] [design/documents-8]', async () => {
  const driver = await city.driver()
  const first = await handInLicence(driver)
  expect(await pictureOf(driver)).toBeNull()
  await decideLast(driver, true)
  expect(await pictureOf(driver)).toBe(first)
  await handInLicence(driver)
  await decideLast(driver, false)
  expect(await pictureOf(driver)).toBe(first)
  await sql`update driver_documents set decided_at = decided_at - interval '91 days' where driver_id = ${driver.id}
    and state = 'refused'`.execute(db.request)
  await deleteOldDocuments(city.server.app)
  expect(await usedFiles(driver)).toEqual([first])
})

it('of the profile is released when the office accepts a licence [design/documents-12]', async () => {
  const driver = await city.driver()
  await onProfile(driver, await upload(driver, 'licenseImage'))
  const accepted = await handInLicence(driver)
  await decideLast(driver, true)
  expect(await usedFiles(driver)).toEqual([accepted])
  expect(await findBroken(db.lists)).toEqual([])
})

it('cannot be replaced on the profile after a licence was handed in [design/documents-3]', async () => {
  const driver = await city.driver()
  const licenceDocument = async () => (await driver.call(profileApi.read, {})).profile.licenceDocument
  expect(await licenceDocument()).toBe(false)
  await handInLicence(driver, '2050-01-01')
  await decideLast(driver, true)
  expect(await licenceDocument()).toBe(true)
  const file = await upload(driver, 'licenseImage')
  expect(await keyOf(onProfile(driver, file))).toBe('document_date_needed')
  const slot = (await read(driver)).documents.find(({ kind }) => kind === 'drivingLicence')
  expect([slot?.accepted?.expiresOn, slot?.latest]).toEqual(['2050-01-01', null])
})
