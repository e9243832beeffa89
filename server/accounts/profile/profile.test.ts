import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { profileApi } from '@remis/domain/accounts/profile-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { noticesApi } from '@remis/domain/notices/notices-api'
import type { FileKind } from '@remis/domain/files/file-kinds'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  comeTo,
  drives,
  drop,
  keyOf,
  openCity,
  tripCodeOf,
  type City,
  type TestActor,
} from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const dataDir = mkdtempSync(join(tmpdir(), 'remis-profile-'))
let city: City
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
beforeAll(async () => {
  await sql`insert into languages (id, lang_name, lang_locale, date_locale, is_default)
    values (gen_random_uuid(), 'English', 'en', 'en', true), (gen_random_uuid(), 'Arabic', 'ar', 'ar', false)`.execute(
    db.request,
  )
  city = await openCity(database, { env: { DATA_DIR: dataDir } })
})
/** A whole trip, paid in cash. */
const ride = async (rider: TestActor, driver: TestActor): Promise<string> => {
  const { id } = await city.book(rider)
  const drive = drives(driver, id)
  await drive.accept()
  await drive.arriveThere()
  await drive.start(await tripCodeOf(rider, id))
  await comeTo(driver, drop)
  await drive.reach()
  await drive.receiveCash()
  return id
}

const read = async (who: TestActor) => (await who.call(profileApi.read, {})).profile
const change = async (who: TestActor, body: object) => (await who.call(profileApi.change, { body })).profile

describe('the profile [accounts-50]', () => {
  it('has the person’s fields, the vehicle of drivers, and no referral of the office', async () => {
    const [rider, driver, admin] = [await city.person('rider'), await city.driver(), await city.person('admin')]
    const ofRider = await read(rider)
    expect(ofRider).toMatchObject({ usertype: 'rider', loginType: 'email', mutedNotices: [] })
    expect(ofRider).not.toHaveProperty('vehicleMake')
    expect(ofRider.referral).toEqual({ referralId: `rider${rider.id}`, people: 0, paid: 0, earned: 0, bonus: 0 })
    expect(await read(driver)).toMatchObject({ carType: 'Economy', vehicleMake: 'Test', licenseImage: null })
    expect(await read(admin)).not.toHaveProperty('referral')
  })

  it('changes names, language and notices, and nothing that was not sent; audited [design/accounts-120]', async () => {
    const rider = await city.person('rider')
    const before = await read(rider)
    await change(rider, { firstName: ' Ana ' })
    expect(await read(rider)).toEqual({ ...before, firstName: 'Ana' })
    await change(rider, { language: 'ar', mutedNotices: ['progress', 'progress'] })
    expect(await read(rider)).toEqual({ ...before, firstName: 'Ana', language: 'ar', mutedNotices: ['progress'] })
    const { rows } =
      await sql`select action, data from audit_log where subject = ${`user:${rider.id}`} order by id`.execute(
        db.request,
      )
    expect(rows).toEqual([
      { action: 'profile.update', data: { fields: ['first_name'] } },
      { action: 'profile.update', data: { fields: ['language', 'muted_notices'] } },
    ])
  })

  it('refuses blank names and languages that do not exist', async () => {
    const rider = await city.person('rider')
    const before = await read(rider)
    expect(await keyOf(change(rider, { firstName: ' ' }))).toBe('proper_input_name')
    expect(await keyOf(change(rider, { firstName: 'Ana', lastName: '\u200b' }))).toBe('proper_input_name')
    expect(await keyOf(change(rider, { firstName: 'Ana', language: 'xx' }))).toBe('invalid_input')
    expect(await read(rider)).toEqual(before)
  })

  it('the user type, the contacts and the wallet cannot be changed with it [accounts-51] [design/accounts-120]', async () => {
    const rider = await city.person('rider')
    for (const body of [
      { usertype: 'admin' },
      { email: 'new@example.org' },
      { mobile: '+59899000000' },
      { approved: true },
    ])
      expect(await keyOf(change(rider, body))).toBe('invalid_input')
  })

  it('counts the people who registered with the code, and names the bonus [design/accounts-123]', async () => {
    const [referrer, rider] = [await city.person('rider'), await city.person('rider')]
    await sql`update users set signup_via_referral = ${referrer.id} where id = ${rider.id}`.execute(db.request)
    await city.server.app.settings.change({ bonus: 25 }, null)
    expect((await read(referrer)).referral).toMatchObject({ people: 1, paid: 0, earned: 0, bonus: 25 })
  })
})

