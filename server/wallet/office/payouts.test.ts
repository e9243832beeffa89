import { dashboardApi } from '@remis/domain/dashboard/dashboard-api'
import { payoutsApi } from '@remis/domain/wallet/payouts-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { AppError } from '@remis/domain/messages/app-error'
import { describe, expect, it } from 'vitest'
import { untilWaiting } from '../../races/in-order.ts'
import { credit, officeCity } from '../../testing/money.ts'
import { keyOf, type TestActor } from '../../testing/test-city.ts'

const bank = { bankName: 'Banco', bankCode: 'DEUTDEFF', bankAccount: 'DE89370400440532013000' }
const usual = { decimal: 2, bank_fields: true, AllowCriticalEditsAdmin: true, payoutIban: '' }

const { city, db, admin, other } = await officeCity(import.meta.url, usual)

/** A withdrawal that can be paid at once. */
const asked = async (amount: number, account = bank.bankAccount) => {
  const driver = await city.person('driver')
  await credit(db, driver, 100)
  const body = { amount, ...bank, bankAccount: account }
  const { id } = (await driver.call(withdrawalsApi.request, { body })).withdrawal
  await db.request.updateTable('withdrawals').set({ not_before: null }).where('id', '=', id).execute()
  return { id, driver }
}
const pay = (who: TestActor, ids: readonly string[], file: 'csv' | 'sepa' = 'csv') =>
  who.call(payoutsApi.create, { body: { ids: [...ids], file } })
const read = async (path: string, who = admin) => {
  const reply = await fetch(city.server.url + path, { headers: { authorization: `Bearer ${who.token}` } })
  return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
}
const fileOf = (id: string, format: 'csv' | 'sepa') => read(`/api/payouts/${id}/file?format=${format}`)
const paidEntries = async (id: string) =>
  (
    await db.request
      .selectFrom('ledger_transactions')
      .select('id')
      .where('kind', '=', 'withdrawal-paid')
      .where('reference', '=', id)
      .execute()
  ).length

describe('withdrawals are paid together [design/money-51]', () => {
  it('processes those that can be paid, once, and leaves the others out with the reason', async () => {
    const [one, two, done, fresh] = [await asked(10), await asked(25.5), await asked(5), await asked(7)]
    await admin.call(withdrawalsApi.process, { params: { id: done.id }, body: {} })
    const tomorrow = new Date(Date.now() + 86_400_000)
    await db.request.updateTable('withdrawals').set({ not_before: tomorrow }).where('id', '=', fresh.id).execute()
    const missing = '01900000-0000-7000-8000-000000000000'
    const { payout, left } = await pay(admin, [one.id, two.id, done.id, fresh.id, missing, one.id])
    expect(payout).toMatchObject({ withdrawals: 2, total: 35.5, file: 'csv', madeBy: admin.name })
    expect(left).toEqual([
      { id: done.id, because: 'settled' },
      { id: fresh.id, because: 'waits' },
      { id: missing, because: 'missing' },
    ])
    const { rows } = await admin.call(withdrawalsApi.list, { query: { payout: payout.id } })
    expect(rows.map((row) => [row.processed, row.procesDate, row.payoutId])).toEqual([
      [true, payout.at, payout.id],
      [true, payout.at, payout.id],
    ])
    expect([await paidEntries(one.id), await paidEntries(two.id), await paidEntries(fresh.id)]).toEqual([1, 1, 0])
    expect((await admin.call(payoutsApi.list, { query: {} })).rows[0]).toEqual(payout)
    const notices = db.request.selectFrom('notices').select('message').where('user_id', '=', one.driver.id)
    expect((await notices.execute()).map(({ message }) => message)).toContain('notice_withdrawal_paid')
    expect(await keyOf(pay(admin, [one.id]))).toBe('payout_empty')
    expect(await keyOf(pay(one.driver, [one.id]))).toBe('forbidden')
  })

  it('two admins at once: each withdrawal is in one payout', async () => {
    const [a, b, c] = [(await asked(1)).id, (await asked(2)).id, (await asked(3)).id]
    const stop = city.server.failpoint.pause('payout.locked')
    const first = pay(admin, [a, b])
    await stop.reached
    const second = pay(other, [c, b])
    const third = keyOf(other.call(withdrawalsApi.process, { params: { id: a }, body: {} }))
    await untilWaiting(city, 2)
    stop.release()
    expect([(await first).left, (await second).left, await third]).toEqual([
      [],
      [{ id: b, because: 'settled' }],
      'withdrawal_settled',
    ])
    expect([await paidEntries(a), await paidEntries(b), await paidEntries(c)]).toEqual([1, 1, 1])
  })
})

