import { profileApi } from '@remis/domain/accounts/profile-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { mailBox } from '../../mail/queue-mail.ts'
import { waitFor } from '../../testing/actors.ts'
import { driveToDrop } from '../../testing/money.ts'
import { cityFor, drives, keyOf, type TestActor } from '../../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)
let rider: TestActor
beforeEach(async () => {
  rider = await city.person('rider')
})

let addresses = 0
const newEmail = () => `Contact.${++addresses}@Example.org`
const read = async (who = rider) => (await who.call(profileApi.read, {})).profile
const ask = async (address: string, who = rider, channel: 'email' | 'mobile' = 'email') =>
  (await who.call(profileApi.changeContact, { body: { channel, address } })).request ?? ''
const give = (request: string, code: string, who = rider) =>
  who.call(profileApi.confirmContact, { body: { request, code } })
interface Sent {
  channel: string
  address: string
  template: string
  secrets: string | null
}
const sentTo = async (who = rider) =>
  (
    await sql<Sent>`select channel, address, template, secrets from mail_queue where user_id = ${who.id} order by created_at`.execute(
      db.request,
    )
  ).rows
const codeTo = async (address: string, who = rider) => {
  const sent = (await sentTo(who)).findLast((row) => row.address === address)
  return (mailBox(city.server.app).open({ sealed: sent?.secrets ?? '' }) as { code: string }).code
}
const wrongFor = (code: string) => (code === '999999' ? '100000' : '999999')
const passwordLongAgo = (who = rider) =>
  sql`update sessions set confirmed_at = clock_timestamp() - interval '1 day' where user_id = ${who.id}`.execute(
    db.request,
  )

