import { exponentOf } from '@remis/domain/kit/currency'
import type { walletApi } from '@remis/domain/wallet/wallet-api'
import { walletHistory, type WalletHistoryEntry } from '@remis/domain/wallet/wallet-history'
import { readAllPages, readPage } from '../platform/database/list-page.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { entriesOf, walletEntryList } from './wallet-entry-store.ts'
import type { WalletDeps } from './wallet-deps.ts'

interface HistoryQuery {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** One page of a person's wallet entries, the newest first [design/money-28]. */
export const listHistoryOf = async (app: WalletDeps, person: string, query: HistoryQuery) => {
  const { code } = await app.settings.current()
  const base = entriesOf(app.db.lists, person)
  const { rows, next } = await readPage(walletEntryList, base, query, app.config.limits.pageRows)
  return { rows: walletHistory(rows, exponentOf(code)), next }
}

/** The caller's own entries. */
export const readHistory: UseCase<WalletDeps, typeof walletApi.history> = (app, { query, who }) =>
  listHistoryOf(app, who.id, query)

/** The whole wallet history of a person, page by page, for an export of their data. */
export async function* wholeHistoryOf(
  { db, settings }: Pick<WalletDeps, 'db' | 'settings'>,
  person: string,
  size: number,
): AsyncGenerator<WalletHistoryEntry[]> {
  const { code } = await settings.current()
  for await (const rows of readAllPages(walletEntryList, entriesOf(db.lists, person), {}, size))
    yield walletHistory(rows, exponentOf(code))
}
