import { beforeAll, describe, expect, it } from 'vitest'
import { makePerson } from '../testing/make-person.ts'
import { databaseFor } from '../testing/test-database.ts'
import { makePlatform } from '../testing/test-platform.ts'
import { mailBox, queueMail, queueSms } from './queue-mail.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const app = makePlatform(database)
let rider: string

beforeAll(async () => {
  rider = (await makePerson(db, 'rider', { mobile: '+59899123456' })).id
})

const rowsTo = (address: string) =>
  db.request.selectFrom('mail_queue').selectAll().where('address', '=', address).execute()
const emailOf = async (id: string) =>
  (await db.request.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email ?? ''

describe('queueMail [design/mail-1]', () => {
  it('writes a row for the account’s address, with its link and code sealed', async () => {
    const params = { link: '/reset?token=very-secret-token', code: '482913' }
    expect(await db.transact((tx) => queueMail(app, tx, { userId: rider, template: 'reset_password', params }))).toBe(
      true,
    )
    const [row, ...more] = await rowsTo(await emailOf(rider))
    expect(more).toEqual([])
    expect(row).toMatchObject({ channel: 'mail', user_id: rider, state: 'waiting', params: {}, tries: 0 })
    expect(JSON.stringify(row)).not.toMatch(/very-secret-token|482913/)
    expect(mailBox(app).open({ sealed: row?.secrets ?? '' })).toEqual(params)
    expect((row?.expires_at ?? 0) - (row?.queued_at ?? 0)).toBeCloseTo(30 * 60_000, -3)
  })

  it('is rolled back with the caller’s transaction', async () => {
    const failing = db.transact(async (tx) => {
      await queueMail(app, tx, { address: 'gone@example.org', template: 'driver_approved', params: { link: '/drive' } })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await rowsTo('gone@example.org')).toEqual([])
  })

  it('answers false for an account without an address, a deleted one and an unknown one', async () => {
    const [without, deleted] = [(await makePerson(db, 'rider')).id, (await makePerson(db, 'rider')).id]
    await db.request.updateTable('users').set({ email: null }).where('id', '=', without).execute()
    await db.request.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', deleted).execute()
    const queue = (userId: string) =>
      db.transact((tx) => queueMail(app, tx, { userId, template: 'driver_approved', params: { link: '/drive' } }))
    expect([await queue(without), await queue(deleted)]).toEqual([false, false])
    const code = { template: 'sign_in_code', params: { code: '123456' } } as const
    expect(await db.transact((tx) => queueSms(app, tx, { userId: without, ...code }))).toBe(false)
  })

  it('takes the account’s language, or the one that is given', async () => {
    await db.request.updateTable('users').set({ language: 'ar' }).where('id', '=', rider).execute()
    const code = { template: 'sign_in_code', params: { code: '123456' } } as const
    await db.transact((tx) => queueSms(app, tx, { userId: rider, ...code }))
    await db.transact((tx) => queueSms(app, tx, { userId: rider, language: 'en', ...code }))
    await db.transact((tx) => queueSms(app, tx, { phone: '+59899123456', ...code }))
    expect((await rowsTo('+59899123456')).map(({ language }) => language)).toEqual(['ar', 'en', null])
  })

  it('refuses a link that is not a path of this app [design/mail-11]', async () => {
    for (const link of ['https://evil.example/', '//evil.example', '/\\evil.example', 'drive', '/a b', ''])
      await expect(
        db.transact((tx) =>
          queueMail(app, tx, { address: 'a@example.org', template: 'driver_approved', params: { link } }),
        ),
      ).rejects.toThrow('not a path')
  })
})
