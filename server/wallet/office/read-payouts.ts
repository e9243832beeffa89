import { exponentOf } from '@remis/domain/kit/currency'
import type { FileReply } from '@remis/domain/kit/schema'
import { dayAndTime } from '@remis/domain/kit/calendar-day'
import { AppError } from '@remis/domain/messages/app-error'
import { creditTransferXml } from '@remis/domain/wallet/credit-transfers'
import { isIban } from '@remis/domain/wallet/iban'
import type { payoutsApi } from '@remis/domain/wallet/payouts-api'
import { toMajor } from '@remis/domain/kit/money'
import { addAudit } from '../../platform/database/audit.ts'
import { readPage } from '../../platform/database/list-page.ts'
import { columnsNamed, exportList } from '../../platform/http/export-list.ts'
import type { Call, UseCase } from '../../platform/http/use-case.ts'
import type { WalletDeps } from '../wallet-deps.ts'
import { listOfPayout, withdrawalList, withdrawalsOf, type WithdrawalRow } from '../withdrawal-store.ts'
import { checkSepa, payerOf, viewPayout } from './create-payout.ts'
import { findPayout, keepPayer, payoutList, payoutRows, type PayoutRow } from './payout-store.ts'
import { nameOf } from '../../platform/database/schema/full-name.ts'

export const listPayouts: UseCase<WalletDeps, typeof payoutsApi.list> = async (app, { query }) => {
  const { rows, next } = await readPage(payoutList, payoutRows(app.db.lists), query, app.config.limits.pageRows)
  return { rows: rows.map(viewPayout), next }
}

/** The bank file of a payout, the same each time, with the same number: a bank refuses it a second time. */
export const payoutFile: UseCase<WalletDeps, typeof payoutsApi.file> = async (app, call) => {
  const payout = await findPayout(app.db.lists, call.params.id)
  if (payout === undefined) throw new AppError(404, 'not_found')
  return call.query.format === 'sepa' ? sepaFile(app, call, payout) : tableFile(app, call, payout)
}

type FileCall = Call<typeof payoutsApi.file>

const titles = {
  id: 'withdraws_id',
  date: 'withdraws_date',
  name: 'withdraws_name',
  amount: 'withdraws_amount',
  currency: 'withdraws_currency',
  bankName: 'bank_name',
  bankCode: 'bank_code',
  bankAccount: 'bank_account',
} as const

const tableFile = async (app: WalletDeps, { query, who, address }: FileCall, payout: PayoutRow): Promise<FileReply> => {
  const { timezone } = await app.settings.current()
  const asked = { format: 'csv' as const, payout: payout.id, ...(query.language ? { language: query.language } : {}) }
  return exportList(
    app,
    { query: asked, who, address },
    {
      name: 'payout',
      list: withdrawalList,
      base: withdrawalsOf(app.db.lists, null),
      view: (rows) => rows.map((row) => lineOf(row, timezone)),
      columns: columnsNamed('id', 'date', 'name', 'bankName', 'bankCode', 'bankAccount', 'amount', 'currency'),
      titles,
    },
  )
}

const lineOf = (row: WithdrawalRow, timezone: string) => ({
  id: row.id,
  date: dayAndTime(row.asked_at, timezone),
  name: payeeOf(row),
  bankName: row.bank_name,
  bankCode: row.bank_code,
  bankAccount: row.bank_account,
  amount: toMajor(row.amount, exponentOf(row.currency)),
  currency: row.currency,
})

const payeeOf = (row: WithdrawalRow): string => row.payee_name ?? nameOf(row)

/** Ids in files have at most 35 characters. */
const short = (id: string): string => id.replaceAll('-', '')

const sepaFile = async (app: WalletDeps, { who, address }: FileCall, payout: PayoutRow): Promise<FileReply> => {
  const settings = await app.settings.current()
  checkSepa({ code: payout.currency, payoutIban: payout.payer?.iban ?? settings.payoutIban })
  const rows = await listOfPayout(app.db.lists, payout.id)
  // A payout that was made for a table may hold any account, and that of an erased person is gone.
  const without = rows.filter((row) => !isIban(row.bank_account ?? ''))
  if (without.length > 0)
    throw new AppError(422, 'sepa_account_invalid', { extra: { ids: without.map((row) => row.id) } })
  const payer = await app.db.transact(async (tx) => {
    await addAudit(tx, {
      actor: who,
      address,
      action: 'payout.export',
      subject: 'payout',
      data: { format: 'sepa', payout: payout.id },
    })
    // A payout without a stored payer (an old one, or one for a CSV file) stores the payer of its first SEPA file.
    return keepPayer(tx, payout.id, payerOf(settings, payout.at))
  })
  const xml = creditTransferXml({
    id: short(payout.id),
    madeAt: `${new Date(payout.at).toISOString().slice(0, 19)}Z`,
    day: payer.day,
    payer,
    text: payer.name,
    transfers: rows.map((row) => ({
      id: short(row.id),
      name: payeeOf(row),
      iban: row.bank_account ?? '',
      bic: row.bank_code,
      amount: row.amount,
    })),
  })
  return { name: `payout-${payer.day}.xml`, type: 'application/xml', content: once(xml) }
}

async function* once(content: string): AsyncGenerator<string> {
  yield await Promise.resolve(content)
}
