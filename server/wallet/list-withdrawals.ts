import type { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { addAudit } from '../platform/database/audit.ts'
import { readPage } from '../platform/database/list-page.ts'
import type { Call, UseCase } from '../platform/http/use-case.ts'
import { viewWithdrawal } from './view-withdrawal.ts'
import type { WalletDeps } from './wallet-deps.ts'
import { withdrawalList, withdrawalsOf, type WithdrawalRow } from './withdrawal-store.ts'

/** Written before the accounts are shown in full [design/access-14]. */
const auditView = (
  app: WalletDeps,
  { who, address }: Call<typeof withdrawalsApi.list>,
  rows: readonly WithdrawalRow[],
): Promise<void> =>
  app.db.transact((tx) =>
    addAudit(tx, {
      actor: { id: who.id, role: who.role },
      address,
      action: 'withdrawal.look',
      subject: 'withdrawals',
      data: { ids: rows.flatMap((row) => (row.bank_account === null ? [] : [row.id])) },
    }),
  )

/** The caller's own requests; all for an admin [wallet-13]. */
export const listWithdrawals: UseCase<WalletDeps, typeof withdrawalsApi.list> = async (app, call) => {
  const { query, who } = call
  const { bank_fields } = await app.settings.current()
  const base = withdrawalsOf(app.db.lists, who.role === 'admin' ? null : who.id)
  const { rows, next } = await readPage(withdrawalList, base, query, app.config.limits.pageRows)
  if (who.role === 'admin' && bank_fields && rows.some((row) => row.bank_account !== null))
    await auditView(app, call, rows)
  return { rows: rows.map((row) => viewWithdrawal(row, bank_fields, who)), next }
}