describe('a new email or number [design/accounts-121]', () => {
  it('is stored by the code that was sent to it, as confirmed; the former email gets a mail', async () => {
    const { email: former } = await read()
    const email = newEmail()
    const request = await ask(` ${email} `)
    expect((await read()).email).toBe(former)
    const code = await codeTo(email)
    expect(Number(code)).toBeGreaterThanOrEqual(100_000)
    const { profile } = await give(request, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(profile).toMatchObject({ email, emailVerified: true })
    expect(await sentTo()).toMatchObject([
      { address: email, template: 'confirm_email' },
      { address: former, template: 'email_changed', secrets: null },
    ])
    const notices = db.request.selectFrom('notices').select(['message', 'screen']).where('user_id', '=', rider.id)
    expect(await notices.execute()).toEqual([{ message: 'notice_email_changed', screen: 'security' }])
    const audit = db.request
      .selectFrom('audit_log')
      .select(['action', 'data'])
      .where('subject', '=', `user:${rider.id}`)
    expect(await audit.execute()).toEqual([{ action: 'profile.email', data: { confirmed: true } }])
  })

  it('the stored email is confirmed by a code, without a warning that it changed', async () => {
    const { email } = await read()
    await sql`update users set email_verified_at = null where id = ${rider.id}`.execute(db.request)
    expect((await read()).emailVerified).toBe(false)
    const request = await ask(email ?? '')
    const { profile } = await give(request, await codeTo(email ?? ''))
    expect(profile).toMatchObject({ email, emailVerified: true })
    expect(await sentTo()).toMatchObject([{ address: email, template: 'confirm_email' }])
    const notices = db.request.selectFrom('notices').select('message').where('user_id', '=', rider.id)
    expect(await notices.execute()).toEqual([])
  })

  it('a number gets its code by SMS, in E.164', async () => {
    const request = await ask('+598 (99) 777-001', rider, 'mobile')
    const { profile } = await give(request, await codeTo('+59899777001'))
    expect(profile).toMatchObject({ mobile: '+59899777001', mobileVerified: true })
    expect(await sentTo()).toMatchObject([{ channel: 'sms', template: 'sign_in_code' }, { template: 'mobile_changed' }])
  })

  it('a number without a plus is one of the operator’s country [design/web-136]', async () => {
    await city.server.app.settings.change({ country: 'Uruguay' }, null)
    await ask('099 777-002', rider, 'mobile')
    expect(await sentTo()).toMatchObject([{ channel: 'sms', address: '+59899777002' }])
  })

  it('needs the password of the last minutes [design/accounts-67]', async () => {
    await passwordLongAgo()
    expect(await keyOf(ask(newEmail()))).toBe('confirm_password')
    expect(await sentTo()).toEqual([])
  })

  it('is checked before the password is asked for [accounts-52]', async () => {
    await passwordLongAgo()
    expect(await keyOf(ask('rider@example'))).toBe('proper_email')
    expect(await keyOf(ask('12', rider, 'mobile'))).toBe('mobile_no_blank_error')
  })

  it('of another account is refused, when the code is asked for and when it is given', async () => {
    const other = await city.person('rider')
    const { email } = await read(other)
    expect(await keyOf(ask(String(email).toUpperCase()))).toBe('user_exists')
    const wanted = newEmail()
    const mine = await ask(wanted)
    const theirs = await ask(wanted, other)
    const [code, otherCode] = [await codeTo(wanted), await codeTo(wanted, other)]
    const answers = await Promise.all([keyOf(give(mine, code)), keyOf(give(theirs, otherCode, other))])
    expect(answers.toSorted()).toEqual(['ok', 'user_exists'])
  })

  it('a wrong code, the code of another request, of another account, an old and a used one change nothing', async () => {
    const { email: former } = await read()
    const email = newEmail()
    const request = await ask(email)
    const code = await codeTo(email)
    const other = await city.person('rider')
    expect(await keyOf(give(request, wrongFor(code)))).toBe('reset_code_wrong')
    expect(await keyOf(give('x'.repeat(43), code))).toBe('reset_code_wrong')
    expect(await keyOf(give(request, code, other))).toBe('reset_code_wrong')
    const until = (time: ReturnType<typeof sql>) =>
      sql`update one_time_codes set expires_at = ${time} where user_id = ${rider.id}`.execute(db.request)
    await until(sql`clock_timestamp()`)
    expect(await keyOf(give(request, code))).toBe('reset_code_wrong')
    expect((await read()).email).toBe(former)
    await until(sql`clock_timestamp() + interval '1 minute'`)
    expect(await keyOf(give(request, code))).toBe('ok')
    const next = newEmail()
    await ask(next)
    expect(await keyOf(give(request, code))).toBe('reset_code_wrong')
    expect((await read()).email).toBe(email)
  })

  it('five wrong codes end it, also when they come at once', async () => {
    const email = newEmail()
    const request = await ask(email)
    const code = await codeTo(email)
    await Promise.all(Array.from({ length: 9 }, () => keyOf(give(request, wrongFor(code)))))
    expect(await keyOf(give(request, code))).toBe('reset_code_wrong')
  })

  it('3 codes in 15 minutes and 10 a day for one account, and for one address from any number of accounts', async () => {
    for (let n = 0; n < 3; n++) await ask(newEmail())
    expect(await keyOf(ask(newEmail()))).toBe('too_many_requests')
    const after15Minutes = () => sql`delete from rate_counters where class = 'contact-code-900'`.execute(db.request)
    for (let n = 3; n < 10; n++) {
      await after15Minutes()
      expect(await keyOf(ask(newEmail()))).toBe('ok')
    }
    await after15Minutes()
    expect(await keyOf(ask(newEmail()))).toBe('too_many_requests')
    const victim = newEmail()
    for (let n = 0; n < 3; n++) await ask(victim, await city.person('rider'))
    expect(await keyOf(ask(victim.toLowerCase(), await city.person('rider')))).toBe('too_many_requests')
  })

  it('counts a code by SMS for the caller’s address, the number and its country [design/accounts-136]', async () => {
    const counters = db.request.selectFrom('rate_counters')
    const count = async (subject: string) =>
      (
        await counters
          .select('count')
          .where('class', '=', 'phone-code-country')
          .where('subject', '=', subject)
          .execute()
      )[0]?.count ?? 0
    await city.server.app.settings.change({ restrictCountry: 'UY' }, null)
    const full = async (name: string, subject: string, n: number) =>
      sql`insert into rate_counters (class, subject, window_start, count)
        values (${name}, ${subject}, clock_timestamp(), ${n})
        on conflict (class, subject) do update set count = excluded.count`.execute(db.request)
    await full('phone-code-country', 'GB', 99)
    await ask('+447400123401', rider, 'mobile')
    expect(await count('GB')).toBe(100)
    const other = await city.person('rider')
    expect(await keyOf(ask('+447400123402', other, 'mobile'))).toBe('too_many_requests')
    expect(await sentTo(other)).toEqual([])
    // no SMS is sent to another account's number, so it does not count for the country
    const before = await count('UY')
    expect(await keyOf(ask(String((await read(other)).mobile), rider, 'mobile'))).toBe('user_exists')
    expect(await count('UY')).toBe(before)
    const victim = '+59899777100'
    for (let n = 0; n < 3; n++) await ask(victim, await city.person('rider'), 'mobile')
    expect(await keyOf(ask(victim, await city.person('rider'), 'mobile'))).toBe('too_many_requests')
    await full('phone-code', '127.0.0.1', 10)
    expect(await keyOf(ask('+59899777101', await city.person('rider'), 'mobile'))).toBe('too_many_requests')
    await sql`delete from rate_counters where class like 'phone-code%'`.execute(db.request)
  })

  it('counters hold no email or number in clear [design/accounts-136]', async () => {
    const email = newEmail()
    await ask(email)
    await ask('+59899777102', rider, 'mobile')
    const { rows } = await sql<{ subject: string }>`select subject from rate_counters`.execute(db.request)
    const text = rows.map(({ subject }) => subject.toLowerCase()).join('\n')
    for (const clear of [email.toLowerCase(), '99777102']) expect(text).not.toContain(clear)
  })

  it('is stored without being confirmed where nothing can be sent', async () => {
    const { mailers } = city.server.app
    const app = city.server.app as unknown as { mailers: typeof mailers }
    app.mailers = { ...mailers, standIn: null }
    try {
      await sql`update users set email_verified_at = clock_timestamp() where id = ${rider.id}`.execute(db.request)
      const email = newEmail()
      expect(await ask(email)).toBe('')
      expect(await read()).toMatchObject({ email, emailVerified: false })
    } finally {
      app.mailers = mailers
    }
  })
})

describe('bookings of a person with a new email or number [design/data-7]', () => {
  const change = async (who: TestActor, channel: 'email' | 'mobile', address: string) =>
    give(await ask(address, who, channel), await codeTo(address, who), who)
  const contactsOf = async (id: string) => {
    const columns = ['customer_email', 'customer_contact', 'driver_contact'] as const
    const row = db.request.selectFrom('bookings').select(columns).where('id', '=', id)
    return Object.values(await row.executeTakeFirstOrThrow())
  }
  const become = (id: string, contacts: (string | null)[]) =>
    waitFor(async () => JSON.stringify(await contactsOf(id)) === JSON.stringify(contacts))

  it('are updated until they are settled, and open pages reload them', async () => {
    const driver = await city.driver()
    const { id: settled } = await city.book(rider)
    await driveToDrop(rider, driver, settled)
    await drives(driver, settled).receiveCash()
    const before = await contactsOf(settled)
    const { id } = await city.book(rider)
    await drives(driver, id).accept()
    const page = await driver.connect()
    await change(rider, 'mobile', '+59899777101')
    await change(rider, 'email', 'follows@example.org')
    await change(driver, 'mobile', '+59899777102')
    await become(id, ['follows@example.org', '+59899777101', '+59899777102'])
    await page.until(() =>
      page.events.some(({ kind, payload }) => kind === 'booking' && payload.customer_contact === '+59899777101'),
    )
    expect(await contactsOf(settled)).toEqual(before)
    const found = await (await city.person('admin')).call(bookingsApi.list, { query: { search: '99777101' } })
    expect(found.rows.map((row) => row.id)).toEqual([id])
  })

  it('are updated when the driver cancels at the same moment and the ride is booked again', async () => {
    const driver = await city.driver()
    const { id } = await city.book(rider)
    await drives(driver, id).accept()
    const stop = city.server.failpoint.pause('succeed.before_commit')
    const cancelled = driver.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    await stop.reached
    await change(rider, 'mobile', '+59899777103')
    await new Promise((resolve) => setTimeout(resolve, 700))
    stop.release()
    await cancelled
    const { successor } = (await rider.call(bookingsApi.get, { params: { id } })).booking
    await waitFor(async () => (await contactsOf(successor ?? ''))[1] === '+59899777103')
  })
})