describe('the bank file [design/money-52]', () => {
  it('as a table: account, amount and reference; recorded', async () => {
    const { id } = await asked(12.5)
    const { payout } = await pay(admin, [id])
    const { type, text } = await fileOf(payout.id, 'csv')
    expect(type).toContain('text/csv')
    expect(text).toContain('Bank account')
    expect(text).toContain(`${bank.bankAccount},12.5,UYU`)
    expect(text).toContain(id)
    const audit = db.request.selectFrom('audit_log').select('data').where('action', '=', 'payout.export')
    expect((await audit.execute()).map(({ data }) => data)).toContainEqual({ format: 'csv', payout: payout.id })
    expect((await read(`/api/payouts/${payout.id}/file?format=csv`, await city.person('fleetadmin'))).status).toBe(403)
    expect((await fileOf('01900000-0000-7000-8000-000000000000', 'csv')).status).toBe(404)
  })

  it('SEPA needs euros and the IBAN of the company; an account that is no IBAN is left out', async () => {
    const [good, wrong] = [await asked(10), await asked(20, '00124567')]
    expect(await keyOf(pay(admin, [good.id], 'sepa'))).toBe('sepa_needs_euro')
    await city.server.app.settings.change({ code: 'EUR' }, null)
    expect(await keyOf(pay(admin, [good.id], 'sepa'))).toBe('sepa_not_set_up')
    await city.server.app.settings.change({ payoutIban: 'GB29 NWBK 6016 1331 9268 19', CompanyName: 'Rémis' }, null)
    const refused = pay(admin, [wrong.id], 'sepa').catch((error: unknown) => error as AppError)
    const left = [{ id: wrong.id, because: 'iban' }]
    expect(await refused).toMatchObject({ status: 409, key: 'payout_empty', extra: { left } })
    await city.server.app.settings.change({ code: 'UYU', payoutIban: '' }, null)
    const { payout } = await pay(admin, [good.id, wrong.id])
    expect((await fileOf(payout.id, 'sepa')).text).toContain('sepa_needs_euro')

    await city.server.app.settings.change({ payoutIban: 'GB29NWBK60161331926819' }, null)
    // the ledger of this city is in another currency
    await db.request.updateTable('payouts').set({ currency: 'EUR' }).where('id', '=', payout.id).execute()
    const file = await fileOf(payout.id, 'sepa')
    await db.request.updateTable('payouts').set({ currency: 'UYU' }).where('id', '=', payout.id).execute()
    expect([file.status, JSON.parse(file.text)]).toMatchObject([
      422,
      { error: { key: 'sepa_account_invalid' }, ids: [wrong.id] },
    ])
  })

  it('SEPA: the file stays the same after a change of account, name or time zone', async () => {
    const { id, driver } = await asked(10.05)
    await city.server.app.settings.change(
      { payoutIban: 'GB29NWBK60161331926819', payoutBic: 'NWBKGB2L', CompanyName: 'Rémis' },
      null,
    )
    const { payout } = await pay(admin, [id])
    // the ledger of this city is in another currency
    await db.request.updateTable('payouts').set({ currency: 'EUR', file: 'sepa' }).where('id', '=', payout.id).execute()
    const first = await fileOf(payout.id, 'sepa')
    const { timezone } = await city.server.app.settings.current()
    await city.server.app.settings.change(
      { payoutIban: bank.bankAccount, payoutBic: 'DEUTDEFF', CompanyName: 'Other', timezone: 'Pacific/Kiritimati' },
      null,
    )
    await db.request.updateTable('users').set({ first_name: 'Renamed' }).where('id', '=', driver.id).execute()
    expect(await fileOf(payout.id, 'sepa')).toEqual(first)
    await city.server.app.settings.change({ timezone }, null)
    expect(first.type).toContain('application/xml')
    for (const part of [
      `<MsgId>${payout.id.replaceAll('-', '')}</MsgId>`,
      `<EndToEndId>${id.replaceAll('-', '')}</EndToEndId>`,
      '<InstdAmt Ccy="EUR">10.05</InstdAmt>',
      '<CtrlSum>10.05</CtrlSum>',
      `<IBAN>${bank.bankAccount}</IBAN>`,
      '<IBAN>GB29NWBK60161331926819</IBAN>',
      '<BICFI>DEUTDEFF</BICFI>',
      '<BICFI>NWBKGB2L</BICFI>',
      '<Nm>Remis</Nm>',
      `<Nm>${driver.name}</Nm>`,
    ])
      expect(first.text).toContain(part)
    await db.request.updateTable('payouts').set({ currency: 'UYU', file: 'csv' }).where('id', '=', payout.id).execute()
  })
})

