import { dayAndTime } from '@remis/domain/kit/calendar-day'
import type { WithdrawalView, withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { addAudit } from '../platform/database/audit.ts'
import { readPage } from '../platform/database/list-page.ts'
import { columnsNamed, exportList } from '../platform/http/export-list.ts'
import type { Call, UseCase } from '../platform/http/use-case.ts'
import { viewWithdrawal } from './view-withdrawal.ts'
import type { WalletDeps } from './wallet-deps.ts'
import { countPayable, withdrawalList, withdrawalsOf, type WithdrawalRow } from './withdrawal-store.ts'

/** Written before the accounts are shown in full [design/access-14]. */
const auditView = (
  app: WalletDeps,
  { who, address }: Call<typeof withdrawalsApi.list>,
  rows: readonly WithdrawalRow[],
): Promise<void> =>
  app.db.transact((tx) =>
    addAudit(tx, {
      actor: who,
      address,
      action: 'withdrawal.look',
      subject: 'withdrawals',
      data: { ids: rows.flatMap((row) => (row.bank_account === null ? [] : [row.id])) },
    }),
  )

/** The caller's own requests; all for an admin [wallet-13]. */
export const listWithdrawals: UseCase<WalletDeps, typeof withdrawalsApi.list> = async (app, call) => {
  const { query, who } = call
  const settings = await app.settings.current()
  const base = withdrawalsOf(app.db.lists, who.role === 'admin' ? null : who.id)
  const { rows, next } = await readPage(withdrawalList, base, query, app.config.limits.pageRows)
  const inFull = who.role === 'admin' && settings.bank_fields && settings.AllowCriticalEditsAdmin
  if (inFull && rows.some((row) => row.bank_account !== null)) await auditView(app, call, rows)
  return { rows: rows.map((row) => viewWithdrawal(row, settings, who)), next }
}

/** The columns of a withdrawal [wallet-11], and those that tell an open one from a rejected one. */
const columnsOf = (timezone: string, bankFields: boolean) => ({
  ...columnsNamed('id', 'uid'),
  date: ({ date }: WithdrawalView) => dayAndTime(date, timezone),
  ...columnsNamed('name', 'amount', 'processed'),
  procesDate: ({ procesDate }: WithdrawalView) => (procesDate === null ? null : dayAndTime(procesDate, timezone)),
  ...columnsNamed('state', 'reason'),
  notBefore: ({ notBefore }: WithdrawalView) => (notBefore === null ? null : dayAndTime(notBefore, timezone)),
  ...(bankFields ? columnsNamed('bankName', 'bankCode', 'bankAccount') : {}),
})

const titles = {
  id: 'withdraws_id',
  uid: 'withdraws_uid',
  date: 'withdraws_date',
  name: 'withdraws_name',
  amount: 'withdraws_amount',
  processed: 'withdraws_processed',
  procesDate: 'withdraws_proces_date',
  state: 'withdraws_state',
  reason: 'office_reason',
  notBefore: 'withdraws_payable_from',
  bankName: 'bank_name',
  bankCode: 'bank_code',
  bankAccount: 'bank_account',
} as const

/** The table of the office as a file [wallet-13]. */
export const exportWithdrawals: UseCase<WalletDeps, typeof withdrawalsApi.export> = async (app, call) => {
  const settings = await app.settings.current()
  return exportList(app, call, {
    name: 'withdrawals',
    list: withdrawalList,
    base: withdrawalsOf(app.db.lists, null),
    view: (rows) => rows.map((row) => viewWithdrawal(row, settings, call.who)),
    columns: columnsOf(settings.timezone, settings.bank_fields),
    titles,
  })
}

/** What waits for the office: a withdrawal to a new bank account does from its `notBefore` on [design/money-47]. */
export const countPayableWithdrawals = ({ db }: Pick<WalletDeps, 'db'>, most: number): Promise<number> =>
  countPayable(db.request, most)
