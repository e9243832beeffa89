import { peopleApi } from '@remis/domain/people/people-api'
import { personPartsApi } from '@remis/domain/people/person-parts-api'
import { accountDataApi } from '@remis/domain/privacy/account-data-api'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { queuedMails } from '../../testing/mail/queued-mails.ts'
import { credit } from '../../testing/money.ts'
import { cityFor, inDemo, keyOf, type TestActor } from '../../testing/test-city.ts'
import { findBroken } from '../../verify/verify.ts'
import { erasureOf } from './erasure-fixture.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
const { sweep, passDays, signIn, isErased } = erasureOf(city)
const read = (who: TestActor) => who.call(accountDataApi.read, {})

describe('a person whose deletion the office requests [design/privacy-13]', () => {
  const byOffice = (who: TestActor, by = admin) => by.call(accountDataApi.requestDeletionOf, { params: { id: who.id } })
  const pageOf = async (who: TestActor) => (await admin.call(peopleApi.get, { params: { id: who.id } })).person
  const audited = async (who: TestActor) =>
    (
      await db.request
        .selectFrom('audit_log')
        .select(['action', 'actor_id'])
        .where('subject', '=', `user:${who.id}`)
        .where('action', 'like', 'account.%')
        .orderBy('id')
        .execute()
    ).map(({ action, actor_id }) => [action, actor_id])

  it('is erased after the same time, also when suspended or archived; it is audited', async () => {
    const [live, suspended, archived] = [
      await city.person('rider'),
      await city.person('rider'),
      await city.person('rider'),
    ]
    await admin.call(peopleApi.suspend, { params: { id: suspended.id }, body: { reason: 'Complaints', until: null } })
    await admin.call(peopleApi.remove, { params: { id: archived.id } })
    for (const who of [live, suspended, archived]) {
      expect((await pageOf(who)).deletionDueAt).toBeNull()
      const { dueAt } = await byOffice(who)
      expect(Math.round((dueAt - Date.now()) / 86_400_000)).toBe(14)
      expect((await byOffice(who)).dueAt).toBe(dueAt)
      expect((await pageOf(who)).deletionDueAt).toBe(dueAt)
      expect(await keyOf(read(who))).toBe('not_logged_in')
      await passDays(who, 13)
      await sweep()
      expect(await isErased(who)).toBe(false)
      await passDays(who, 1)
      await sweep()
      expect(await isErased(who)).toBe(true)
      const asked = ['account.deletion-requested', admin.id]
      expect(await audited(who)).toEqual([asked, asked, ['account.erased', null]])
      expect(await keyOf(byOffice(who))).toBe('person_erased')
      const note = admin.call(personPartsApi.addNote, { params: { id: who.id }, body: { text: 'Has moved' } })
      expect(await keyOf(note)).toBe('person_erased')
    }
    // the mail says to sign in to keep the account, so a suspended person does not get it
    const mails = await sql<{ user_id: string }>`select user_id from mail_queue
      where template = 'account_deletion_requested'`.execute(db.request)
    expect(mails.rows.map(({ user_id }) => user_id)).not.toContain(suspended.id)
    expect(await findBroken(db.request)).toEqual([])
  })

  it('keeps the account by signing in', async () => {
    const rider = await city.person('rider')
    await byOffice(rider)
    expect(await queuedMails(db.request, rider.id)).toEqual(['account_deletion_requested'])
    await passDays(rider, 13)
    await signIn(rider)
    await passDays(rider, 0)
    await sweep()
    expect((await pageOf(rider)).deletionDueAt).toBeNull()
    expect(await isErased(rider)).toBe(false)
  })

  it('is refused while something has to be settled, of oneself, and in demo mode', async () => {
    const rider = await city.person('rider')
    await credit(db, rider, 20)
    await expect(byOffice(rider)).rejects.toMatchObject({
      status: 409,
      key: 'deletion_blocked',
      extra: { blockers: ['wallet-positive'] },
    })
    await admin.call(peopleApi.remove, { params: { id: rider.id } })
    expect(await keyOf(byOffice(rider))).toBe('deletion_blocked')
    expect(await keyOf(byOffice(admin))).toBe('not_yourself')
    await inDemo(city, async () => {
      expect(await keyOf(byOffice(await city.person('rider')))).toBe('demo_mode')
    })
  })

  it('an archived one whose wallet gets money meanwhile waits a day', async () => {
    const rider = await city.person('rider')
    await admin.call(peopleApi.remove, { params: { id: rider.id } })
    await byOffice(rider)
    await passDays(rider, 14)
    await credit(db, rider, 5)
    await sweep()
    expect(await isErased(rider)).toBe(false)
  })

  it('keeps no reservation as a driver [design/privacy-13]', async () => {
    const driver = await city.driver()
    const { id } = await city.book(await city.person('rider'))
    await sql`update offers set kind = 'assign', offered_at = clock_timestamp() + interval '1 hour',
      expires_at = clock_timestamp() + interval '65 minutes' where booking_id = ${id}`.execute(db.request)
    await byOffice(driver)
    const offers = await db.request.selectFrom('offers').select('outcome').where('booking_id', '=', id).execute()
    expect(offers).toEqual([{ outcome: 'closed' }])
  })
})