describe('pictures of the profile [accounts-54]', () => {
  const upload = async (who: TestActor, kind: FileKind) => {
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2266aa' } })
      .jpeg()
      .toBuffer()
    const answer = await fetch(`${city.server.url}/api/files?kind=${kind}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token ?? ''}`, 'content-type': 'image/jpeg' },
      body: bytes as Uint8Array<ArrayBuffer>,
    })
    return (await answer.json()) as { id: string; url: string }
  }
  const usedFiles = async (who: TestActor) =>
    (
      await sql<{ id: string }>`select id from files where owner_id = ${who.id} and loose_since is null`.execute(
        db.request,
      )
    ).rows.map(({ id }) => id)

  it('the licence is uploaded first; its address is stored with the rest', async () => {
    const driver = await city.driver()
    const { id, url } = await upload(driver, 'licenseImage')
    expect((await read(driver)).licenseImage).toBeNull()
    expect(await change(driver, { firstName: 'Ana', licenseImage: id })).toMatchObject({
      firstName: 'Ana',
      licenseImage: url,
    })
    const other = await upload(driver, 'licenseImage')
    await change(driver, { licenseImage: other.id })
    // a second try after a lost answer
    await change(driver, { licenseImage: other.id })
    expect(await usedFiles(driver)).toEqual([other.id])
    city.server.app.drivers.remove(driver.id)
  })

  it('a picture replaces the former one and can be removed', async () => {
    const rider = await city.person('rider')
    const [one, two] = [await upload(rider, 'profileImage'), await upload(rider, 'profileImage')]
    await Promise.all([change(rider, { profile_image: one.id }), change(rider, { profile_image: two.id })])
    const { profile_image: now } = await read(rider)
    expect(await usedFiles(rider)).toEqual([now?.slice(now.lastIndexOf('/') + 1)])
    // a second try after a lost answer
    const stored = now?.slice(now.lastIndexOf('/') + 1) ?? ''
    expect((await change(rider, { profile_image: stored })).profile_image).toBe(now)
    await change(rider, { profile_image: null })
    expect((await read(rider)).profile_image).toBeNull()
    expect(await usedFiles(rider)).toEqual([])
  })

  it('of someone else, of another kind, and a licence of a rider are refused; nothing is changed', async () => {
    const [rider, other, driver] = [await city.person('rider'), await city.person('rider'), await city.driver()]
    const before = await read(rider)
    const [theirs, mine] = [await upload(other, 'profileImage'), await upload(rider, 'driverDocument')]
    for (const { id } of [theirs, mine])
      expect(await keyOf(change(rider, { firstName: 'Ana', profile_image: id }))).toBe('file_not_found')
    expect(await keyOf(change(rider, { licenseImage: mine.id }))).toBe('forbidden')
    expect(await keyOf(change(rider, { profile_image: 'https://example.org/a.jpg' }))).toBe('invalid_input')
    expect(await keyOf(change(driver, { licenseImage: null }))).toBe('invalid_input')
    expect(await read(rider)).toEqual(before)
    city.server.app.drivers.remove(driver.id)
  })
})

describe('notices that are off [design/accounts-125]', () => {
  const messagesOf = async (who: TestActor) =>
    (await who.call(noticesApi.list, { query: {} })).rows.map(({ message }) => message)

  it('are not written and not shown on open screens; those of safety stay on', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    await change(rider, { mutedNotices: ['progress'] })
    await change(driver, { mutedNotices: ['requests', 'ratings'] })
    const link = await rider.connect()
    const { id } = await city.book(rider)
    const drive = drives(driver, id)
    await drive.accept()
    await drive.arriveThere()
    await link.until(() => link.events.some((event) => event.kind === 'notice'))
    const shown = link.events.filter(({ kind }) => kind === 'notice')
    expect(shown).toMatchObject([{ payload: { message: 'notice_arrived' } }])
    expect(await messagesOf(rider)).toEqual(['notice_arrived'])
    expect(await messagesOf(driver)).toEqual([])
    await driver.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    city.server.app.drivers.remove(driver.id)
  })

  it('muting a notice affects only that driver', async () => {
    const rider = await city.person('rider')
    const [quiet, loud] = [await city.driver(), await city.driver()]
    await change(quiet, { mutedNotices: ['requests'] })
    const { id } = await city.book(rider)
    expect([await messagesOf(quiet), await messagesOf(loud)]).toEqual([[], ['notice_new_booking']])
    await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    for (const driver of [quiet, loud]) city.server.app.drivers.remove(driver.id)
  })

  it('other kinds do not exist', async () => {
    const rider = await city.person('rider')
    for (const kind of ['money', 'security', 'notice_arrived'])
      expect(await keyOf(change(rider, { mutedNotices: [kind] }))).toBe('invalid_input')
  })
})

describe('the ratings of a driver', () => {
  it('have stars and tags, without the words and the rider [design/access-5] [design/accounts-123]', async () => {
    const [driver, rider] = [await city.driver(), await city.person('rider')]
    const rate = async (rating: number) => {
      const id = await ride(rider, driver)
      const body = { rating, tags: ['clean' as const], feedback: 'Never again' }
      await rider.call(bookingsApi.rate, { params: { id }, body })
      return id
    }
    await rate(5)
    const last = await rate(2)
    const ratings = await driver.call(profileApi.ratings, { query: { limit: 1 } })
    expect(ratings).toEqual({
      rows: [{ bookingId: last, at: expect.any(Number), rate: 2, tags: ['clean'] }],
      next: expect.any(String),
      stars: [0, 1, 0, 0, 1],
      average: 3.5,
    })
    const [rest, others] = [
      await driver.call(profileApi.ratings, { query: { cursor: ratings.next ?? '' } }),
      await (await city.driver()).call(profileApi.ratings, { query: {} }),
    ]
    expect(rest.rows).toMatchObject([{ rate: 5 }])
    expect(others).toEqual({ rows: [], next: null, stars: [0, 0, 0, 0, 0], average: null })
    expect(await keyOf(rider.call(profileApi.ratings, { query: {} }))).toBe('forbidden')
  })
})
