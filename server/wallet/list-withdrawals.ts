import { AppError } from '@remis/domain/messages/app-error'
import type { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import type { UseCase } from '../platform/use-case.ts'
import { viewWithdrawal } from './view-withdrawal.ts'
import type { WalletNeeds } from './wallet-needs.ts'
import { selectWithdrawals, type PageAsk, type WithdrawalRow } from './withdrawal-store.ts'

const writeCursor = (row: WithdrawalRow): string => `${row.asked_at}.${row.id}`

const readCursor = (cursor: string | undefined): PageAsk['after'] => {
  if (cursor === undefined) return null
  const [, at, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor) ?? []
  if (at === undefined || id === undefined)
    throw new AppError(400, 'invalid_input', { fields: { cursor: 'not of this list' } })
  return { at: Number(at), id }
}

/** One's own requests; an admin sees everybody's (spec 2 §2 "Withdraws"). */
export const listWithdrawals: UseCase<WalletNeeds, typeof withdrawalsApi.list> = async (app, { query, who }) => {
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
  return {
    rows: rows.map((row) => viewWithdrawal(row, bank_fields)),
    next: found.length > limit && last !== undefined ? writeCursor(last) : null,
  }
}
