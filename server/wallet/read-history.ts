import { exponentOf } from '@remis/domain/kit/currency'
import { AppError } from '@remis/domain/messages/app-error'
import type { walletApi } from '@remis/domain/wallet/wallet-api'
import { walletHistory } from '@remis/domain/wallet/wallet-history'
import type { UseCase } from '../platform/http/use-case.ts'
import { selectEntries } from './wallet-page-store.ts'
import type { WalletDeps } from './wallet-deps.ts'

/** The cursor is the id of the last entry; it grants nothing, since the wallet is the caller's. */
const readCursor = (cursor: string | undefined): number | null => {
  if (cursor === undefined) return null
  if (!/^[1-9]\d{0,14}$/.test(cursor))
    throw new AppError(400, 'invalid_input', { fields: { cursor: 'not of this list' } })
  return Number(cursor)
}

/** One page of the caller's wallet history, newest first [wallet-1]. */
export const readHistory: UseCase<WalletDeps, typeof walletApi.history> = async (app, { query, who }) => {
  const { most, usual } = app.config.limits.pageRows
  const limit = Math.min(query.limit ?? usual, most)
  const { code } = await app.settings.current()
  const found = await selectEntries(app.db.lists, { userId: who.id, after: readCursor(query.cursor), limit })
  const entries = found.slice(0, limit)
  return {
    rows: walletHistory(entries, exponentOf(code)),
    next: found.length > limit ? String(entries.at(-1)?.id) : null,
  }
}
