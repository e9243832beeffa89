import { exponentOf } from '@remis/domain/kit/currency'
import type { walletApi } from '@remis/domain/wallet/wallet-api'
import { walletHistory, type WalletHistoryEntry } from '@remis/domain/wallet/wallet-history'
import { readAllPages, readPage } from '../platform/database/list-page.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { entriesOf, walletEntryList } from './wallet-entry-store.ts'
import type { WalletDeps } from './wallet-deps.ts'

/** One page of the caller's own wallet entries, the newest first [design/money-28]. */
export const readHistory: UseCase<WalletDeps, typeof walletApi.history> = async (app, { query, who }) => {
  const { code } = await app.settings.current()
  const base = entriesOf(app.db.lists, who.id)
  const { rows, next } = await readPage(walletEntryList, base, query, app.config.limits.pageRows)
  return { rows: walletHistory(rows, exponentOf(code)), next }
}

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
