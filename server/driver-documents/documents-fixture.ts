import { accountsApi } from '@remis/domain/accounts/accounts-api'
import type { DocumentKindName } from '@remis/domain/driver-documents/document-kinds'
import { driverDocumentsApi as api } from '@remis/domain/driver-documents/driver-documents-api'
import { peopleApi } from '@remis/domain/people/people-api'
import sharp from 'sharp'
import { actorOf, type Actor } from '../testing/actors.ts'
import type { City, TestActor } from '../testing/test-city.ts'

export const far = '2060-12-31'

const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2266aa' } })
  .jpeg()
  .toBuffer()

/** Calls of drivers and an admin for the tests of documents. */
export const papersOf = (city: City, admin: TestActor) => {
  const upload = async (who: Actor, kind = 'driverDocument'): Promise<string> => {
    const answer = await fetch(`${city.server.url}/api/files?kind=${kind}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token ?? ''}`, 'content-type': 'image/jpeg' },
      body: picture as Buffer<ArrayBuffer>,
    })
    return ((await answer.json()) as { id: string }).id
  }
  const read = async (who: Actor) => (await who.call(api.read, {})).application
  const handIn = async (who: Actor, kind: DocumentKindName, expiresOn?: string) => {
    const file = await upload(who, kind === 'drivingLicence' ? 'licenseImage' : 'driverDocument')
    const body = { kind, file, ...(expiresOn === undefined ? {} : { expiresOn }) }
    return (await who.call(api.handIn, { body })).application
  }
  const handInAll = async (who: Actor) => {
    await handIn(who, 'drivingLicence', far)
    await handIn(who, 'vehicleRegistration')
    return handIn(who, 'insurance', far)
  }
  const latestOf = async (who: Actor, kind: DocumentKindName) =>
    (await read(who)).documents.find((one) => one.kind === kind)?.latest?.id ?? ''
  const decide = (driver: string, document: string, body: { accept: boolean; reason?: string; expiresOn?: string }) =>
    admin.call(api.decide, { params: { id: driver }, body: { document, ...body } })
  const decideAll = (driver: string, body: { approve: boolean; reason?: string; version?: number }) =>
    admin.call(api.decideAll, { params: { id: driver }, body })
  const acceptAll = async (driver: string, who: Actor) => {
    for (const kind of ['drivingLicence', 'vehicleRegistration', 'insurance'] as const)
      await decide(driver, await latestOf(who, kind), { accept: true })
  }
  const approve = (id: string, approved: boolean) =>
    admin.call(peopleApi.approve, { params: { id }, body: { approved } })
  const ofPerson = async (id: string) => (await admin.call(api.ofPerson, { params: { id } })).application
  const vehicle = () => ({
    carTypeId: city.economy,
    vehicleMake: 'Fiat',
    vehicleModel: 'Mobi',
    vehicleNumber: 'SAB 1234',
  })

  let registered = 0
  /** Registers as a driver and signs in to the application. */
  const applicant = async (): Promise<Actor & { id: string; email: string }> => {
    const email = `applicant.${++registered}@example.org`
    const open = actorOf(city.server.url, undefined)
    const regData = {
      firstName: 'Driver',
      lastName: 'New',
      email,
      password: 'abc*1234',
      mobile: `+5989700000${registered}`,
      usertype: 'driver',
    }
    const { uid } = await open.call(accountsApi.signUp, { body: { regData } })
    const { token } = await open.call(accountsApi.signIn, { body: { email, password: 'abc*1234', join: true } })
    return { ...actorOf(city.server.url, token), id: uid, email }
  }
  /** Registers, adds a vehicle and all documents, and sends the application. */
  const sent = async () => {
    const driver = await applicant()
    await driver.call(api.setVehicle, { body: vehicle() })
    await handInAll(driver)
    await driver.call(api.send, { body: {} })
    return driver
  }
  return {
    upload,
    read,
    handIn,
    handInAll,
    latestOf,
    decide,
    decideAll,
    acceptAll,
    approve,
    ofPerson,
    vehicle,
    applicant,
    sent,
  }
}