describe('the table of the office [wallet-13]', () => {
  it('exports the columns of a withdrawal, bank columns only with bank_fields; filters by state [design/money-50]', async () => {
    const { id } = await asked(3)
    const heads = async () => (await read('/api/withdrawals/export?format=csv')).text.split('\r\n')[0]
    const fields = [
      'ID',
      'User ID',
      'Requested',
      'Name',
      'Amount',
      'Processed',
      'Processed on',
      'State',
      'Reason',
      'Can be paid from',
    ]
    expect(await heads()).toBe(`${[...fields, 'Bank name', 'Bank code', 'Bank account'].join(',')}`)
    expect((await read('/api/withdrawals/export?format=csv&state=open')).text).toContain(id)
    expect((await read('/api/withdrawals/export?format=csv&state=processed')).text).not.toContain(id)
    await admin.call(withdrawalsApi.reject, { params: { id }, body: { reason: 'Not the account holder' } })
    const line = (await read('/api/withdrawals/export?format=csv')).text.split('\r\n').find((row) => row.includes(id))
    expect(line).toContain(',false,,rejected,Not the account holder,')
    await city.server.app.settings.change({ bank_fields: false }, null)
    expect(await heads()).toBe(`${fields.join(',')}`)
  })

  it('counts what waits, searches by name and sorts [design/money-50]', async () => {
    const open = async () => (await admin.call(dashboardApi.counts, {})).withdrawals
    const before = (await open()) ?? 0
    const { driver } = await asked(4)
    expect(await open()).toBe(before + 1)
    const found = await admin.call(withdrawalsApi.list, { query: { search: driver.name, sort: 'amount' } })
    expect(found.rows.map(({ name }) => name)).toEqual([driver.name])
    const sorted = await admin.call(withdrawalsApi.list, { query: { sort: 'amount', direction: 'asc', limit: 100 } })
    const amounts = sorted.rows.map(({ amount }) => amount)
    expect(amounts).toEqual(amounts.toSorted((x, y) => x - y))
  })

  it('demo mode: no payout, no files, accounts masked [design/money-50]', async () => {
    const { id } = await asked(4)
    const { payout } = await pay(admin, [(await asked(4)).id])
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    expect(await keyOf(pay(admin, [id]))).toBe('demo_mode')
    for (const path of [`/api/payouts/${payout.id}/file?format=csv`, '/api/withdrawals/export?format=csv'])
      expect((await read(path)).text).toContain('demo_mode')
    const { text } = await read('/api/withdrawals?limit=100')
    expect(text).not.toContain(bank.bankAccount)
    expect(text).toContain('••••3000')
  })
})
