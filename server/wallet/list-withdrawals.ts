import { AppError } from '@remis/domain/messages/app-error'
import type { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { addAudit } from '../platform/database/audit.ts'
import type { Call, UseCase } from '../platform/http/use-case.ts'
import { viewWithdrawal } from './view-withdrawal.ts'
import type { WalletDeps } from './wallet-deps.ts'
import { selectWithdrawals, type PageQuery, type WithdrawalRow } from './withdrawal-store.ts'

const writeCursor = (row: WithdrawalRow): string => `${row.asked_at}.${row.id}`

const readCursor = (cursor: string | undefined): PageQuery['after'] => {
  if (cursor === undefined) return null
  const [, at, id] = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? []
  if (at === undefined || id === undefined)
    throw new AppError(400, 'invalid_input', { fields: { cursor: 'not of this list' } })
  return { at: Number(at), id }
}

/** trust-and-speed §1.8: who sees accounts in full is written down, before they are shown. */
const noteLook = (
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

/** One's own requests; an admin sees everybody's (spec 2 §2 "Withdraws"). */
export const listWithdrawals: UseCase<WalletDeps, typeof withdrawalsApi.list> = async (app, call) => {
  const { query, who } = call
  const { most, usual } = app.config.limits.pageRows
  const limit = Math.min(query.limit ?? usual, most)
  const { bank_fields } = await app.settings.current()
  const found = await selectWithdrawals(app.db.lists, {
    userId: who.role === 'admin' ? null : who.id,
    state: query.state,
    after: readCursor(query.cursor),
    limit,
  })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (who.role === 'admin' && bank_fields && rows.some((row) => row.bank_account !== null))
    await noteLook(app, call, rows)
  return {
    rows: rows.map((row) => viewWithdrawal(row, bank_fields, who)),
    next: found.length > limit && last !== undefined ? writeCursor(last) : null,
  }
}
